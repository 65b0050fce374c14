import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

const save = statement(
  'contact-save',
  `INSERT INTO emergency_contact (borrower_id, slot, contact_sealed, saved_at)
   SELECT $1, given.slot, given.sealed, $4 FROM unnest($2::smallint[], $3::bytea[]) AS given (slot, sealed)
   ON CONFLICT (borrower_id, slot) DO UPDATE SET contact_sealed = excluded.contact_sealed, saved_at = excluded.saved_at`,
)
const ofBorrower = statement(
  'contact-of-borrower',
  'SELECT slot, contact_sealed AS sealed FROM emergency_contact WHERE borrower_id = $1 ORDER BY slot',
)

const remove = statement(
  'contact-remove',
  'DELETE FROM emergency_contact WHERE borrower_id = $1 AND slot = $2',
)

/** An emergency contact as stored: its position among the three, from 1, and the rest encrypted. */
export type EncryptedContact = { readonly slot: number; readonly sealed: Uint8Array }

/** Replaces the contacts at their positions. */
export async function saveContacts(
  db: Queryable,
  borrowerId: string,
  contacts: readonly EncryptedContact[],
  at: Date,
): Promise<void> {
  await db.query(save, [
    borrowerId,
    contacts.map(({ slot }) => slot),
    contacts.map(({ sealed }) => Buffer.from(sealed)),
    at,
  ])
}

/** The contacts in their order; empty before they are named. */
export function contactsOf(db: Queryable, borrowerId: string): Promise<EncryptedContact[]> {
  return db.query(ofBorrower, [borrowerId])
}

/** Erases one of the three. */
export async function removeContact(
  db: Queryable,
  borrowerId: string,
  slot: number,
): Promise<void> {
  await db.query(remove, [borrowerId, slot])
}
