/** Notes of the lender's people about a borrower. */
import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

const insert = statement(
  'staff-note-insert',
  'INSERT INTO staff_note (borrower_id, note_id, staff_id, text_sealed, at) VALUES ($1, $2, $3, $4, $5)',
)

const ofBorrower = statement(
  'staff-notes-of-borrower',
  `SELECT note_id AS "noteId", text_sealed AS "textSealed", at FROM staff_note WHERE borrower_id = $1 ORDER BY at, note_id LIMIT 1000`,
)

export const notesOf = (db: Queryable, borrowerId: string) => db.query(ofBorrower, [borrowerId])

export async function insertNote(
  db: Queryable,
  note: {
    readonly borrowerId: string
    readonly noteId: string
    readonly staffId: string
    readonly textSealed: Buffer
    readonly at: Date
  },
): Promise<void> {
  await db.query(insert, [note.borrowerId, note.noteId, note.staffId, note.textSealed, note.at])
}
