/** The addenda to Key Facts Statements, one per extension, encrypted as they were acknowledged. */

import type { Cipher, CipherContext } from '#server/platform/db/encrypt.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { Language } from '#words/language.ts'

type ExtensionKey = { readonly borrowerId: string; readonly id: string }
type Made = { readonly language: Language; readonly hash: string; readonly text: string }

const insert = statement(
  'key-facts-addendum-insert',
  `INSERT INTO key_facts_addendum (borrower_id, extension_id, language, hash, statement_sealed, made_at)
   VALUES ($1, $2, $3, $4, $5, $6)`,
)
const one = statement(
  'key-facts-addendum-one',
  `SELECT hash, statement_sealed AS "sealed" FROM key_facts_addendum WHERE borrower_id = $1 AND extension_id = $2 AND language = $3`,
)

export async function insertAddendum(
  tx: Transaction,
  cipher: Cipher,
  key: ExtensionKey,
  { language, hash, text }: Made,
  at: Date,
): Promise<void> {
  await tx.query(insert, [
    key.borrowerId,
    key.id,
    language,
    hash,
    cipher.encrypt(text, contextOf(key, language)),
    at,
  ])
}

/** The addendum of an extension in a language; undefined if none was made. */
export async function storedAddendum(
  db: Queryable,
  cipher: Cipher,
  key: ExtensionKey,
  language: Language,
): Promise<Omit<Made, 'language'> | undefined> {
  const row = await db.maybeOne(one, [key.borrowerId, key.id, language])
  return row && { hash: row.hash, text: cipher.decryptText(row.sealed, contextOf(key, language)) }
}

function contextOf({ borrowerId, id }: ExtensionKey, language: Language): CipherContext {
  return {
    table: 'key_facts_addendum',
    row: `${borrowerId}/${id}/${language}`,
    column: 'statement_sealed',
  }
}
