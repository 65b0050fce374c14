/** Marks on inbox items (who works on one, until when it is put off), and waiting proposals. */
import type { InboxKind } from '#domain/staff/inbox.ts'
import { forgetAll, forgetting } from '#server/platform/db/forget.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

const list = statement(
  'inbox-marks',
  `SELECT m.kind AS "kind!", m.subject AS "subject!", m.taken_by AS "takenBy", m.put_off_until AS "putOffUntil", m.reason_sealed AS "reasonSealed",
     s.mail_sealed AS "takerSealed", m.handed_by AS "handedBy", h.mail_sealed AS "handerSealed"
   FROM unnest($1::text[], $2::text[]) AS i (kind, subject) JOIN inbox_mark m ON m.kind = i.kind AND m.subject = i.subject
   LEFT JOIN staff s ON s.staff_id = m.taken_by LEFT JOIN staff h ON h.staff_id = m.handed_by`,
)
const putOffCounts = statement(
  'inbox-put-off-counts',
  `SELECT kind AS "kind!", count(*)::int AS "count!" FROM inbox_mark WHERE put_off_until > $1 GROUP BY kind`,
)
const handTo = statement(
  'inbox-hand-to',
  `UPDATE inbox_mark SET taken_by = :to, handed_by = :by, put_off_until = NULL, reason_sealed = NULL, marked_at = :at
   WHERE kind = :kind AND subject = :subject AND taken_by = :by RETURNING subject`,
)
const take = statement(
  'inbox-take',
  `INSERT INTO inbox_mark (kind, subject, taken_by, marked_at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (kind, subject) DO UPDATE SET taken_by = excluded.taken_by, marked_at = excluded.marked_at
   WHERE inbox_mark.taken_by IS NULL OR inbox_mark.taken_by = excluded.taken_by RETURNING subject`,
)
const giveBack = statement(
  'inbox-give-back',
  `UPDATE inbox_mark SET taken_by = NULL, handed_by = NULL, marked_at = $4
   WHERE kind = $1 AND subject = $2 AND taken_by = $3 RETURNING subject`,
)
const putOff = statement(
  'inbox-put-off',
  `INSERT INTO inbox_mark (kind, subject, put_off_until, reason_sealed, marked_at)
   VALUES (:kind, :subject, :until, :reasonSealed, :at)
   ON CONFLICT (kind, subject) DO UPDATE
   SET put_off_until = excluded.put_off_until, reason_sealed = excluded.reason_sealed, marked_at = excluded.marked_at
   WHERE inbox_mark.taken_by IS NULL OR inbox_mark.taken_by = :by RETURNING subject`,
)
const resume = statement(
  'inbox-resume',
  `UPDATE inbox_mark SET put_off_until = NULL, reason_sealed = NULL, marked_at = $4
   WHERE kind = $1 AND subject = $2 AND (taken_by IS NULL OR taken_by = $3) RETURNING subject`,
)
const forget = forgetting('inbox-marks-forget', {
  table: 'inbox_mark',
  key: 'kind, subject',
  isPast: 'marked_at < $1',
})

const applications = statement(
  'inbox-applications',
  `SELECT order_id AS "orderId", order_no AS "orderNo", principal, reasons, referred_at AS "referredAt!" FROM loan_order o
   WHERE state = 'auditing' AND referred_at IS NOT NULL AND NOT EXISTS (SELECT FROM application_question q
     WHERE q.borrower_id = o.borrower_id AND q.order_id = o.order_id AND q.answered_at IS NULL AND q.answer_until > $1)
   ORDER BY referred_at LIMIT $2`,
)
const withQuestions = statement(
  'inbox-asked',
  `SELECT o.order_id AS "orderId", o.order_no AS "orderNo", o.principal, o.reasons, o.referred_at AS "referredAt!", o.state,
     q.number, q.answer_until AS "answerUntil", q.answered_at AS "answeredAt"
   FROM application_question q JOIN loan_order o ON o.borrower_id = q.borrower_id AND o.order_id = q.order_id
   WHERE o.state = 'auditing' AND o.referred_at IS NOT NULL ORDER BY q.asked_at DESC LIMIT 1000`,
)
const hardship = statement(
  'inbox-hardship',
  `SELECT h.order_id AS "orderId", o.order_no AS "orderNo", h.requested_at AS "requestedAt", h.referred_for AS "referredFor",
     o.next_due_day AS "nextDueDay"
   FROM hardship_plan h JOIN loan_order o ON o.borrower_id = h.borrower_id AND o.order_id = h.order_id
   WHERE h.state = 'awaiting' ORDER BY o.next_due_day, h.requested_at LIMIT $1`,
)

export type MarkRow = Row<'inbox-marks'>
export type Marked = { readonly kind: InboxKind; readonly subject: string }

/** Applications that wait for a person, not for their borrower, the longest waiting first. */
export const referredApplications = (db: Queryable, now: Date, limit: number) =>
  db.query(applications, [now, limit])
/** The questions about waiting applications, the newest first. */
export const applicationsWithQuestions = (db: Queryable) => db.query(withQuestions)
/** Requests for a hardship plan without an answer, the nearest deadline first. */
export const hardshipRequests = (db: Queryable, limit: number) => db.query(hardship, [limit])

/** The marks of these items. */
export function inboxMarks(
  db: Queryable,
  items: readonly { readonly kind: InboxKind; readonly id: string }[],
): Promise<MarkRow[]> {
  return db.query(list, [items.map(({ kind }) => kind), items.map(({ id }) => id)])
}

/** The number of items of each kind that are put off at an instant. */
export async function putOffsOf(db: Queryable, now: Date): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query(putOffCounts, [now])
  return new Map(rows.map(({ kind, count }) => [kind, count]))
}

/** Takes an item; false if somebody else has it. */
export async function takeItem(
  db: Queryable,
  { kind, subject }: Marked,
  staffId: string,
  at: Date,
): Promise<boolean> {
  return (await db.query(take, [kind, subject, staffId, at])).length === 1
}

/** Releases an item; false if the caller does not hold it. */
export async function giveItemBack(
  db: Queryable,
  { kind, subject }: Marked,
  staffId: string,
  at: Date,
): Promise<boolean> {
  return (await db.query(giveBack, [kind, subject, staffId, at])).length === 1
}

/** Hands an item to a colleague; false if the caller does not hold it. */
export async function handItemTo(
  db: Queryable,
  hand: Marked & { readonly by: string; readonly to: string; readonly at: Date },
): Promise<boolean> {
  return (await db.query(handTo, hand)).length === 1
}

/** Puts an item off; false if somebody else has it. */
export async function putItemOff(
  db: Queryable,
  mark: Marked & {
    readonly by: string
    readonly until: Date
    readonly reasonSealed: Buffer
    readonly at: Date
  },
): Promise<boolean> {
  return (await db.query(putOff, mark)).length === 1
}

/** Ends the deferral of an item; false if somebody else has it, or it has no mark. */
export async function resumeItem(
  db: Queryable,
  { kind, subject }: Marked,
  staffId: string,
  at: Date,
): Promise<boolean> {
  return (await db.query(resume, [kind, subject, staffId, at])).length === 1
}

/** Removes old marks, whose items have ended. */
export async function forgetOldMarks(db: Queryable, before: Date): Promise<void> {
  await forgetAll(db, forget, [before])
}
