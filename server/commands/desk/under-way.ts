import { paise } from '#domain/money.ts'
import { ownerOfPayout, stopPayout } from '#server/lending/db/payout.ts'
import { type LongUnderWay, longPayouts, longRefunds } from '#server/lending/db/unfinished.ts'
import type { Services } from '#server/services.ts'
import { money } from '#words/format.ts'

/** Banks end what they were asked within minutes; what takes longer is for a person to look at. */
const LONG_MS = 86_400_000

/** Money that is under way for more than a day, and refunds that their provider gave up. They stay owed until they are done. */
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
 * Has a payout that has not ended sent no more. Its bank is asked on: what it knows of counts, and what it does not know a quarter of
 * an hour later is ended as refused. False where no payout of that id is under way.
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
