import { type OrderMove, stateAfter } from '#domain/lending/order.ts'
import { outcomeOfMove } from '#domain/lending/outcome.ts'
import { type Order, type Progress, saveProgress } from '#server/lending/db/order.ts'
import { type Actor, recordEvent } from '#server/lending/db/order-event.ts'
import { recordOutcome } from '#server/lending/db/outcome.ts'
import type { Transaction } from '#server/platform/db/open.ts'

/** The author of a move, and its entry in the order's record. */
export type Mover = {
  readonly actor: Actor
  readonly details?: Readonly<Record<string, unknown>>
}
export type MoveBy = Mover & { readonly at: Date }

/**
 * Makes one move of the table in domain/lending/order.ts, writes its changes and its outcome, and
 * records it. Throws
 * where the table has no such move: the caller checks `canMove` first, under the borrower's lock.
 */
export async function moveOrder(
  tx: Transaction,
  order: Order,
  move: OrderMove,
  changes: Partial<Omit<Progress, 'state'>>,
  by: MoveBy,
): Promise<Order> {
  const state = stateAfter(order.state, move)
  if (!state)
    throw new Error(`Order ${order.id} in state ${order.state} cannot make the move '${move}'.`)
  const { borrowerId, id: orderId } = order
  const outcome = outcomeOfMove(move)
  const moved: Order = { ...order, ...changes, state }
  await Promise.all([
    saveProgress(tx, order.state, moved),
    recordEvent(tx, moved, { event: move, ...by }),
    outcome && recordOutcome(tx, { borrowerId, orderId }, outcome, by.at),
  ])
  return moved
}
