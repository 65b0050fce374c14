import { lastQuestionAt } from '#domain/lending/payment-page.ts'
import { type Payment, paymentOf, savePaymentStatus } from '#server/lending/db/payment.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { ask, ELSEWHERE_PAUSE_MS, isWith } from '#server/lending/payout/with-vendor.ts'
import { collectorOf } from '#server/lending/repaying/collector.ts'
import { receiveAttempt } from '#server/lending/repaying/receive-payment.ts'

const MINUTE_MS = 60_000
/**
 * The pauses between questions, in minutes; then the longest, until an answer has come after the
 * page's expiry.
 */
const PAUSES_MINUTES = [1, 2, 5, 10, 30, 60, 120] as const
const LONGEST_PAUSE_MINUTES = 240

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
  const answer = await learned(services, payment)
  await db.transaction(async tx => {
    // A received payment stays paid, and may have been made twice: only an answer ends the asking.
    if (isPageOver && (answer === 'paid' || answer === 'unpaid'))
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

/**
 * True if the provider is still asked about a payment: a page on which an attempt failed may yet be
 * paid.
 */
export function isAskedAbout({ status, expiresAt }: Payment, now: Date): boolean {
  return status === 'pending' || now < lastQuestionAt(expiresAt)
}

/** `unanswered`: the provider could not be asked. `elsewhere`: it is with another vendor. */
type Answer = 'paid' | 'unpaid' | 'unanswered' | 'elsewhere'

/** Asks the provider and applies its answer. */
async function learned(services: LendingServices, payment: Payment): Promise<Answer> {
  const { log } = services
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
  for (const attempt of attempts)
    await receiveAttempt(services, payment.borrowerId, { ...attempt, paymentId, vendor })
  return payment.status === 'paid' || attempts.some(({ state }) => state === 'paid')
    ? 'paid'
    : 'unpaid'
}

/**
 * Once a payment is known, only the last question remains: a page can be paid twice, and the second
 * message can be lost too.
 */
function pauseMs(round: number, leftMs: number, answer: Answer): number {
  if (answer === 'elsewhere') return ELSEWHERE_PAUSE_MS
  const usualMs = (PAUSES_MINUTES[round] ?? LONGEST_PAUSE_MINUTES) * MINUTE_MS
  if (leftMs <= 0) return usualMs
  return answer === 'paid' ? leftMs : Math.min(usualMs, leftMs)
}
