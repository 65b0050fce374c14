import { paise } from '#domain/money.ts'
import { type UnconfirmedMandate, unconfirmedMandates } from '#server/lending/db/mandate.ts'
import { ownerOfPayout, stopPayout } from '#server/lending/db/payout.ts'
import { type LongUnderWay, longPayouts, longRefunds } from '#server/lending/db/unfinished.ts'
import type { Services } from '#server/services.ts'
import { money } from '#words/format.ts'

/** Banks finish within minutes. A person looks at anything that takes longer than a day. */
const LONG_MS = 86_400_000

/**
 * Lists payouts and refunds that have been under way for more than a day, and refunds that their
 * provider gave up: they stay owed until they are done. Also AutoPay mandates whose service has not
 * confirmed for an hour what the borrower commanded.
 */
export async function underWayLines({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> {
  const now = clock.now()
  const before = new Date(now.getTime() - LONG_MS)
  const [payouts, refunds, mandates] = await Promise.all([
    longPayouts(db, before),
    longRefunds(db, before),
    unconfirmedMandates(db, now),
  ])
  return [...payouts.map(payoutLine), ...refunds.map(refundLine), ...mandates.map(mandateLine)]
}

/**
 * Stops the sending of a payout that has not ended. The server still asks its bank, whose answer
 * counts: a payout that the bank does not know 15 minutes later ends as refused. False if no payout
 * with that id is under way (decision 34).
 */
export async function stopPayoutAtDesk(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  payoutId: string,
): Promise<boolean> {
  const borrowerId = await ownerOfPayout(db, payoutId)
  return borrowerId !== undefined && stopPayout(db, borrowerId, payoutId, clock.now())
}

function payoutLine(payout: LongUnderWay & { readonly isStopped: boolean }): string {
  const next = payout.isStopped
    ? 'It was stopped, and its bank has not said how it ended: ask the bank.'
    : `If its bank will not take it: npm run desk -- stop-payout ${payout.id}`
  return `Payout under way: ${line(payout)}. ${next}`
}

function refundLine(refund: LongUnderWay & { readonly isGivenUp: boolean }): string {
  return refund.isGivenUp
    ? `Refund failed: the provider gave up ${line(refund)}. The borrower is still owed the money.`
    : `Refund under way: ${line(refund)}. Ask the provider how it stands.`
}

function mandateLine({ id, orderNo, state, heldState, vendor, since }: UnconfirmedMandate): string {
  return `AutoPay of order ${orderNo} is ${state} here and ${heldState} with ${vendor}, since ${since.toISOString()}, id ${id}. Nothing is debited. Ask ${vendor} how it stands.`
}

function line({ id, orderNo, amount, since }: LongUnderWay): string {
  return `${money(paise(amount))} of order ${orderNo}, since ${since.toISOString()}, id ${id}`
}
