/** Everything that happened with a borrower, newest first, page by page. */
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

export const EVENTS_PER_PAGE = 50

/**
 * One more than a page, to tell whether there is another. Ids are unique and sort within an
 * instant.
 */
const page = statement(
  'staff-timeline',
  `SELECT t.at AS "at!", t.id AS "id!", t.kind AS "kind!", t.what AS "what!", t.how, o.order_no AS "orderNo", t.amount,
     t.text_sealed AS "textSealed", t.note_id AS "noteId", t.staff_id AS "staffId", s.mail_sealed AS "mailSealed"
   FROM (
     SELECT at, 'order.' || order_id || '.' || lpad(number::text, 6, '0') AS id, 'order' AS kind, event AS what, actor AS how, order_id,
       NULL::bigint AS amount, NULL::bytea AS text_sealed, NULL::uuid AS note_id, NULL::uuid AS staff_id
     FROM order_event WHERE borrower_id = $1
     UNION ALL SELECT created_at, 'payout-begun.' || payout_id, 'payout', 'begun', vendor, order_id, amount, NULL, NULL, NULL
     FROM payout WHERE borrower_id = $1
     UNION ALL SELECT ended_at, 'payout-ended.' || payout_id, 'payout', state, coalesce(utr, reason), order_id, amount, NULL, NULL, NULL
     FROM payout WHERE borrower_id = $1 AND ended_at IS NOT NULL
     UNION ALL SELECT received_at, 'payment.' || receipt_id, 'payment', 'received', attempt_ref, order_id, amount, NULL, NULL, NULL
     FROM payment_receipt WHERE borrower_id = $1
     UNION ALL SELECT created_at, 'refund-begun.' || refund_id, 'refund', 'begun', cause, order_id, amount, NULL, NULL, NULL
     FROM refund WHERE borrower_id = $1
     UNION ALL SELECT given_up_at, 'refund-given-up.' || refund_id, 'refund', 'given-up', NULL, order_id, amount, NULL, NULL, NULL
     FROM refund WHERE borrower_id = $1 AND given_up_at IS NOT NULL
     UNION ALL SELECT done_at, 'refund-done.' || refund_id, 'refund', 'done', hand_reference, order_id, amount, NULL, NULL, NULL
     FROM refund WHERE borrower_id = $1 AND done_at IS NOT NULL
     UNION ALL SELECT noted_at, 'message.' || message_id, 'message', kind,
       CASE WHEN state <> 'sent' THEN state WHEN was_pushed AND was_texted THEN 'pushed-and-texted' WHEN was_pushed THEN 'pushed' ELSE 'texted' END,
       order_id, amount, NULL, NULL, NULL FROM borrower_message WHERE borrower_id = $1
     UNION ALL SELECT given_at, 'consent-given.' || consent_id, 'consent', purpose, 'given', NULL, NULL, NULL, NULL, NULL
     FROM consent WHERE borrower_id = $1
     UNION ALL SELECT w.withdrawn_at, 'consent-withdrawn.' || w.consent_id, 'consent', c.purpose, 'withdrawn', NULL, NULL, NULL, NULL, NULL
     FROM consent_withdrawal w JOIN consent c ON c.borrower_id = w.borrower_id AND c.consent_id = w.consent_id WHERE w.borrower_id = $1
     UNION ALL SELECT issued_at, 'document.' || document_id, 'document', kind, code, order_id, amount, NULL, NULL, NULL
     FROM loan_document WHERE borrower_id = $1
     UNION ALL SELECT w.withdrawn_at, 'document-withdrawn.' || w.document_id, 'document', 'withdrawn', p.code, p.order_id, NULL, NULL, NULL, NULL
     FROM loan_document_withdrawal w JOIN loan_document p ON p.borrower_id = w.borrower_id AND p.document_id = w.document_id WHERE w.borrower_id = $1
     UNION ALL SELECT asked_at, 'face-asked.' || document_id, what, 'asked', NULL, NULL, NULL, NULL, NULL, NULL
     FROM face_review WHERE borrower_id = $1
     UNION ALL SELECT settled_at, 'face-settled.' || document_id, what, outcome, told_reason, NULL, NULL, NULL, NULL, settled_by
     FROM face_review WHERE borrower_id = $1 AND settled_at IS NOT NULL
     UNION ALL SELECT asked_at, 'names-asked.' || review_id, 'names', 'asked', NULL, NULL, NULL, NULL, NULL, NULL
     FROM name_review WHERE borrower_id = $1
     UNION ALL SELECT settled_at, 'names-settled.' || review_id, 'names', outcome, told_reason, NULL, NULL, NULL, NULL, settled_by
     FROM name_review WHERE borrower_id = $1 AND settled_at IS NOT NULL
     UNION ALL SELECT created_at, 'feedback.' || feedback_id, 'feedback', problem_type,
       CASE WHEN answered_at IS NULL THEN 'waiting' ELSE 'answered' END, NULL, NULL, NULL, NULL, NULL FROM feedback WHERE borrower_id = $1
     UNION ALL SELECT received_at, 'complaint-received.' || feedback_id, 'complaint', 'received', category, NULL, NULL, NULL, NULL, NULL
     FROM complaint WHERE borrower_id = $1
     UNION ALL SELECT at, 'complaint.' || event_id, 'complaint', what, note, NULL, NULL, NULL, NULL, staff_id
     FROM complaint_entry WHERE borrower_id = $1
     UNION ALL SELECT at, 'collection.' || note_id, 'collection', what, promised_day::text, order_id, promised_amount, text_sealed, note_id, staff_id
     FROM collection_note WHERE borrower_id = $1
     UNION ALL SELECT asked_at, 'question-asked.' || order_id || '.' || number, 'question', 'asked', kind, order_id, NULL, words_sealed, NULL, asked_by
     FROM application_question WHERE borrower_id = $1
     UNION ALL SELECT answered_at, 'question-answered.' || order_id || '.' || number, 'question', 'answered', NULL, order_id, NULL, answer_sealed, NULL, NULL
     FROM application_question WHERE borrower_id = $1 AND answered_at IS NOT NULL
     UNION ALL SELECT at, 'look.' || look_id, 'look', part, why, subject_id, NULL, NULL, NULL, staff_id FROM staff_look WHERE borrower_id = $1
     UNION ALL SELECT at, 'note.' || note_id, 'note', 'written', NULL, NULL, NULL, text_sealed, note_id, staff_id
     FROM staff_note WHERE borrower_id = $1) t
   LEFT JOIN loan_order o ON o.borrower_id = $1 AND o.order_id = t.order_id LEFT JOIN staff s ON s.staff_id = t.staff_id
   WHERE $2::timestamptz IS NULL OR date_trunc('milliseconds', t.at) < $2 OR date_trunc('milliseconds', t.at) = $2 AND t.id COLLATE "C" < $3
   ORDER BY date_trunc('milliseconds', t.at) DESC, t.id COLLATE "C" DESC LIMIT ${EVENTS_PER_PAGE + 1}`,
)

export type TimelineRow = Row<'staff-timeline'>
/** The last event of a page. */
export type TimelineEnd = { readonly at: Date; readonly id: string }

/** The events after one, or the newest, with one more than a page. */
export function timelineRows(
  db: Queryable,
  borrowerId: string,
  after: TimelineEnd | undefined,
): Promise<TimelineRow[]> {
  return db.query(page, [borrowerId, after?.at ?? null, after?.id ?? ''])
}
