/**
 * The borrower's commands about AutoPay. They hold here at once; a job notifies the mandate's
 * service until it confirms.
 */

import type { autopay as endpoints } from '#contract/autopay.ts'
import type { RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import { indiaDayOf, startOfIndiaDay } from '#domain/day.ts'
import {
  isAutoPayOffered,
  isStanding,
  type MandateMove,
  mandateAfter,
  mandateCap,
  mandateEndsOn,
} from '#domain/lending/mandate.ts'
import { isPageUsable } from '#domain/lending/payment-page.ts'
import { MANDATE_PAGE_MINUTES } from '#domain/limits.ts'
import { recordConsent, withdrawConsents } from '#server/accounts/db/consent.ts'
import { phoneOf } from '#server/accounts/phone.ts'
import { lookAtNextDebit } from '#server/lending/autopay/look-at-debit.ts'
import { latestDebit, saveDebitState } from '#server/lending/db/debit.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import {
  insertMandate,
  latestMandate,
  type Mandate,
  mandateOf,
  saveMandatePage,
  saveMandateState,
} from '#server/lending/db/mandate.ts'
import { type Order, orderOf } from '#server/lending/db/order.ts'
import { type Actor, recordEvent } from '#server/lending/db/order-event.ts'
import { paymentOf, savePaymentStatus } from '#server/lending/db/payment.ts'
import type { LendingServices, LendingWork } from '#server/lending/orders/lending-services.ts'
import { isWith } from '#server/lending/payout/with-vendor.ts'
import { isTrusted } from '#server/lending/repaying/payment-page.ts'
import { unlessRefused } from '#server/platform/actions/idempotency.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Work } from '#server/services.ts'
import type { Language } from '#words/language.ts'

const MINUTE_MS = 60_000
/** The time that a borrower has before the service is first asked for their answer. */
const FIRST_ASK_MS = 5_000

type Whose = { readonly borrowerId: string; readonly orderId: string }
type SetUpRefusal = Refusal<RefusalOf<typeof endpoints.setUp>>
type ChangeRefusal = Refusal<RefusalOf<typeof endpoints.change>>
type SkipRefusal = Refusal<RefusalOf<typeof endpoints.skip>>

/**
 * Opens the page on which the borrower approves AutoPay for a loan in their UPI app, and records
 * their consent. While that page can be used, asking again opens the same one.
 */
export async function setUpAutoPay(
  services: LendingServices,
  wish: Whose & { readonly language: Language },
  now: Date,
): Promise<{ readonly url: string } | SetUpRefusal> {
  const { mandate: holder, db, log } = services
  if (!holder) return refused('autopay-not-offered')
  const mandate = await unlessRefused(db, tx =>
    askFor({ services, tx, at: now }, wish, holder.name),
  )
  if ('refused' in mandate) return mandate
  const { id: mandateId, vendor, url, cap, endsOn, expiresAt, borrowerId, orderId } = mandate
  if (!isWith(holder, { vendor }, log)) return refused('payment-not-available')
  if (url !== null) return { url }
  try {
    const page = await holder.create({
      mandateId,
      cap,
      endsAt: startOfIndiaDay(endsOn),
      expiresAt,
      description: `Saral AutoPay ${mandateId.slice(-8)}`,
      returnUrl: `${services.publicOrigin()}/orders/${orderId}/detail`,
      payerPhone: await phoneOf(services, borrowerId),
    })
    if (!isTrusted(services, page.url))
      throw new Error('the page of a mandate is on a host that is not configured')
    await saveMandatePage(db, mandate, page)
    return { url: page.url }
  } catch (error) {
    log.error({ err: error, mandateId }, 'the page of a mandate could not be opened')
    return refused('payment-not-available')
  }
}

async function askFor(
  work: LendingWork,
  { borrowerId, orderId, language }: Whose & { readonly language: Language },
  vendor: string,
): Promise<Mandate | SetUpRefusal> {
  const { services, tx, at } = work
  const [, order, earlier] = await Promise.all([
    lockBorrower(tx, borrowerId),
    orderOf(tx, borrowerId, orderId),
    latestMandate(tx, { borrowerId, orderId }),
  ])
  if (!order) return refused('order-not-found')
  const loan = await loanOf(tx, order)
  if (!loan || !isAutoPayOffered(order.state, loan)) return refused('autopay-not-offered')
  if (earlier && isStanding(earlier.state)) {
    if (earlier.state !== 'asked') return refused('autopay-state')
    const { expiresAt, url } = earlier
    if (isPageUsable({ expiresAt, isOpen: url !== null }, at)) return earlier
    await changeMandate(work, order, earlier, 'refuse', 'calendar')
  }
  const id = services.ids.uuid(at)
  const cap = mandateCap(loan.instalments)
  const endsOn = mandateEndsOn(loan, indiaDayOf(at))
  const expiresAt = new Date(at.getTime() + MANDATE_PAGE_MINUTES * MINUTE_MS)
  await insertMandate(tx, { borrowerId, id, orderId, cap, endsOn, vendor, expiresAt }, at)
  const consentId = services.ids.uuid(at)
  await recordConsent(tx, { borrowerId, consentId, purpose: 'autopay', language, at })
  await recordEvent(tx, order, { event: 'autopayAsked', actor: 'borrower', at, details: { cap } })
  await syncLater(work, { borrowerId, id }, FIRST_ASK_MS)
  const mandate = await mandateOf(tx, borrowerId, id)
  if (!mandate) throw new Error(`Mandate ${id} was not stored.`)
  return mandate
}

