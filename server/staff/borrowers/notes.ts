/** Notes of the lender's people about a borrower. They may name anybody, so they are encrypted. */
import type { Input } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { staffBorrower } from '#contract/staff/borrower.ts'
import { isUuid } from '#server/lending/db/order.ts'
import type { Cipher, CipherContext } from '#server/platform/db/encrypt.ts'
import type { Store } from '#server/platform/db/store.ts'
import type { Services } from '#server/services.ts'
import { insertNote, notesOf } from '#server/staff/borrowers/db/note.ts'
import { type By, hasOpened } from '#server/staff/looks/look.ts'

type NoteKey = { readonly borrowerId: string; readonly noteId: string }

const noteContext = ({ borrowerId, noteId }: NoteKey): CipherContext => ({
  table: 'staff_note',
  row: `${borrowerId}/${noteId}`,
  column: 'text_sealed',
})

/** Adds a note, for a caller who opened the borrower's page with a reason. */
export async function addNote(
  { db, cipher, ids }: Pick<Services, 'db' | 'cipher' | 'ids'>,
  { borrowerId, note }: Input<typeof staffBorrower.note>,
  by: By,
): Promise<null | Refusal<'look-needed'>> {
  const page = { borrowerId, part: 'borrower', subjectId: borrowerId } as const
  if (!isUuid(borrowerId) || !(await hasOpened(db, page, by))) return refused('look-needed')
  const noteId = ids.uuid(by.now)
  await insertNote(db, {
    borrowerId,
    noteId,
    staffId: by.staff.staffId,
    textSealed: cipher.encrypt(note, noteContext({ borrowerId, noteId })),
    at: by.now,
  })
  return null
}

/** The words of a stored note. */
export function noteText(cipher: Cipher, key: NoteKey, textSealed: Buffer): string {
  return cipher.decryptText(textSealed, noteContext(key))
}

/** Every note about a borrower, oldest first, for a copy of their data. */
export async function notesAbout(
  { db, cipher }: Store,
  borrowerId: string,
): Promise<{ readonly note: string; readonly at: Date }[]> {
  const rows = await notesOf(db, borrowerId)
  return rows.map(({ noteId, textSealed, at }) => ({
    note: noteText(cipher, { borrowerId, noteId }, textSealed),
    at,
  }))
}
