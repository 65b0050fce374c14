import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

/** Pictures that wait for a person's review: a face with the check's measurements, or cards. */
export type WaitingReview = Row<'face-reviews-waiting'>
/** `by`: the member of staff; missing for an automatic outcome and for a command of earlier versions. */
export type Settlement = { readonly by?: string } & (
  | { readonly outcome: 'passed' }
  | { readonly outcome: 'denied'; readonly statedReason: string }
)

/** More than a person reviews at a time. */
const LISTED_MAX = 100

const WAITING = `SELECT borrower_id AS "borrowerId", document_id AS "documentId", what, asked_at AS "askedAt", file_key AS "fileKey",
    look_reasons AS "lookReasons", doubts, check_score AS "checkScore", likeness_score AS "likenessScore"
  FROM face_review JOIN document USING (borrower_id, document_id) WHERE face_review.settled_at IS NULL`

const ask = statement(
  'face-review-ask',
  'INSERT INTO face_review (borrower_id, document_id, asked_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
)
// Cards that were denied once are reviewed again if they are what another application rests on.
const askCards = statement(
  'face-review-ask-cards',
  `INSERT INTO face_review (borrower_id, document_id, asked_at, what)
   SELECT borrower_id, document_id, $2::timestamptz, 'cards' FROM document WHERE borrower_id = $1 AND kind = 'pan'
   ON CONFLICT (borrower_id, document_id) DO UPDATE
   SET asked_at = excluded.asked_at, settled_at = NULL, settled_by = NULL, outcome = NULL, told_reason = NULL
   WHERE face_review.settled_at IS NOT NULL`,
)
const waiting = statement(
  'face-reviews-waiting',
  `${WAITING} AND ($1::text IS NULL OR what = $1) ORDER BY asked_at LIMIT $2`,
)
const waitingOne = statement('face-review-waiting', `${WAITING} AND document_id::text = $1`)
const settle = statement(
  'face-review-settle',
  `UPDATE face_review SET settled_at = $3, outcome = $4, told_reason = $5, settled_by = $6
   WHERE borrower_id = $1 AND document_id = $2 AND settled_at IS NULL RETURNING 1 AS one`,
)
const lastDenial = statement(
  'face-review-last-denial',
  `SELECT told_reason AS "statedReason!" FROM face_review
   WHERE borrower_id = $1 AND what = 'face' AND outcome = 'denied' ORDER BY settled_at DESC LIMIT 1`,
)
const settledCards = statement(
  'face-review-settled-cards',
  `SELECT outcome AS "outcome!", settled_at AS "settledAt!", settled_by AS "settledBy" FROM face_review
   WHERE borrower_id = $1 AND what = 'cards' AND settled_at IS NOT NULL ORDER BY settled_at DESC LIMIT 1`,
)

/** Requests a person's review of a picture, once. */
export async function askForLook(
  tx: Queryable,
  borrowerId: string,
  documentId: string,
  at: Date,
): Promise<void> {
  await tx.query(ask, [borrowerId, documentId, at])
}

/** Requests a person's review of the cards that the borrower's identity rests on. */
export async function askForLookAtCards(
  tx: Queryable,
  borrowerId: string,
  at: Date,
): Promise<void> {
  await tx.query(askCards, [borrowerId, at])
}

/** The waiting reviews of a kind or of both, the longest waiting first. */
export function waitingReviews(
  db: Queryable,
  what?: WaitingReview['what'],
  limit = LISTED_MAX,
): Promise<WaitingReview[]> {
  return db.query(waiting, [what ?? null, limit])
}

/** One of them, by the id in the list. */
export function waitingReviewOf(
  db: Queryable,
  documentId: string,
): Promise<WaitingReview | undefined> {
  return db.maybeOne(waitingOne, [documentId])
}

/** Records the verdict of a review; false if it was settled already. */
export async function settleReviewRow(
  tx: Queryable,
  { borrowerId, documentId }: Pick<WaitingReview, 'borrowerId' | 'documentId'>,
  settlement: Settlement,
  at: Date,
): Promise<boolean> {
  const { outcome, by = null } = settlement
  const statedReason = settlement.outcome === 'denied' ? settlement.statedReason : null
  const values = [borrowerId, documentId, at, outcome, statedReason, by] as const
  return (await tx.query(settle, values)).length === 1
}

/** The last verdict on the borrower's cards. */
export function settledCardsOf(
  db: Queryable,
  borrowerId: string,
): Promise<Row<'face-review-settled-cards'> | undefined> {
  return db.maybeOne(settledCards, [borrowerId])
}

/** The reason of the last denial of the borrower's picture, as they read it. */
export async function lastFaceDenialOf(
  db: Queryable,
  borrowerId: string,
): Promise<string | undefined> {
  return (await db.maybeOne(lastDenial, [borrowerId]))?.statedReason
}
