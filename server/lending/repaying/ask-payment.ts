import { lastQuestionAt, underWaySince } from '#domain/lending/payment-page.ts'
import { savePending } from '#server/lending/db/money-under-way.ts'
import { type OrderKey, orderOf } from '#server/lending/db/order.ts'
import {
  type Payment,
  pagesOfOrder,
  paymentOf,
  savePaymentStatus,
} from '#server/lending/db/payment.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { ask, ELSEWHERE_PAUSE_MS, isWith } from '#server/lending/payout/with-vendor.ts'
import { collectorOf } from '#server/lending/repaying/collector.ts'
import { followCourse } from '#server/lending/repaying/follow-course.ts'
import { receiveAttempt } from '#server/lending/repaying/receive-payment.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { KnownAttempt } from '#server/providers/payment/port.ts'

const MINUTE_MS = 60_000
/**
 * The pauses between questions, in minutes; then the longest, until an answer has come after the
 * page's expiry.
 */
const PAUSES_MINUTES = [1, 2, 5, 10, 30, 60, 120] as const
const PAUSE_MAX_MINUTES = 240

/**
 * Asks the provider about a payment whose message has not come: money counts as lost only after
 * asking (product §10).
 */
export async function askPayment(
  services: LendingServices,
  {
    borrowerId,
    paymentId,
    round,
  }: { readonly borrowerId: string; readonly paymentId: string; readonly round: number },
): Promise<void> {
  const { db, clock, queue } = services
  const payment = await paymentOf(db, borrowerId, paymentId)
  if (!payment) return
  const lastAt = lastQuestionAt(payment.expiresAt)
  const isPageOver = clock.now() >= lastAt
  const answer = await askVendor(services, payment)
  await db.transaction(async tx => {
    // A received payment stays paid, and may have been made twice: only an answer ends the asking.
    if (isPageOver && isFinal(answer, payment, clock.now()))
      return savePaymentStatus(tx, payment, 'failed', clock.now())
    const leftMs = lastAt.getTime() - clock.now().getTime()
    const startAfter = new Date(Date.now() + pauseMs(round, leftMs, answer))
    await queue.enqueue(
      tx,
      'ask-payment',
      { borrowerId, paymentId, round: round + 1 },
      { startAfter, singletonKey: paymentId },
    )
  })
}

/** A payment under way for too long counts as ended; if it arrives after all, its vendor reports it. */
function isFinal(answer: Answer, { pendingSince }: Payment, now: Date): boolean {
  if (answer === 'pending') return pendingSince !== undefined && pendingSince <= underWaySince(now)
  return answer === 'paid' || answer === 'unpaid'
}

/**
 * True if the provider is still asked about a payment: a page on which an attempt failed may yet be
 * paid.
 */
export function isAskedAbout({ status, expiresAt, pendingSince }: Payment, now: Date): boolean {
  return status === 'pending' || pendingSince !== undefined || now < lastQuestionAt(expiresAt)
}

/**
 * `pending`: a payment was begun and has not ended. `unanswered`: the vendor could not be asked.
 * `elsewhere`: it is with another vendor.
 */
export type Answer = 'paid' | 'pending' | 'unpaid' | 'unanswered' | 'elsewhere'

/** Asks the vendor of a payment, applies its answer, and stores whether money is under way. */
export async function askVendor(services: LendingServices, payment: Payment): Promise<Answer> {
  const { clock, log } = services
  const { id: paymentId, vendor, link, upi } = payment
  const provider = collectorOf(services, payment)
  // If no page was opened, nobody can have paid.
  if (!link) return 'unpaid'
  if (!isWith(provider, { vendor, paymentId }, log)) return 'elsewhere'
  const attempts = await ask(
    log,
    'the payment provider',
    () => provider.attempts(link.linkRef, upi?.upiRef),
    undefined,
  )
  if (!attempts) return 'unanswered'
  for (const { state, ...attempt } of attempts)
    if (state !== 'pending')
      await receiveAttempt(services, payment.borrowerId, { ...attempt, state, paymentId, vendor })
  const since = pendingSince(payment, attempts, clock.now())
  if (since?.getTime() !== payment.pendingSince?.getTime())
    await notePending(services, payment, since)
  if (payment.status === 'paid' || attempts.some(({ state }) => state === 'paid')) return 'paid'
  return since ? 'pending' : 'unpaid'
}

/** Stores since when money is under way. Once it is, the loan is no later than it was then. */
async function notePending(
  services: LendingServices,
  { borrowerId, id, orderId }: Payment,
  since: Date | undefined,
): Promise<void> {
  const { clock, ids } = services
  const at = clock.now()
  await services.db.transaction(async tx => {
    await lockBorrower(tx, borrowerId)
    await savePending(tx, { borrowerId, id }, since)
    const order = await orderOf(tx, borrowerId, orderId)
    if (order?.state !== 'overdue' || !since) return
    await followCourse({ services, tx, at }, order, { id: ids.uuid(at), actor: 'provider' })
  })
}

/**
 * Since when an attempt goes on: the earliest that the vendor knew, and since the page was opened where
 * it says no time. A debit that was started goes on before its service shows it.
 */
function pendingSince(
  { scope, status, pendingSince, createdAt: askedAt, expiresAt }: Payment,
  attempts: readonly Pick<KnownAttempt, 'state' | 'paidAt'>[],
  now: Date,
): Date | undefined {
  const isStarting = scope === 'autopay' && status === 'pending' && attempts.length === 0
  if (isStarting) return now < expiresAt ? pendingSince : undefined
  const begun = attempts.filter(({ state }) => state === 'pending')
  if (begun.length === 0) return undefined
  const times = begun.map(({ paidAt = askedAt }) => Math.max(paidAt.getTime(), askedAt.getTime()))
  return pendingSince ?? new Date(Math.min(...times))
}

/** Asks the vendors of an order's open pages about payments. False where one of them could not be asked. */
export async function askOpenPages(services: LendingServices, key: OrderKey): Promise<boolean> {
  const { db, clock } = services
  const pages = (await pagesOfOrder(db, key)).filter(page => isAskedAbout(page, clock.now()))
  const answers: Answer[] = []
  for (const page of pages) answers.push(await askVendor(services, page))
  return !answers.includes('unanswered')
}

/**
 * Once a payment is known, only the last question remains: a page can be paid twice, and the second
 * message can be lost too.
 */
function pauseMs(round: number, leftMs: number, answer: Answer): number {
  if (answer === 'elsewhere') return ELSEWHERE_PAUSE_MS
  const usualMs = (PAUSES_MINUTES[round] ?? PAUSE_MAX_MINUTES) * MINUTE_MS
  if (leftMs <= 0) return usualMs
  return answer === 'paid' ? leftMs : Math.min(usualMs, leftMs)
}
