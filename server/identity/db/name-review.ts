import type { Settlement } from '#server/identity/db/face-review.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

/** Names that wait for a person: of an identity, or of the bank account `subjectId`. */
export type NameReview = Row<'name-review-waiting'>
type RequestedReview = Pick<NameReview, 'borrowerId' | 'reviewId' | 'what' | 'subjectId'>

/** More than a person reviews at a time. */
const LISTED_MAX = 100

const WAITING = `SELECT borrower_id AS "borrowerId", review_id AS "reviewId", what, subject_id AS "subjectId", asked_at AS "askedAt"
  FROM name_review WHERE settled_at IS NULL`

const ask = statement(
  'name-review-ask',
  `INSERT INTO name_review (borrower_id, review_id, what, subject_id, asked_at) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (borrower_id, subject_id) WHERE settled_at IS NULL DO NOTHING`,
)
const waiting = statement('name-reviews-waiting', `${WAITING} ORDER BY asked_at LIMIT $1`)
const waitingOne = statement('name-review-waiting', `${WAITING} AND review_id::text = $1`)
const settle = statement(
  'name-review-settle',
  `UPDATE name_review SET settled_at = $3, outcome = $4, told_reason = $5, settled_by = $6
   WHERE borrower_id = $1 AND review_id = $2 AND settled_at IS NULL RETURNING 1 AS one`,
)
const passWaiting = statement(
  'name-review-pass-waiting',
  `UPDATE name_review SET settled_at = $3, outcome = 'passed'
   WHERE borrower_id = $1 AND subject_id = $2 AND settled_at IS NULL`,
)
const denials = statement(
  'name-review-denials',
  `SELECT subject_id AS "subjectId", told_reason AS "statedReason!" FROM name_review
   WHERE borrower_id = $1 AND outcome = 'denied' ORDER BY settled_at`,
)

/** Requests a person's comparison of two names, once. */
export async function askForNames(
  tx: Queryable,
  { borrowerId, reviewId, what, subjectId }: RequestedReview,
  at: Date,
): Promise<void> {
  await tx.query(ask, [borrowerId, reviewId, what, subjectId, at])
}

/** The names that wait for a person, the longest waiting first. */
export function waitingNames(db: Queryable, limit = LISTED_MAX): Promise<NameReview[]> {
  return db.query(waiting, [limit])
}

/** One of them, by its id. */
export function waitingNamesOf(db: Queryable, reviewId: string): Promise<NameReview | undefined> {
  return db.maybeOne(waitingOne, [reviewId])
}

/** Records the verdict of a review; false if it was settled already. */
export async function settleNamesRow(
  tx: Queryable,
  { borrowerId, reviewId }: Pick<NameReview, 'borrowerId' | 'reviewId'>,
  settlement: Settlement,
  at: Date,
): Promise<boolean> {
  const { outcome, by = null } = settlement
  const statedReason = settlement.outcome === 'denied' ? settlement.statedReason : null
  const values = [borrowerId, reviewId, at, outcome, statedReason, by] as const
  return (await tx.query(settle, values)).length === 1
}

/** Settles the waiting review of an identity that a person passed by approving its application. */
export async function passWaitingNames(tx: Queryable, borrowerId: string, at: Date): Promise<void> {
  await tx.query(passWaiting, [borrowerId, borrowerId, at])
}

/** The reasons of the last denials, as the borrower reads them, by their subjects. */
export async function nameDenialsOf(
  db: Queryable,
  borrowerId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query(denials, [borrowerId])
  return new Map(rows.map(({ subjectId, statedReason }) => [subjectId, statedReason]))
}
