/** Orders that the close of business could not close: kept apart so that they hold up no other, tried again, and shown to a person. */

import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'
import type { OrderKey } from './order.ts'

export const closingSteps = [
  'end-extension',
  'fall-overdue',
  'overdue-day',
  'lapse-offer',
  'accrue',
  'remind',
] as const
export type ClosingStep = (typeof closingSteps)[number]

/** The condition of a query that finds orders for a step: those left behind are tried again apart from it. */
export function notLeftBehind(table: string, step: ClosingStep): string {
  return `NOT EXISTS (SELECT 1 FROM order_left_behind l
    WHERE l.borrower_id = ${table}.borrower_id AND l.order_id = ${table}.order_id AND l.step = '${step}')`
}

/** More than anybody reads. */
const MOST_LISTED = 1_000

const KEY = 'borrower_id AS "borrowerId", order_id AS "orderId"'
/** Tried again by the next run, then after 1 minute, 2, 4 and so on, and at least every hour. */
const leave = statement(
  'left-behind-add',
  `INSERT INTO order_left_behind AS l (borrower_id, order_id, step, reason, tries, since, tried_at, again_at)
   VALUES ($1, $2, $3, $4, 1, $5, $5, $5)
   ON CONFLICT (borrower_id, order_id, step) DO UPDATE
   SET reason = excluded.reason, tries = l.tries + 1, tried_at = excluded.tried_at,
     again_at = excluded.tried_at + least(interval '1 hour', interval '1 minute' * power(2, least(l.tries - 1, 10)))`,
)
const selectDue = statement(
  'left-behind-due',
  // What was tried at a time that is still to come was tried while a clock was wrong.
  `SELECT ${KEY} FROM order_left_behind WHERE step = $1 AND (again_at <= $2 OR tried_at > $2) ORDER BY again_at LIMIT $3`,
)
const clear = statement(
  'left-behind-clear',
  'DELETE FROM order_left_behind WHERE borrower_id = $1 AND order_id = $2 AND step = $3',
)
const count = statement(
  'left-behind-count',
  'SELECT step, count(*)::int AS "count!" FROM order_left_behind GROUP BY step',
)
const list = statement(
  'left-behind-list',
  `SELECT l.order_id AS "orderId", o.order_no AS "orderNo", l.step, l.reason, l.tries, l.since, l.again_at AS "againAt"
   FROM order_left_behind l JOIN loan_order o ON o.borrower_id = l.borrower_id AND o.order_id = l.order_id
   ORDER BY l.since, o.order_no LIMIT ${MOST_LISTED}`,
)

/** Notes that a step has failed for an order, and why; `reason` must hold nothing of a person. */
export async function leaveBehind(
  db: Queryable,
  { borrowerId, orderId }: OrderKey,
  { step, reason, at }: { readonly step: ClosingStep; readonly reason: string; readonly at: Date },
): Promise<void> {
  await db.query(leave, [borrowerId, orderId, step, reason, at])
}

/** Those whose time has come to be tried again, the longest waiting first. */
export function leftBehindDue(
  db: Queryable,
  step: ClosingStep,
  now: Date,
  limit: number,
): Promise<OrderKey[]> {
  return db.query(selectDue, [step, now, limit])
}

/** Forgets that an order was left behind by a step: it is closed, or nothing is left to close. */
export async function clearLeftBehind(
  db: Queryable,
  { borrowerId, orderId }: OrderKey,
  step: ClosingStep,
): Promise<void> {
  await db.query(clear, [borrowerId, orderId, step])
}

/** How many orders each step has left behind; every step is named. */
export async function countLeftBehind(db: Queryable): Promise<Record<ClosingStep, number>> {
  const rows = await db.query(count)
  const counts = Object.fromEntries(closingSteps.map(step => [step, 0])) as Record<
    ClosingStep,
    number
  >
  for (const row of rows) counts[row.step] = row.count
  return counts
}

export type LeftBehind = Row<'left-behind-list'>

/** Those left behind, the longest first, by the number of the order. */
export function listLeftBehind(db: Queryable): Promise<LeftBehind[]> {
  return db.query(list)
}
