import type { Day } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { canMove } from '#domain/lending/order.ts'
import { worstOverdueDays } from '#domain/lending/paid-day.ts'
import type { LoanPosition } from '#domain/lending/repayment.ts'
import { type Order, saveProgress } from '#server/lending/db/order.ts'
import { moveOrder } from '#server/lending/orders/move-order.ts'
import type { Transaction } from '#server/platform/db/open.ts'

/**
 * Records that a loan is overdue, and for how many days; nothing else may. A loan falls overdue
 * when the day after its due day begins in India, whether the close of business or a late payment
 * notices first.
 */
export async function fallOverdue(
  tx: Transaction,
  order: Order,
  position: LoanPosition,
  at: Date,
): Promise<Order> {
  const changes = lateness(order, position)
  if (canMove(order.state, 'fallOverdue'))
    return moveOrder(tx, order, 'fallOverdue', changes, { actor: 'calendar', at })
  if (order.state !== 'overdue') return order
  const overdueOrder = { ...order, ...changes }
  await saveProgress(tx, order.state, overdueOrder)
  return overdueOrder
}

/** The order's fields about being overdue; empty where it is not. */
export function lateness({ worstOverdueDays }: Order, { overdueDays, today }: LoanPosition) {
  if (overdueDays === 0) return {}
  return {
    wasEverOverdue: true,
    worstOverdueDays: Math.max(worstOverdueDays, overdueDays),
    closedDay: today,
  }
}

/**
 * The lateness of a loan since its start, up to a day: for lateness that was not seen on the day
 * itself, because a payment became known late, or nobody paid an awaited extension.
 */
export function latenessSoFar(
  loan: RunningLoan,
  today: Day,
): Pick<Order, 'wasEverOverdue' | 'worstOverdueDays'> {
  const worst = worstOverdueDays(loan, today)
  return { wasEverOverdue: worst > 0, worstOverdueDays: worst }
}
