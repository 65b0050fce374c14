/** Money and mandates that a person looks at, and the act on a payout that hangs (decision 34). */
import { unconfirmedMandates } from '#server/lending/db/mandate.ts'
import { ownerOfPayout, stopPayout } from '#server/lending/db/payout.ts'
import { longPayouts, longRefunds } from '#server/lending/db/unfinished.ts'
import type { Queryable } from '#server/platform/db/open.ts'

/** Banks finish within minutes. A person looks at anything that takes longer than a day. */
const LONG_MS = 86_400_000

/**
 * Payouts and refunds that have been under way for more than a day, and refunds that their provider
 * gave up: they stay owed until they are done. Also AutoPay mandates whose service has not confirmed
 * for an hour what the borrower commanded. `most` limits the lists.
 */
export async function underWay(
  db: Queryable,
  now: Date,
  most: { readonly payouts?: number; readonly refunds?: number; readonly mandates?: number } = {},
) {
  const before = new Date(now.getTime() - LONG_MS)
  const [payouts, refunds, mandates] = await Promise.all([
    longPayouts(db, before, most.payouts),
    longRefunds(db, before, most.refunds),
    unconfirmedMandates(db, now, most.mandates),
  ])
  return { payouts, refunds, mandates }
}

/**
 * Stops the sending of a payout that has not ended. The server still asks its bank, whose answer
 * counts: a payout that the bank does not know 15 minutes later ends as refused. False if no payout
 * with that id is under way (decision 34).
 */
export async function stopPayoutByHand(
  db: Queryable,
  payoutId: string,
  at: Date,
): Promise<boolean> {
  const borrowerId = await ownerOfPayout(db, payoutId)
  return borrowerId !== undefined && stopPayout(db, borrowerId, payoutId, at)
}
