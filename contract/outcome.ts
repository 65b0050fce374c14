import * as v from 'valibot'
import { id, indiaDay, instant, rupees, statedReason, text } from '#contract/wire.ts'

/**
 * Ours: what became of Get Money, a payment or an application, shown until the borrower has seen
 * it. `sent` and `arrived` are the payout, `failed` one that the bank refused or took back.
 */
export const outcome = v.object({
  kind: v.picklist(['sent', 'arrived', 'paid', 'denied', 'failed']),
  /** Names the outcome: send it back once it was seen. */
  at: instant,
  orderId: id,
  productId: id,
  productName: text,
  /** The net amount that was sent, or the amount that was received. */
  amount: v.nullable(rupees),
  /** The part of it that was not owed and is sent back. */
  excess: rupees,
  /** The account to which the money goes, masked. */
  bankNo: v.nullable(text),
  /** The first or the next repayment; null if nothing is owed. */
  next: v.nullable(v.object({ day: indiaDay, amount: rupees })),
  reasons: v.array(statedReason),
  /** After a denial: from when the borrower may apply again. */
  reapplyAt: v.nullable(instant),
})
