import { paise } from '#domain/money.ts'
import { type LongUnderWay, longPayouts, longRefunds } from '#server/db/unfinished.ts'
import { rupeesText } from '#server/flows/rupees-text.ts'
import type { Services } from '#server/services.ts'

/** Banks end what they were asked within minutes; what takes longer is for a person to look at. */
const LONG_MS = 86_400_000

/** Money that is under way for more than a day, and refunds that their provider gave up. They stay owed until they are done. */
export async function underWayLines({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<string[]> {
  const before = new Date(clock.now().getTime() - LONG_MS)
  const [payouts, refunds] = await Promise.all([longPayouts(db, before), longRefunds(db, before)])
  return [
    ...payouts.map(one => line('A payout that has not ended', one)),
    ...refunds.map(one => line(one.isGivenUp ? 'A refund that the provider gave up' : 'A refund that is not done', one)),
  ]
}

function line(what: string, { id, orderNo, amount, since }: LongUnderWay): string {
  return `${what}: ${rupeesText(paise(amount))} of order ${orderNo}, since ${since.toISOString()}, ${id}`
}
