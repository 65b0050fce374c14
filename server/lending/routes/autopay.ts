import { autopay as endpoints } from '#contract/autopay.ts'
import type { Output } from '#contract/endpoint.ts'
import { refused } from '#contract/envelope.ts'
import { indiaDayOf } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import {
  isAutoPayOffered,
  isStanding,
  type MandateTerms,
  mandateCap,
  mandateEndsOn,
  type NextDebit,
} from '#domain/lending/mandate.ts'
import { changeAutoPay, setUpAutoPay, skipDebit } from '#server/lending/autopay/command.ts'
import { autoPayWords, nextDebitBy } from '#server/lending/autopay/next-debit.ts'
import { type Debit, latestDebit } from '#server/lending/db/debit.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { latestMandate, type Mandate } from '#server/lending/db/mandate.ts'
import { type Order, orderOf } from '#server/lending/db/order.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { type BorrowerCall, type Route, routes } from '#server/platform/actions/call.ts'

type Status = Output<typeof endpoints.status>
type Asking = Pick<BorrowerCall, 'now' | 'language'>

/** AutoPay on the page of a running loan. */
export function autopayRoutes(services: LendingServices): Route[] {
  const { db } = services
  return routes(endpoints, {
    status: async ({ orderId }, { borrowerId, now, language }) => {
      const [order, mandate] = await Promise.all([
        orderOf(db, borrowerId, orderId),
        latestMandate(db, { borrowerId, orderId }),
      ])
      if (!order) return refused('order-not-found')
      return statusOf(services, order, mandate, { now, language })
    },
    setUp: ({ orderId }, { borrowerId, language, now }) =>
      setUpAutoPay(services, { borrowerId, orderId, language }, now),
    change: ({ orderId, to }, { borrowerId, now }) =>
      services.db.transaction(async tx => {
        const result = await changeAutoPay({ services, tx, at: now }, { borrowerId, orderId, to })
        return 'refused' in result ? result : null
      }),
    skip: ({ orderId }, { borrowerId, now }) =>
      services.db.transaction(tx => skipDebit({ services, tx, at: now }, { borrowerId, orderId })),
  })
}

async function statusOf(
  services: LendingServices,
  order: Order,
  mandate: Mandate | undefined,
  asking: Asking,
): Promise<Status> {
  const { db } = services
  const today = indiaDayOf(asking.now)
  const loan = await loanOf(db, order)
  const standing = mandate && isStanding(mandate.state) ? mandate : undefined
  const isOffered =
    services.mandate !== undefined && loan !== undefined && isAutoPayOffered(order.state, loan)
  const isOn = standing !== undefined && standing.state !== 'asked'
  const offer =
    isOffered && loan
      ? { cap: mandateCap(loan.instalments), endsOn: mandateEndsOn(loan, today) }
      : undefined
  return {
    isOffered,
    state: stateOf(mandate),
    isPausedInApp: standing?.isPausedInApp ?? false,
    cap: standing?.cap ?? offer?.cap ?? null,
    endsOn: standing?.endsOn ?? offer?.endsOn ?? null,
    approveBy: standing?.state === 'asked' ? standing.expiresAt : null,
    next: isOn && loan ? await nextOf(db, order, loan, standing, asking) : null,
    first:
      offer && loan && !isOn
        ? await nextOf(db, order, loan, { ...offer, state: 'active' }, asking)
        : null,
  }
}

function stateOf(mandate: Mandate | undefined): Status['state'] {
  if (!mandate || mandate.state === 'revoked' || mandate.state === 'ended') return 'off'
  return mandate.state
}

/** The instalment that falls due next, and how AutoPay treats it. */
async function nextOf(
  db: LendingServices['db'],
  order: Order,
  loan: RunningLoan,
  mandate: MandateTerms,
  { now, language }: Asking,
): Promise<Status['next']> {
  const debit = await latestDebit(db, { borrowerId: order.borrowerId, orderId: order.id })
  const next = nextDebitBy(order, loan, { mandate, debit }, now)
  if (!next) return null
  const { dueDay, amount } = next
  return { day: dueDay, amount, ...fateOf(next, debit), msg: autoPayWords(next, language) }
}

function fateOf(
  next: NextDebit,
  debit: Debit | undefined,
): Pick<NonNullable<Status['next']>, 'debit' | 'why'> {
  if (next.by === 'autopay') return { debit: next.debit, why: null }
  const { why } = next
  if (why === 'skipped') return { debit: 'skipped', why }
  if (why !== 'not-taken') return { debit: 'none', why }
  return { debit: debit?.state === 'dropped' ? 'dropped' : 'failed', why }
}
