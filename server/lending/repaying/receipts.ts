import { courseOf } from '#domain/lending/course.ts'
import { factsOf } from '#server/lending/db/loan.ts'
import type { Order } from '#server/lending/db/order.ts'
import { firstReceiptsOf, type Receipt } from '#server/lending/db/receipt.ts'
import type { Queryable } from '#server/platform/db/open.ts'

/**
 * Every payment on an order, in the order in which they became known, with its outcome by the
 * course of the loan (decision 6). Of an order whose payout was reversed, as each was used first.
 */
export async function receiptsOf(
  db: Queryable,
  order: Pick<Order, 'borrowerId' | 'id' | 'state' | 'disbursedDay'>,
): Promise<Receipt[]> {
  const [receipts, facts] = await Promise.all([
    firstReceiptsOf(db, order.borrowerId, order.id),
    factsOf(db, order),
  ])
  const uses = facts && courseOf(facts).uses
  return receipts.map(receipt => ({ ...receipt, ...uses?.get(receipt.id) }))
}
