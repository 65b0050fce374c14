/** Overdue loans by their oldest due day, and the record of calls, notes and promises about them. */
import type { Day } from '#domain/day.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

const page = statement(
  'collection-page',
  `SELECT borrower_id AS "borrowerId", order_id AS "orderId", order_no AS "orderNo", next_due_day AS "dueDay!"
   FROM loan_order
   WHERE state = 'overdue' AND next_due_day BETWEEN $1 AND $2 AND (next_due_day, order_id) > ($3::date, $4::uuid)
   ORDER BY next_due_day, order_id LIMIT $5`,
)
const count = statement(
  'collection-count',
  `SELECT count(*)::int AS "count!" FROM (SELECT 1 FROM loan_order
     WHERE state = 'overdue' AND next_due_day BETWEEN $1 AND $2 LIMIT $3) counted`,
)
const byId = statement(
  'collection-order',
  `SELECT borrower_id AS "borrowerId", order_id AS "orderId" FROM loan_order WHERE state = 'overdue' AND order_id = $1`,
)
const insert = statement(
  'collection-note-insert',
  `INSERT INTO collection_note (borrower_id, note_id, order_id, what, staff_id, text_sealed, promised_amount, promised_day, at)
   VALUES (:borrowerId, :noteId, :orderId, :what, :staffId, :textSealed, :promisedAmount, :promisedDay, :at)`,
)
const COLUMNS = `borrower_id AS "borrowerId", note_id AS "noteId", order_id AS "orderId", what, staff_id AS "staffId",
  text_sealed AS "textSealed", promised_amount AS "promisedAmount", promised_day AS "promisedDay", at`
const ofOrder = statement(
  'collection-notes-of-order',
  `SELECT ${COLUMNS} FROM collection_note WHERE borrower_id = $1 AND order_id = $2 ORDER BY at DESC, note_id DESC LIMIT 200`,
)
const ofBorrower = statement(
  'collection-notes-of-borrower',
  `SELECT ${COLUMNS} FROM collection_note WHERE borrower_id = $1 ORDER BY at DESC, note_id DESC LIMIT 1000`,
)
const calls = statement(
  'collection-calls',
  `SELECT at FROM collection_note WHERE borrower_id = $1 AND what = 'call' AND at > $2 LIMIT 100`,
)
const paid = statement(
  'collection-paid',
  `SELECT coalesce(made_at, received_at) AS "at!", amount FROM payment_receipt WHERE borrower_id = $1 AND order_id = $2
   ORDER BY received_at LIMIT 500`,
)

export type OverdueRow = Row<'collection-page'>
export type OverdueKey = Row<'collection-order'>
export type CollectionNote = Row<'collection-notes-of-order'>

/** Overdue loans whose oldest due day is in a range, the most overdue first, after a place. */
export function overduePage(
  db: Queryable,
  { first, last }: { readonly first: Day; readonly last: Day },
  after: { readonly day: Day; readonly id: string },
  limit: number,
): Promise<OverdueRow[]> {
  return db.query(page, [first, last, after.day, after.id, limit])
}

/** The number of overdue loans whose oldest due day is in a range, counted up to a limit. */
export async function countOverdue(
  db: Queryable,
  { first, last }: { readonly first: Day; readonly last: Day },
  max: number,
): Promise<number> {
  return (await db.one(count, [first, last, max])).count
}

/** An overdue loan of any borrower, by its id. */
export function overdueOrder(db: Queryable, orderId: string): Promise<OverdueKey | undefined> {
  return db.maybeOne(byId, [orderId])
}

export async function insertCollectionNote(db: Queryable, note: CollectionNote): Promise<void> {
  await db.query(insert, note)
}

/** The record of a loan, newest first. */
export function notesOfOrder(
  db: Queryable,
  { borrowerId, orderId }: OverdueKey,
): Promise<CollectionNote[]> {
  return db.query(ofOrder, [borrowerId, orderId])
}

/** The whole record of a borrower, newest first. */
export function collectionNotesOf(db: Queryable, borrowerId: string): Promise<CollectionNote[]> {
  return db.query(ofBorrower, [borrowerId])
}

/** The times after an instant at which a borrower was called, about any loan. */
export async function callsTo(db: Queryable, borrowerId: string, after: Date): Promise<Date[]> {
  return (await db.query(calls, [borrowerId, after])).map(({ at }) => at)
}

/** The payments of a loan by their times. */
export const paidFor = (db: Queryable, { borrowerId, orderId }: OverdueKey) =>
  db.query(paid, [borrowerId, orderId])
