/** Payouts, refunds and demands that have not ended: to take up what lost its job, and to show a person what takes too long. */
import type { Queryable } from '#server/db/open.ts'
import { statement } from '#server/db/statement.ts'

export type UnfinishedKey = { readonly borrowerId: string; readonly id: string }

/** Which of them: begun before a moment, in the order of their ids, after the last one of the batch before. */
export type Unfinished = { readonly before: Date; readonly after: string | undefined; readonly limit: number }

/** Before every id of ours. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
/** More than a person looks through at once. */
const MOST_LISTED = 100

const selectPayouts = statement(
  'unfinished-payouts',
  `SELECT borrower_id AS "borrowerId", payout_id AS id FROM payout
   WHERE state = 'pending' AND created_at < $1 AND payout_id > $2 ORDER BY payout_id LIMIT $3`,
)
const selectRefunds = statement(
  'unfinished-refunds',
  `SELECT borrower_id AS "borrowerId", refund_id AS id FROM refund
   WHERE state = 'pending' AND created_at < $1 AND refund_id > $2 ORDER BY refund_id LIMIT $3`,
)
const selectPayments = statement(
  'unfinished-payments',
  `SELECT borrower_id AS "borrowerId", payment_id AS id FROM payment
   WHERE status = 'pending' AND created_at < $1 AND payment_id > $2 ORDER BY payment_id LIMIT $3`,
)
const selectLongPayouts = statement(
  'unfinished-payouts-long',
  `SELECT p.payout_id AS id, o.order_no AS "orderNo", p.amount, p.created_at AS since,
     p.stopped_at IS NOT NULL AS "isStopped"
   FROM payout p JOIN loan_order o ON o.borrower_id = p.borrower_id AND o.order_id = p.order_id
   WHERE p.state = 'pending' AND p.created_at < $1 ORDER BY p.created_at LIMIT ${MOST_LISTED}`,
)
const selectLongRefunds = statement(
  'unfinished-refunds-long',
  `SELECT f.refund_id AS id, o.order_no AS "orderNo", f.amount, coalesce(f.given_up_at, f.created_at) AS since,
     f.state = 'given-up' AS "isGivenUp"
   FROM refund f JOIN loan_order o ON o.borrower_id = f.borrower_id AND o.order_id = f.order_id
   WHERE f.state = 'given-up' OR f.state = 'pending' AND f.created_at < $1 ORDER BY f.created_at LIMIT ${MOST_LISTED}`,
)

export function unfinishedPayouts(db: Queryable, { before, after, limit }: Unfinished): Promise<UnfinishedKey[]> {
  return db.query(selectPayouts, [before, after ?? FIRST_ID, limit])
}

export function unfinishedRefunds(db: Queryable, { before, after, limit }: Unfinished): Promise<UnfinishedKey[]> {
  return db.query(selectRefunds, [before, after ?? FIRST_ID, limit])
}

export function unfinishedPayments(db: Queryable, { before, after, limit }: Unfinished): Promise<UnfinishedKey[]> {
  return db.query(selectPayments, [before, after ?? FIRST_ID, limit])
}

/** Money that is long under way, in paise, by the number of its order. */
export type LongUnderWay = { readonly id: string; readonly orderNo: string; readonly amount: number; readonly since: Date }

/** Payouts that began before a moment and have not ended, the oldest first. */
export function longPayouts(db: Queryable, before: Date): Promise<(LongUnderWay & { readonly isStopped: boolean })[]> {
  return db.query(selectLongPayouts, [before])
}

/** Refunds that began before a moment and are not done, and those that their provider gave up, the oldest first. */
export function longRefunds(db: Queryable, before: Date): Promise<(LongUnderWay & { readonly isGivenUp: boolean })[]> {
  return db.query(selectLongRefunds, [before])
}
