/**
 * Payouts, refunds and payment requests that have not ended: to recover lost jobs, and to show a
 * person those that take too long or are with another vendor.
 */
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

export type UnfinishedKey = { readonly borrowerId: string; readonly id: string }

/**
 * Selects a batch: begun before an instant, sorted by id, after the last one of the previous batch.
 */
export type Unfinished = {
  readonly before: Date
  readonly after: string | undefined
  readonly limit: number
}

/** Before every id of ours. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
/** More than a person reviews at a time. */
const LISTED_MAX = 100

const selectUnfinished = {
  payout: pending('payout', 'state'),
  refund: pending('refund', 'state'),
  payment: pending('payment', 'status'),
}
const selectElsewhere = statement(
  'under-way-elsewhere',
  `SELECT 'payouts' AS "what!", vendor AS "vendor!", count(*)::int AS "count!" FROM payout
   WHERE state = 'pending' AND vendor <> $1 GROUP BY vendor
   UNION ALL
   SELECT 'refunds', r.vendor, count(*)::int
   FROM refund f JOIN payment_receipt r ON r.borrower_id = f.borrower_id AND r.receipt_id = f.receipt_id
   WHERE f.state = 'pending' AND r.vendor <> $2 GROUP BY r.vendor
   UNION ALL
   SELECT 'payment links', vendor, count(*)::int FROM payment
   WHERE status = 'pending' AND link_ref IS NOT NULL AND vendor <> $2 GROUP BY vendor`,
)
const selectLongPayouts = statement(
  'unfinished-payouts-long',
  `SELECT p.payout_id AS id, o.order_no AS "orderNo", p.amount, p.created_at AS since,
     p.stopped_at IS NOT NULL AS "isStopped!"
   FROM payout p JOIN loan_order o ON o.borrower_id = p.borrower_id AND o.order_id = p.order_id
   WHERE p.state = 'pending' AND p.created_at < $1 ORDER BY p.created_at LIMIT $2`,
)
const selectLongRefunds = statement(
  'unfinished-refunds-long',
  `SELECT f.refund_id AS id, o.order_no AS "orderNo", f.amount, coalesce(f.given_up_at, f.created_at) AS "since!",
     f.state = 'given-up' AS "isGivenUp!"
   FROM refund f JOIN loan_order o ON o.borrower_id = f.borrower_id AND o.order_id = f.order_id
   WHERE f.state = 'given-up' OR f.state = 'pending' AND f.created_at < $1 ORDER BY f.created_at LIMIT $2`,
)

/** The pending work of one kind, a batch at a time, from the index of pending work. */
export function unfinished(
  db: Queryable,
  what: keyof typeof selectUnfinished,
  which: Unfinished,
): Promise<UnfinishedKey[]> {
  return db.query(selectUnfinished[what], [which.before, which.after ?? FIRST_ID, which.limit])
}

function pending<const Table extends string>(table: Table, state: string) {
  return statement(
    `unfinished-${table}`,
    `SELECT borrower_id AS "borrowerId", ${table}_id AS id FROM ${table}
     WHERE ${state} = 'pending' AND created_at < $1 AND ${table}_id > $2 ORDER BY ${table}_id LIMIT $3`,
  )
}

/** Money that is under way for long, in paise, by the number of its order. */
export type LongUnderWay = {
  readonly id: string
  readonly orderNo: string
  readonly amount: number
  readonly since: Date
}

/** Unfinished payouts that began before an instant, the oldest first. */
export function longPayouts(
  db: Queryable,
  before: Date,
  limit = LISTED_MAX,
): Promise<(LongUnderWay & { readonly isStopped: boolean })[]> {
  return db.query(selectLongPayouts, [before, limit])
}

/**
 * Unfinished refunds that began before an instant, and those that their provider gave up, the
 * oldest first.
 */
export function longRefunds(
  db: Queryable,
  before: Date,
  limit = LISTED_MAX,
): Promise<(LongUnderWay & { readonly isGivenUp: boolean })[]> {
  return db.query(selectLongRefunds, [before, limit])
}

/** The number of unfinished payouts, refunds or payment links with a vendor. */
export type UnderWay = Row<'under-way-elsewhere'>

/** The unfinished work with vendors other than these. */
export function underWayElsewhere(
  db: Queryable,
  { payout, payment }: { payout: string; payment: string },
): Promise<UnderWay[]> {
  return db.query(selectElsewhere, [payout, payment])
}
