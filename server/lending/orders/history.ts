import type { PolicyLimits } from '#domain/lending/policy-limits.ts'
import { discountFor, type Ladder, loansNeededFor } from '#domain/lending/tier.ts'
import type { BasisPoints } from '#domain/money.ts'
import type { OrderInList } from '#server/lending/db/order-list.ts'
import type { Product } from '#server/lending/db/product.ts'

/** A borrower's record of earlier loans (product §5, tiers). */
export type History = {
  readonly loansRepaid: number
  /** Those of them without a single overdue instalment. */
  readonly loansRepaidOnTime: number
  readonly worstOverdueDays: number
  /** Discount on the processing fee of the next loan, in basis points. */
  readonly discount: BasisPoints
  /** The rungs by which repaid loans unlock products. */
  readonly ladder: Ladder
}

/** The record, with the discount that it earns by the tiers of the limits. */
export function historyOf(
  orders: readonly OrderInList[],
  { tiers, ladder }: Pick<PolicyLimits, 'tiers' | 'ladder'>,
): History {
  const record = recordOf(orders)
  return { ...record, discount: discountFor(tiers, record.loansRepaidOnTime), ladder }
}

export function recordOf(orders: readonly OrderInList[]): Omit<History, 'discount' | 'ladder'> {
  const repaid = orders.filter(({ state }) => state === 'settled')
  const loansRepaidOnTime = repaid.filter(({ wasEverOverdue }) => !wasEverOverdue).length
  return {
    loansRepaid: repaid.length,
    loansRepaidOnTime,
    worstOverdueDays: Math.max(0, ...orders.map(({ worstOverdueDays }) => worstOverdueDays)),
  }
}

export function isLocked(
  { orderNum }: Pick<Product, 'orderNum'>,
  { loansRepaid, ladder }: Pick<History, 'loansRepaid' | 'ladder'>,
): boolean {
  return loansRepaid < loansNeededFor(orderNum, ladder)
}
