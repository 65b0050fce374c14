import { paise } from '#domain/money.ts'
import type { UnconfirmedMandate } from '#server/lending/db/mandate.ts'
import type { LongUnderWay } from '#server/lending/db/unfinished.ts'
import { underWay } from '#server/lending/payout/under-way.ts'
import type { Services } from '#server/services.ts'
import { money } from '#words/format.ts'

/** Lists what is under way for long, by the numbers of orders alone. */
export async function underWayLines({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> {
  const { payouts, refunds, mandates } = await underWay(db, clock.now())
  return [...payouts.map(payoutLine), ...refunds.map(refundLine), ...mandates.map(mandateLine)]
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
