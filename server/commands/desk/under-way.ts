import { paise } from '#domain/money.ts'
import { ownerOfPayout, stopPayout } from '#server/lending/db/payout.ts'
import { type LongUnderWay, longPayouts, longRefunds } from '#server/lending/db/unfinished.ts'
import type { Services } from '#server/services.ts'
import { money } from '#words/format.ts'

/** Banks finish within minutes; anything longer is for a person to look at. */
const LONG_MS = 86_400_000

/**
 * Payouts and refunds that have been under way for more than a day, and refunds that their provider
 * gave up. They stay owed until they are done.
 */
export async function underWayLines({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> {
  const before = new Date(clock.now().getTime() - LONG_MS)
  const [payouts, refunds] = await Promise.all([longPayouts(db, before), longRefunds(db, before)])
  return [
    ...payouts.map(one =>
      line(one.isStopped ? 'A payout that was stopped' : 'A payout that has not ended', one),
    ),
    ...refunds.map(one =>
      line(one.isGivenUp ? 'A refund that the provider gave up' : 'A refund that is not done', one),
    ),
  ]
}

/**
 * Stops the sending of a payout that has not ended. Its bank is still asked: its answer counts, and
 * a payout that it does not know a quarter of an hour later ends as refused. False where no payout
 * with that id is under way.
 */
export async function stopPayoutAtDesk(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  payoutId: string,
): Promise<boolean> {
  const borrowerId = await ownerOfPayout(db, payoutId)
  return borrowerId !== undefined && stopPayout(db, borrowerId, payoutId, clock.now())
}

function line(what: string, { id, orderNo, amount, since }: LongUnderWay): string {
  return `${what}: ${money(paise(amount))} of order ${orderNo}, since ${since.toISOString()}, ${id}`
}
