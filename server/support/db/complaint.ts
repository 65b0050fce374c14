/** Complaints, each with the history that its borrower and the lender's people read. */
import type { ComplaintCategory, ComplaintOutcome, RootCause } from '#domain/complaint.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

const COLUMNS = `c.borrower_id AS "borrowerId", c.feedback_id AS "feedbackId", c.category, c.root_cause AS "rootCause",
  c.received_at AS "receivedAt", c.due_at AS "dueAt", c.escalated_at AS "escalatedAt", c.closed_at AS "closedAt", c.outcome`
const KEY = 'c.borrower_id = $1 AND c.feedback_id = $2'

const insert = statement(
  'complaint-insert',
  `INSERT INTO complaint (borrower_id, feedback_id, category, received_at, due_at)
   VALUES (:borrowerId, :feedbackId, :category, :receivedAt, :dueAt)
   ON CONFLICT (borrower_id, feedback_id) DO NOTHING RETURNING feedback_id`,
)
const lock = statement(
  'complaint-lock',
  `SELECT ${COLUMNS} FROM complaint c WHERE ${KEY} FOR UPDATE`,
)
const byId = statement(
  'complaint-by-id',
  `SELECT ${COLUMNS} FROM complaint c WHERE c.feedback_id = $1`,
)
const ofBorrower = statement(
  'complaints-of-borrower',
  `SELECT ${COLUMNS} FROM complaint c WHERE c.borrower_id = $1 ORDER BY c.received_at DESC LIMIT 100`,
)
const open = statement(
  'complaints-open',
  `SELECT ${COLUMNS} FROM complaint c WHERE c.closed_at IS NULL AND (c.due_at, c.feedback_id) > ($1::timestamptz, $2::uuid)
     AND ($3::text IS NULL OR c.category = $3) ORDER BY c.due_at, c.feedback_id LIMIT $4`,
)
const closed = statement(
  'complaints-closed',
  `SELECT ${COLUMNS} FROM complaint c WHERE c.closed_at IS NOT NULL AND (c.closed_at, c.feedback_id) < ($1::timestamptz, $2::uuid)
     AND ($3::text IS NULL OR c.category = $3) ORDER BY c.closed_at DESC, c.feedback_id DESC LIMIT $4`,
)
const sort = statement(
  'complaint-sort',
  // A complaint about conduct stays with the grievance officer in another category.
  `UPDATE complaint c SET category = $3, root_cause = $4,
     escalated_at = CASE WHEN c.category = 'conduct' THEN coalesce(c.escalated_at, $5) ELSE c.escalated_at END
   WHERE ${KEY} AND c.closed_at IS NULL RETURNING feedback_id`,
)
const escalate = statement(
  'complaint-escalate',
  `UPDATE complaint c SET escalated_at = $3 WHERE ${KEY} AND c.closed_at IS NULL AND c.escalated_at IS NULL RETURNING feedback_id`,
)
const close = statement(
  'complaint-close',
  `UPDATE complaint c SET closed_at = $3, outcome = $4 WHERE ${KEY} AND c.closed_at IS NULL RETURNING feedback_id`,
)
const insertEvent = statement(
  'complaint-event-insert',
  `INSERT INTO complaint_entry (borrower_id, feedback_id, event_id, what, staff_id, note, text_sealed, at)
   VALUES (:borrowerId, :feedbackId, :eventId, :what, :staffId, :note, :textSealed, :at)`,
)
const eventsOf = statement(
  'complaint-events',
  `SELECT borrower_id AS "borrowerId", feedback_id AS "feedbackId", event_id AS "eventId", what, staff_id AS "staffId", note,
     text_sealed AS "textSealed", at
   FROM complaint_entry WHERE borrower_id = $1 AND feedback_id = $2 ORDER BY at, event_id LIMIT 200`,
)
const repliesOf = statement(
  'complaint-replies-of-borrower',
  `SELECT borrower_id AS "borrowerId", feedback_id AS "feedbackId", event_id AS "eventId", what, staff_id AS "staffId", note,
     text_sealed AS "textSealed", at
   FROM complaint_entry WHERE borrower_id = $1 AND what IN ('reply', 'closed') ORDER BY at, event_id LIMIT 500`,
)