const EVENTS = {
  approve: 'autopayApproved',
  refuse: 'autopayRefused',
  pause: 'autopayPaused',
  resume: 'autopayResumed',
  revoke: 'autopayRevoked',
  end: 'autopayEnded',
} as const satisfies Record<MandateMove, string>

/**
 * Makes one move of the table in domain/lending/mandate.ts under the borrower's lock, and has the
 * service notified of a state that it does not know. `reportedState`: the state that the service reported.
 */
export async function changeMandate(
  work: Work,
  order: Order,
  mandate: Mandate,
  move: MandateMove,
  actor: Actor,
  reportedState?: Mandate['state'],
): Promise<void> {
  const { tx, at } = work
  const state = mandateAfter(mandate.state, move)
  if (!state) throw new Error(`Mandate ${mandate.id} cannot make the move '${move}'.`)
  const stateThere = reportedState ?? mandate.heldState
  // Services name an ending differently; all of them mean that the mandate ended there.
  const heldState = !isStanding(state) && !isStanding(stateThere) ? state : stateThere
  const isPausedInApp = state === 'paused' && reportedState !== undefined
  await saveMandateState(tx, mandate, { state, isPausedInApp, heldState }, at)
  await recordEvent(tx, order, { event: EVENTS[move], actor, at })
  if (!isStanding(state)) await withdrawConsents(tx, mandate.borrowerId, ['autopay'], at)
  if (heldState !== state) await syncLater(work, mandate, 0)
  if (state === 'active') await lookAtNextDebit(work, order, at)
}

/** Enqueues a job that reads the service's state of a mandate and sends it ours. */
export async function syncLater(
  { services: { queue }, tx }: Work,
  { borrowerId, id: mandateId }: Pick<Mandate, 'borrowerId' | 'id'>,
  afterMs: number,
): Promise<void> {
  await queue.enqueue(
    tx,
    'sync-mandate',
    { borrowerId, mandateId, round: 0 },
    {
      ...(afterMs > 0 && { startAfter: new Date(Date.now() + afterMs) }),
      singletonKey: `${mandateId}/${afterMs}`,
    },
  )
}

/** Pauses, resumes or revokes AutoPay at once. Doing it again changes nothing. */
export async function changeAutoPay(
  work: LendingWork,
  { borrowerId, orderId, to }: Whose & { readonly to: 'pause' | 'resume' | 'revoke' },
): Promise<{ readonly state: Mandate['state'] } | ChangeRefusal> {
  const { tx } = work
  const [, order, mandate] = await Promise.all([
    lockBorrower(tx, borrowerId),
    orderOf(tx, borrowerId, orderId),
    latestMandate(tx, { borrowerId, orderId }),
  ])
  if (!order) return refused('order-not-found')
  if (!mandate) return refused('autopay-state')
  const reached = ({ pause: 'paused', resume: 'active', revoke: 'revoked' } as const)[to]
  if (mandate.state === reached) return { state: reached }
  if (!mandateAfter(mandate.state, to)) return refused('autopay-state')
  if (to === 'resume' && mandate.isPausedInApp) return refused('autopay-paused-in-app')
  await changeMandate(work, order, mandate, to, 'borrower')
  return { state: reached }
}

/** "Skip this one": the announced debit of a due day is not made. Doing it again changes nothing. */
export async function skipDebit(
  { tx, at }: LendingWork,
  { borrowerId, orderId }: Whose,
): Promise<null | SkipRefusal> {
  const [, order, debit] = await Promise.all([
    lockBorrower(tx, borrowerId),
    orderOf(tx, borrowerId, orderId),
    latestDebit(tx, { borrowerId, orderId }),
  ])
  if (!order) return refused('order-not-found')
  if (debit?.state === 'skipped') return null
  if (!debit || !(await saveDebitState(tx, debit, 'skipped', at)))
    return refused('autopay-no-debit')
  const payment = await paymentOf(tx, borrowerId, debit.id)
  if (payment) await savePaymentStatus(tx, payment, 'failed', at)
  const { dueDay } = debit
  await recordEvent(tx, order, {
    event: 'autopaySkipped',
    actor: 'borrower',
    at,
    details: { dueDay },
  })
  return null
}

/** The loan is over: its mandate ends too. Under the borrower's lock. */
export async function endAutoPay(work: Work, order: Order): Promise<void> {
  const mandate = await latestMandate(work.tx, { borrowerId: order.borrowerId, orderId: order.id })
  if (mandate && isStanding(mandate.state))
    await changeMandate(work, order, mandate, 'end', 'calendar')
}
