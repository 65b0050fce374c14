import { discountFor, loansNeededFor } from '#domain/lending/tier.ts'
import type { BasisPoints } from '#domain/money.ts'
import type { OrderInList } from '#server/lending/db/order-list.ts'
import type { Product } from '#server/lending/db/product.ts'

/** What a borrower's earlier loans say of them (product §5, tiers). */
export type History = {
  readonly loansRepaid: number
  /** Of these, the ones of which no instalment was ever overdue. */
  readonly loansRepaidOnTime: number
  readonly worstOverdueDays: number
  /** Off the processing fee of the next loan. */
  readonly discount: BasisPoints
}

export function historyOf(orders: readonly OrderInList[]): History {
  const repaid = orders.filter(({ state }) => state === 'settled')
  const loansRepaidOnTime = repaid.filter(({ wasEverOverdue }) => !wasEverOverdue).length
  return {
    loansRepaid: repaid.length,
    loansRepaidOnTime,
    worstOverdueDays: Math.max(0, ...orders.map(({ worstOverdueDays }) => worstOverdueDays)),
    discount: discountFor(loansRepaidOnTime),
  }
}

export function isLocked(
  { orderNum }: Pick<Product, 'orderNum'>,
  { loansRepaid }: Pick<History, 'loansRepaid'>,
): boolean {
  return loansRepaid < loansNeededFor(orderNum)
}
