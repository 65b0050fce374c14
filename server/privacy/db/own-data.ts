/**
 * The stored data of a borrower, kind by kind, with its age; and the borrowers whose retention
 * periods have ended.
 */
import type { Day } from '#domain/day.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

/** A kind of which there is data: its oldest and its newest part. */
export type Held = Row<'own-data-held'>
/** A record that is stored for the law alone. */
export type KeptRecord = Row<'own-data-kept-records'>

const heldOf = statement(
  'own-data-held',
  `WITH part AS (
     SELECT 'number' AS kind, created_at AS at FROM borrower WHERE borrower_id = $1 AND erased_at IS NULL
     UNION ALL SELECT CASE form WHEN 'base-info' THEN 'basic' ELSE 'work' END, saved_at FROM form_answers WHERE borrower_id = $1
     UNION ALL SELECT 'identity', aadhaar_verified_at FROM identity WHERE borrower_id = $1
     UNION ALL SELECT 'pictures', created_at FROM document WHERE borrower_id = $1
     UNION ALL SELECT 'contacts', saved_at FROM emergency_contact WHERE borrower_id = $1
     UNION ALL SELECT 'bank-account', added_at FROM bank_card WHERE borrower_id = $1 AND erased_at IS NULL
     UNION ALL SELECT 'decisions', created_at FROM record_key WHERE borrower_id = $1
     UNION ALL SELECT 'decisions', coalesce(answered_at, asked_at) FROM application_question WHERE borrower_id = $1
     UNION ALL SELECT 'loans', applied_at FROM loan_order WHERE borrower_id = $1
     UNION ALL SELECT 'papers', p.issued_at FROM loan_document_content t
       JOIN loan_document p ON p.borrower_id = t.borrower_id AND p.document_id = t.document_id WHERE t.borrower_id = $1
     UNION ALL SELECT 'collection', at FROM collection_note WHERE borrower_id = $1
     UNION ALL SELECT 'location', taken_at FROM device_location WHERE borrower_id = $1 AND location_sealed IS NOT NULL
     UNION ALL SELECT 'use', c.given_at FROM consent c WHERE c.borrower_id = $1 AND c.purpose = 'tracking' AND NOT EXISTS (
         SELECT FROM consent_withdrawal w WHERE w.borrower_id = c.borrower_id AND w.consent_id = c.consent_id)
     UNION ALL SELECT 'notifications', created_at FROM push_subscription WHERE borrower_id = $1
     UNION ALL SELECT 'notifications', created_at FROM calendar_link WHERE borrower_id = $1
     UNION ALL SELECT 'feedback', coalesce(answered_at, created_at) FROM feedback WHERE borrower_id = $1
     UNION ALL SELECT 'feedback', at FROM staff_note WHERE borrower_id = $1
     UNION ALL SELECT 'feedback', coalesce(closed_at, received_at) FROM complaint WHERE borrower_id = $1)
   SELECT kind AS "kind!", min(at) AS "since!", max(at) AS "newest!" FROM part GROUP BY kind`,
)
const recordsOf = statement(
  'own-data-kept-records',
  `SELECT record_id AS "recordId", record_sealed AS "recordSealed", law, kept_since AS "keptSince", kept_until AS "keptUntil"
   FROM kept_record WHERE borrower_id = $1 ORDER BY kept_since, record_id`,
)
const insertRecord = statement(
  'own-data-keep-record',
  `INSERT INTO kept_record (borrower_id, record_id, record_sealed, law, kept_since, kept_until) VALUES ($1, $2, $3, 'pmla', $4, $5)`,
)

export function heldKindsOf(db: Queryable, borrowerId: string): Promise<Held[]> {
  return db.query(heldOf, [borrowerId])
}

export function keptRecordsOf(db: Queryable, borrowerId: string): Promise<KeptRecord[]> {
  return db.query(recordsOf, [borrowerId])
}

/** Archives a record until the last day of its retention period. */
export async function keepRecord(
  tx: Queryable,
  record: { borrowerId: string; recordId: string; sealed: Uint8Array; at: Date; until: Day },
): Promise<void> {
  await tx.query(insertRecord, [
    record.borrowerId,
    record.recordId,
    record.sealed,
    record.at,
    record.until,
  ])
}
