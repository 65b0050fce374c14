import type { PictureHeader } from '#domain/picture.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'
import type { FileKey } from '#server/platform/files/store.ts'

export type FeedbackImage = {
  readonly key: FileKey
  readonly mediaType: PictureHeader['mediaType']
}

/** A feedback as stored: the texts of both sides are encrypted. */
export type FeedbackRow = Row<'feedback-one'>

/** More than a page shows, and more than a person handles at a time. */
const LISTED_MAX = 100

const COLUMNS = `borrower_id AS "borrowerId", feedback_id AS "feedbackId", problem_type AS "problemType",
  content_sealed AS "contentSealed", image_key AS "imageKey", image_type AS "imageType", created_at AS "createdAt",
  answer_sealed AS "answerSealed", answered_at AS "answeredAt"`

const insert = statement(
  'feedback-insert',
  `INSERT INTO feedback (borrower_id, feedback_id, problem_type, content_sealed, image_key, image_type, created_at)
   VALUES (:borrowerId, :feedbackId, :problemType, :contentSealed, :imageKey, :imageType, :createdAt)`,
)
const ofBorrower = statement(
  'feedback-of-borrower',
  `SELECT ${COLUMNS} FROM feedback WHERE borrower_id = $1 ORDER BY created_at DESC, feedback_id DESC LIMIT ${LISTED_MAX}`,
)
const one = statement(
  'feedback-one',
  `SELECT ${COLUMNS} FROM feedback WHERE borrower_id = $1 AND feedback_id = $2`,
)
/** Feedback without a reply that is not a complaint: complaints have a clock of their own. */
const WAITING = `answered_at IS NULL
   AND NOT EXISTS (SELECT FROM complaint c WHERE c.borrower_id = feedback.borrower_id AND c.feedback_id = feedback.feedback_id)`
const unanswered = statement(
  'feedback-unanswered',
  `SELECT ${COLUMNS} FROM feedback WHERE ${WAITING} ORDER BY created_at LIMIT $1`,
)
const waitingPage = statement(
  'feedback-waiting-page',
  `SELECT ${COLUMNS} FROM feedback WHERE ${WAITING} AND (created_at, feedback_id) > ($1::timestamptz, $2::uuid)
   ORDER BY created_at, feedback_id LIMIT $3`,
)
const anyById = statement(
  'feedback-any-by-id',
  `SELECT ${COLUMNS} FROM feedback WHERE feedback_id = $1`,
)
const answer = statement(
  'feedback-answer',
  `UPDATE feedback SET answer_sealed = $3, answered_at = $4 WHERE borrower_id = $1 AND feedback_id = $2 AND answered_at IS NULL
   RETURNING feedback_id`,
)

export async function insertFeedback(
  db: Queryable,
  row: Pick<
    FeedbackRow,
    'borrowerId' | 'feedbackId' | 'problemType' | 'contentSealed' | 'createdAt'
  >,
  image: FeedbackImage | undefined,
): Promise<void> {
  await db.query(insert, { ...row, imageKey: image?.key, imageType: image?.mediaType })
}

/** The borrower's feedback, newest first. */
export function feedbackOf(db: Queryable, borrowerId: string): Promise<FeedbackRow[]> {
  return db.query(ofBorrower, [borrowerId])
}

export function oneFeedbackOf(
  db: Queryable,
  borrowerId: string,
  feedbackId: string,
): Promise<FeedbackRow | undefined> {
  return db.maybeOne(one, [borrowerId, feedbackId])
}

/** All feedback without a reply, the longest waiting first. */
export function unansweredFeedback(db: Queryable, limit = LISTED_MAX): Promise<FeedbackRow[]> {
  return db.query(unanswered, [limit])
}

/** A page of feedback without a reply, after the place where the one before it ended. */
export function waitingFeedbackPage(
  db: Queryable,
  { at, id }: { readonly at: Date; readonly id: string },
  limit: number,
): Promise<FeedbackRow[]> {
  return db.query(waitingPage, [at, id, limit])
}

/** One feedback by its id, at the console: answered or not, a complaint or not. */
export function anyFeedbackOf(db: Queryable, feedbackId: string): Promise<FeedbackRow | undefined> {
  return db.maybeOne(anyById, [feedbackId])
}

/** Stores the reply; false if another one was first. */
export async function saveFeedbackAnswer(
  db: Queryable,
  { borrowerId, feedbackId }: Pick<FeedbackRow, 'borrowerId' | 'feedbackId'>,
  sealed: Buffer,
  at: Date,
): Promise<boolean> {
  return (await db.query(answer, [borrowerId, feedbackId, sealed, at])).length === 1
}
