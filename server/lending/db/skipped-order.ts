/**
 * The orders that the close of business skipped because it could not close them. They are recorded,
 * tried again, and shown to a person.
 */

import { inSlots, type Portion, valuesOf } from '#server/lending/db/portion.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'
import type { OrderKey } from './order.ts'

export const closingSteps = [
  'end-extension',
  'answer-hardship',
  'fall-overdue',
  'overdue-day',
  'lapse-offer',
  'accrue',
  'announce-debit',
  'debit',
  'remind',
] as const
export type ClosingStep = (typeof closingSteps)[number]

/**
 * The condition of a query that finds orders for a step, without those that the step skipped: they
 * are tried again apart from it.
 */
export function notSkipped(table: string, step: ClosingStep): string {
  return `NOT EXISTS (SELECT 1 FROM order_left_behind l
    WHERE l.borrower_id = ${table}.borrower_id AND l.order_id = ${table}.order_id AND l.step = '${step}')`
}

/** More than a person reads. */
const LISTED_MAX = 1_000

const KEY = 'borrower_id AS "borrowerId", order_id AS "orderId"'
const MS_PER_SECOND = 1000
/** Tried again by the next run, then after 1 minute, 2, 4 and so on, and at least every hour. */
const record = statement(
  'skipped-order-add',
  `INSERT INTO order_left_behind AS l (borrower_id, order_id, step, reason, tries, since, tried_at, again_at)
   VALUES ($1, $2, $3, $4, 1, $5, $5, $5)
   ON CONFLICT (borrower_id, order_id, step) DO UPDATE
   SET reason = excluded.reason, tries = l.tries + 1, tried_at = excluded.tried_at,
     again_at = to_timestamp($6::float8 + 60 * least(60, power(2, least(l.tries - 1, 10))))`,
)
const selectDue = statement(
  'skipped-order-due',
  // A try at a time that is still to come was made while a clock was wrong.
  `SELECT ${KEY} FROM order_left_behind WHERE step = $1 AND (again_at <= $2 OR tried_at > $2)
     AND ${inSlots('order_left_behind', '$4', '$5')} ORDER BY again_at LIMIT $3`,
)
const clear = statement(
  'skipped-order-clear',
  'DELETE FROM order_left_behind WHERE borrower_id = $1 AND order_id = $2 AND step = $3',
)
const count = statement(
  'skipped-order-count',
  'SELECT step, count(*)::int AS "count!" FROM order_left_behind GROUP BY step',
)
const list = statement(
  'skipped-order-list',
  `SELECT l.order_id AS "orderId", o.order_no AS "orderNo", l.step, l.reason, l.tries, l.since, l.again_at AS "againAt"
   FROM order_left_behind l JOIN loan_order o ON o.borrower_id = l.borrower_id AND o.order_id = l.order_id
   ORDER BY l.since, o.order_no LIMIT ${LISTED_MAX}`,
)

/** Records that a step skipped an order, and why; `reason` must hold nothing of a person. */
export async function recordSkipped(
  db: Queryable,
  { borrowerId, orderId }: OrderKey,
  { step, reason, at }: { readonly step: ClosingStep; readonly reason: string; readonly at: Date },
): Promise<void> {
  await db.query(record, [borrowerId, orderId, step, reason, at, at.getTime() / MS_PER_SECOND])
}

/** Returns the skipped orders that are due to be tried again, the longest waiting first. */
export function skippedDue(
  db: Queryable,
  step: ClosingStep,
  now: Date,
  portion: Portion,
): Promise<OrderKey[]> {
  return db.query(selectDue, [step, now, ...valuesOf(portion)])
}

/** Forgets that a step skipped an order: it is closed, or nothing is left to close. */
export async function clearSkipped(
  db: Queryable,
  { borrowerId, orderId }: OrderKey,
  step: ClosingStep,
): Promise<void> {
  await db.query(clear, [borrowerId, orderId, step])
}

/** Counts the orders that each step skipped; every step is named. */
export async function countSkipped(db: Queryable): Promise<Record<ClosingStep, number>> {
  const rows = await db.query(count)
  const counts = Object.fromEntries(closingSteps.map(step => [step, 0])) as Record<
    ClosingStep,
    number
  >
  for (const row of rows) counts[row.step] = row.count
  return counts
}

export type SkippedOrder = Row<'skipped-order-list'>

/** Returns the skipped orders, the longest skipped first, then by number. */
export function listSkipped(db: Queryable): Promise<SkippedOrder[]> {
  return db.query(list)
}
