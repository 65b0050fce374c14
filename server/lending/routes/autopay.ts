import { autopay as endpoints } from '#contract/autopay.ts'
import type { Output } from '#contract/endpoint.ts'
import { refused } from '#contract/envelope.ts'
import { type Day, indiaDayOf } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { nextRepayment } from '#domain/lending/falls-due.ts'
import { isAutoPayOffered, isStanding, mandateCap, mandateEndsOn } from '#domain/lending/mandate.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { changeAutoPay, setUpAutoPay, skipDebit } from '#server/lending/autopay/command.ts'
import { type Debit, debitOfDay } from '#server/lending/db/debit.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { latestMandate, type Mandate } from '#server/lending/db/mandate.ts'
import { type Order, orderOf } from '#server/lending/db/order.ts'
import { paymentOf } from '#server/lending/db/payment.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'

type Status = Output<typeof endpoints.status>

/** AutoPay on the page of a running loan. */
export function autopayRoutes(services: LendingServices): Route[] {
  const { db } = services
  return routes(endpoints, {
    status: async ({ orderId }, { borrowerId, now }) => {
      const [order, mandate] = await Promise.all([
        orderOf(db, borrowerId, orderId),
        latestMandate(db, { borrowerId, orderId }),
      ])
      if (!order) return refused('order-not-found')
      return statusOf(services, order, mandate, now)
    },
    setUp: ({ orderId }, { borrowerId, language, now }) =>
      setUpAutoPay(services, { borrowerId, orderId, language }, now),
    change: ({ orderId, to }, { borrowerId, now }) =>
      services.db.transaction(async tx => {
        const done = await changeAutoPay({ services, tx, at: now }, { borrowerId, orderId, to })
        return 'refused' in done ? done : null
      }),
    skip: ({ orderId }, { borrowerId, now }) =>
      services.db.transaction(tx => skipDebit({ services, tx, at: now }, { borrowerId, orderId })),
  })
}

async function statusOf(
  services: LendingServices,
  order: Order,
  mandate: Mandate | undefined,
  now: Date,
): Promise<Status> {
  const { db } = services
  const today = indiaDayOf(now)
  const loan = await loanOf(db, order)
  const standing = mandate && isStanding(mandate.state) ? mandate : undefined
  const isOffered =
    services.mandate !== undefined && loan !== undefined && isAutoPayOffered(order.state, loan)
  const isOn = standing !== undefined && standing.state !== 'asked'
  return {
    isOffered,
    state: stateOf(mandate),
    isPausedInApp: standing?.isPausedInApp ?? false,
    cap: standing?.cap ?? (isOffered && loan ? mandateCap(loan.instalments) : null),
    endsOn: standing?.endsOn ?? (isOffered && loan ? mandateEndsOn(loan, today) : null),
    approveBy: standing?.state === 'asked' ? standing.expiresAt : null,
    next: isOn && loan ? await nextDebit(db, order, loan, today) : null,
  }
}

function stateOf(mandate: Mandate | undefined): Status['state'] {
  if (!mandate || mandate.state === 'revoked' || mandate.state === 'ended') return 'off'
  return mandate.state
}

/** The instalment that falls due next, and what becomes of it by AutoPay. */
async function nextDebit(
  db: LendingServices['db'],
  order: Order,
  loan: RunningLoan,
  today: Day,
): Promise<Status['next']> {
  if (order.state !== 'loaned') return null
  const next = nextRepayment(loan, positionOn(loan, today))
  if (!next) return null
  const { borrowerId, id: orderId } = order
  const debit = await debitOfDay(db, { borrowerId, orderId }, next.day)
  return { day: next.day, amount: next.amount, debit: await fateOf(db, debit) }
}

async function fateOf(
  db: LendingServices['db'],
  debit: Debit | undefined,
): Promise<NonNullable<Status['next']>['debit']> {
  if (!debit) return 'planned'
  if (debit.state !== 'started') return debit.state
  const payment = await paymentOf(db, debit.borrowerId, debit.id)
  return payment?.status === 'failed' ? 'failed' : 'started'
}