export type ComplaintRow = Row<'complaint-by-id'>
export type ComplaintEventRow = Row<'complaint-events'>
export type ComplaintKey = Pick<ComplaintRow, 'borrowerId' | 'feedbackId'>
/** A place in a list: the first page begins at one before every row. */
export type Cursor = { readonly at: Date; readonly id: string }

/** Stores a complaint; false if the feedback is one already. */
export async function insertComplaint(
  tx: Transaction,
  row: ComplaintKey & {
    readonly category: ComplaintCategory
    readonly receivedAt: Date
    readonly dueAt: Date
  },
): Promise<boolean> {
  return (await tx.query(insert, row)).length === 1
}

/** A complaint, locked until the transaction ends. */
export function lockComplaint(
  tx: Transaction,
  { borrowerId, feedbackId }: ComplaintKey,
): Promise<ComplaintRow | undefined> {
  return tx.maybeOne(lock, [borrowerId, feedbackId])
}

/** One complaint of any borrower, by the id of its feedback. */
export function complaintOf(db: Queryable, feedbackId: string): Promise<ComplaintRow | undefined> {
  return db.maybeOne(byId, [feedbackId])
}

export function complaintsOf(db: Queryable, borrowerId: string): Promise<ComplaintRow[]> {
  return db.query(ofBorrower, [borrowerId])
}

/** Open complaints, the earliest deadline first. */
export function openComplaints(
  db: Queryable,
  after: Cursor,
  category: ComplaintCategory | undefined,
  limit: number,
): Promise<ComplaintRow[]> {
  return db.query(open, [after.at, after.id, category, limit])
}

/** Closed complaints, the newest first. */
export function closedComplaints(
  db: Queryable,
  before: Cursor,
  category: ComplaintCategory | undefined,
  limit: number,
): Promise<ComplaintRow[]> {
  return db.query(closed, [before.at, before.id, category, limit])
}

export async function sortComplaintRow(
  tx: Transaction,
  { borrowerId, feedbackId }: ComplaintKey,
  category: ComplaintCategory,
  rootCause: RootCause | null,
  at: Date,
): Promise<boolean> {
  const values = [borrowerId, feedbackId, category, rootCause, at] as const
  return (await tx.query(sort, values)).length === 1
}

export async function escalateComplaintRow(
  tx: Transaction,
  { borrowerId, feedbackId }: ComplaintKey,
  at: Date,
): Promise<boolean> {
  return (await tx.query(escalate, [borrowerId, feedbackId, at])).length === 1
}

export async function closeComplaintRow(
  tx: Transaction,
  { borrowerId, feedbackId }: ComplaintKey,
  outcome: ComplaintOutcome,
  at: Date,
): Promise<boolean> {
  return (await tx.query(close, [borrowerId, feedbackId, at, outcome])).length === 1
}

export async function insertComplaintEvent(
  tx: Transaction,
  event: Omit<ComplaintEventRow, 'textSealed'> & { readonly textSealed: Buffer | null },
): Promise<void> {
  await tx.query(insertEvent, event)
}

/** The history of a complaint, oldest first. */
export function complaintEvents(
  db: Queryable,
  { borrowerId, feedbackId }: ComplaintKey,
): Promise<ComplaintEventRow[]> {
  return db.query(eventsOf, [borrowerId, feedbackId])
}

/** The replies to all complaints of a borrower, oldest first. */
export function complaintReplies(db: Queryable, borrowerId: string): Promise<ComplaintEventRow[]> {
  return db.query(repliesOf, [borrowerId])
}
