import { type Refusal, refused } from '#contract/envelope.ts'
import { canMove } from '#domain/lending/order.ts'
import { type Order, orderOf } from '#server/lending/db/order.ts'
import { moveOrder } from '#server/lending/orders/move-order.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Transaction } from '#server/platform/db/open.ts'

/** The borrower withdraws an application, or leaves an offer. */
export async function withdraw(
  tx: Transaction,
  { borrowerId, orderId }: { readonly borrowerId: string; readonly orderId: string },
  now: Date,
): Promise<Order | Refusal<'order-not-found' | 'order-state'>> {
  const [, order] = await Promise.all([
    lockBorrower(tx, borrowerId),
    orderOf(tx, borrowerId, orderId),
  ])
  if (!order) return refused('order-not-found')
  if (!canMove(order.state, 'withdraw')) return refused('order-state')
  return moveOrder(tx, order, 'withdraw', { reasons: [] }, { actor: 'borrower', at: now })
}
