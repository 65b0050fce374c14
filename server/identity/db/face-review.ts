import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

/** A face that waits for a person's review, with the check's measurements. */
export type WaitingFace = Row<'face-reviews-waiting'>
export type FaceSettlement =
  | { readonly outcome: 'passed' }
  | { readonly outcome: 'denied'; readonly toldReason: string }

/** More than a person reviews at a time. */
const MOST_LISTED = 100

const WAITING = `SELECT borrower_id AS "borrowerId", document_id AS "documentId", asked_at AS "askedAt", file_key AS "fileKey",
    look_reasons AS "lookReasons", check_score AS "checkScore", likeness_score AS "likenessScore"
  FROM face_review JOIN document USING (borrower_id, document_id) WHERE face_review.settled_at IS NULL`

const ask = statement(
  'face-review-ask',
  'INSERT INTO face_review (borrower_id, document_id, asked_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
)
const waiting = statement(
  'face-reviews-waiting',
  `${WAITING} ORDER BY asked_at LIMIT ${MOST_LISTED}`,
)
const waitingOne = statement('face-review-waiting', `${WAITING} AND document_id::text = $1`)
const settle = statement(
  'face-review-settle',
  `UPDATE face_review SET settled_at = $3, outcome = $4, told_reason = $5
   WHERE borrower_id = $1 AND document_id = $2 AND settled_at IS NULL RETURNING 1 AS one`,
)
const lastDenial = statement(
  'face-review-last-denial',
  `SELECT told_reason AS "toldReason!" FROM face_review WHERE borrower_id = $1 AND outcome = 'denied' ORDER BY settled_at DESC LIMIT 1`,
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

/** Every face that waits for a review, the longest waiting first. */
export function waitingFaces(db: Queryable): Promise<WaitingFace[]> {
  return db.query(waiting)
}

/** One of them, by the id in the list. */
export function waitingFaceOf(db: Queryable, documentId: string): Promise<WaitingFace | undefined> {
  return db.maybeOne(waitingOne, [documentId])
}

/** Records how a person settled a review; false if it was settled already. */
export async function settleFaceReview(
  tx: Queryable,
  { borrowerId, documentId }: Pick<WaitingFace, 'borrowerId' | 'documentId'>,
  settlement: FaceSettlement,
  at: Date,
): Promise<boolean> {
  const toldReason = settlement.outcome === 'denied' ? settlement.toldReason : null
  return (
    (await tx.query(settle, [borrowerId, documentId, at, settlement.outcome, toldReason]))
      .length === 1
  )
}

/** The reason why the borrower's picture was last denied, as they read it. */
export async function lastFaceDenialOf(
  db: Queryable,
  borrowerId: string,
): Promise<string | undefined> {
  return (await db.maybeOne(lastDenial, [borrowerId]))?.toldReason
}
