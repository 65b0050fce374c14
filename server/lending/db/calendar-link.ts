/** The address under which a borrower's calendar reads the due days. */

import { createHash } from 'node:crypto'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'
import type { Language } from '#words/language.ts'

const save = statement(
  'calendar-link-save',
  `INSERT INTO calendar_link (secret_hash, borrower_id, language, created_at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (borrower_id) DO UPDATE
   SET secret_hash = excluded.secret_hash, language = excluded.language, created_at = excluded.created_at`,
)
const ofBorrower = statement(
  'calendar-link-of-borrower',
  'SELECT created_at AS since FROM calendar_link WHERE borrower_id = $1',
)
const bySecret = statement(
  'calendar-link-by-secret',
  'SELECT borrower_id AS "borrowerId", language FROM calendar_link WHERE secret_hash = $1',
)
const remove = statement('calendar-link-remove', 'DELETE FROM calendar_link WHERE borrower_id = $1')

export type CalendarLink = Row<'calendar-link-by-secret'>

/** A secret is 256 random bits, too many to try, so its hash needs no key. */
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Stores a borrower's calendar address; the one before ends. */
export async function saveCalendarLink(
  db: Queryable,
  link: { borrowerId: string; secret: string; language: Language; at: Date },
): Promise<void> {
  await db.query(save, [hashOf(link.secret), link.borrowerId, link.language, link.at])
}

/** Since when the borrower's calendar address exists. */
export async function calendarLinkSince(
  db: Queryable,
  borrowerId: string,
): Promise<Date | undefined> {
  return (await db.maybeOne(ofBorrower, [borrowerId]))?.since
}

/** The owner of a secret; undefined for one that was revoked or never existed. */
export function calendarLinkOf(db: Queryable, secret: string): Promise<CalendarLink | undefined> {
  return db.maybeOne(bySecret, [hashOf(secret)])
}

export async function removeCalendarLink(db: Queryable, borrowerId: string): Promise<void> {
  await db.query(remove, [borrowerId])
}
