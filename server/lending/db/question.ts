/** Questions to the borrower of an application, each with its answer. */
import type { QuestionKind } from '#domain/lending/question.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'
import type { OrderKey } from './order.ts'

const COLUMNS = `q.borrower_id AS "borrowerId", q.order_id AS "orderId", q.number, q.kind, q.words_sealed AS "wordsSealed",
  q.asked_at AS "askedAt", q.answer_until AS "answerUntil", q.answer_sealed AS "answerSealed", q.answered_at AS "answeredAt"`

const insert = statement(
  'question-insert',
  `INSERT INTO application_question (borrower_id, order_id, number, kind, words_sealed, asked_at, asked_by, answer_until)
   VALUES (:borrowerId, :orderId, :number, :kind, :wordsSealed, :askedAt, :askedBy, :answerUntil)`,
)
const ofOrder = statement(
  'questions-of-order',
  `SELECT ${COLUMNS} FROM application_question q WHERE q.borrower_id = $1 AND q.order_id = $2 ORDER BY q.number`,
)
const ofBorrower = statement(
  'questions-of-borrower',
  `SELECT o.order_no AS "orderNo", ${COLUMNS} FROM application_question q
   JOIN loan_order o ON o.borrower_id = q.borrower_id AND o.order_id = q.order_id
   WHERE q.borrower_id = $1 ORDER BY q.asked_at, q.number LIMIT 1000`,
)
const answer = statement(
  'question-answer',
  `UPDATE application_question SET answer_sealed = $4, answered_at = $5
   WHERE borrower_id = $1 AND order_id = $2 AND number = $3 AND answered_at IS NULL`,
)

export type QuestionRow = Row<'questions-of-order'>
export type QuestionKey = OrderKey & { readonly number: number }

/** Stores a question. The number is unique, so that no application has two of one number. */
export async function insertQuestion(
  tx: Transaction,
  question: QuestionKey & {
    readonly kind: QuestionKind | null
    readonly wordsSealed: Buffer | null
    readonly askedAt: Date
    readonly askedBy: string
    readonly answerUntil: Date
  },
): Promise<void> {
  await tx.query(insert, question)
}

/** The questions about an application, oldest first. */
export function questionRowsOf(
  db: Queryable,
  { borrowerId, orderId }: OrderKey,
): Promise<QuestionRow[]> {
  return db.query(ofOrder, [borrowerId, orderId])
}

/** The questions about all applications of a borrower, oldest first. */
export function questionRowsOfBorrower(db: Queryable, borrowerId: string) {
  return db.query(ofBorrower, [borrowerId])
}

export async function saveAnswer(
  tx: Transaction,
  { borrowerId, orderId, number }: QuestionKey,
  sealed: Buffer,
  at: Date,
): Promise<void> {
  await tx.query(answer, [borrowerId, orderId, number, sealed, at])
}
