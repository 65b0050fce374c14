import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { OrderKey } from './order.ts'

/** More than a person reviews at a time. */
const LISTED_MAX = 100

const KEY = 'borrower_id AS "borrowerId", order_id AS "orderId"'
const WAITS = `state = 'auditing' AND referred_at IS NOT NULL`
const selectWaiting = statement(
  'waiting-orders',
  `SELECT ${KEY} FROM loan_order WHERE ${WAITS} ORDER BY referred_at LIMIT ${LISTED_MAX}`,
)
const selectOne = statement(
  'waiting-order',
  `SELECT ${KEY} FROM loan_order WHERE ${WAITS} AND order_id::text = $1`,
)

/** Applications that the rules could not settle, the longest waiting first. */
export function waitingOrders(db: Queryable): Promise<OrderKey[]> {
  return db.query(selectWaiting)
}

/** One of them, by its id in the list. */
export function waitingOrderOf(db: Queryable, orderId: string): Promise<OrderKey | undefined> {
  return db.maybeOne(selectOne, [orderId])
}
