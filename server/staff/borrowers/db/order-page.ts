/** An order as the console shows it: found by its number, with its moves and its money in and out. */
import type { OrderKey } from '#server/lending/db/order.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

const find = statement(
  'order-page-find',
  'SELECT borrower_id AS "borrowerId", order_id AS "orderId" FROM loan_order WHERE order_no = $1 LIMIT 2',
)
const moves = statement(
  'order-page-moves',
  `SELECT event, state, actor, at, details FROM order_event WHERE borrower_id = $1 AND order_id = $2 ORDER BY number`,
)
const payouts = statement(
  'order-page-payouts',
  `SELECT payout_id AS "payoutId", amount, state, vendor, utr, reason, created_at AS "createdAt", ended_at AS "endedAt",
     stopped_at AS "stoppedAt" FROM payout WHERE borrower_id = $1 AND order_id = $2 ORDER BY created_at, payout_id`,
)
const requests = statement(
  'order-page-requests',
  `SELECT payment_id AS "paymentId", scope, amount, status, vendor, coalesce(link_ref, upi_ref) AS reference, created_at AS "createdAt",
     (SELECT coalesce(sum(r.amount), 0)::bigint FROM payment_receipt r
      WHERE r.borrower_id = $1 AND r.payment_id = payment.payment_id) AS "received!"
   FROM payment WHERE borrower_id = $1 AND order_id = $2 ORDER BY created_at, payment_id LIMIT 500`,
)
const refunds = statement(
  'order-page-refunds',
  `SELECT refund_id AS "refundId", cause, amount, state, created_at AS "createdAt", done_at AS "doneAt",
     hand_reference AS "handReference" FROM refund WHERE borrower_id = $1 AND order_id = $2 ORDER BY created_at, refund_id`,
)

/** Returns the order with this number, or undefined if none or several have it. */
export async function orderKeyOf(db: Queryable, orderNo: string): Promise<OrderKey | undefined> {
  const orders = await db.query(find, [orderNo])
  return orders.length === 1 ? orders[0] : undefined
}

export const movesOf = (db: Queryable, { borrowerId, orderId }: OrderKey) =>
  db.query(moves, [borrowerId, orderId])
export const payoutsOf = (db: Queryable, { borrowerId, orderId }: OrderKey) =>
  db.query(payouts, [borrowerId, orderId])
export const requestsOf = (db: Queryable, { borrowerId, orderId }: OrderKey) =>
  db.query(requests, [borrowerId, orderId])
export const refundRowsOf = (db: Queryable, { borrowerId, orderId }: OrderKey) =>
  db.query(refunds, [borrowerId, orderId])
