/** The Key Facts Statements of orders, sealed as they were made. */
import type { Queryable, Transaction } from '#server/db/open.ts'
import type { Place, Sealer } from '#server/db/seal.ts'
import { statement } from '#server/db/statement.ts'
import type { Language } from '#server/http/call.ts'

type OrderKey = { readonly borrowerId: string; readonly orderId: string }
type Made = { readonly language: Language; readonly hash: string; readonly text: string }

const insert = statement(
  'key-facts-insert',
  `INSERT INTO key_facts (borrower_id, order_id, language, hash, statement_sealed, made_at) VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT DO NOTHING`,
)
const one = statement(
  'key-facts-one',
  `SELECT hash, statement_sealed AS "sealed" FROM key_facts WHERE borrower_id = $1 AND order_id = $2 AND language = $3`,
)
const hashes = statement('key-facts-hashes', 'SELECT hash FROM key_facts WHERE borrower_id = $1 AND order_id = $2')

/** Keeps a statement; one that is there already stays as it is. */
export async function insertKeyFacts(
  tx: Transaction,
  sealer: Sealer,
  key: OrderKey,
  { language, hash, text }: Made,
  at: Date,
): Promise<void> {
  await tx.query(insert, [key.borrowerId, key.orderId, language, hash, sealer.seal(text, placeOf(key, language)), at])
}

/** An order's statement in a language; nothing where none was made. */
export async function keptKeyFacts(
  db: Queryable,
  sealer: Sealer,
  key: OrderKey,
  language: Language,
): Promise<Omit<Made, 'language'> | undefined> {
  const row = await db.maybeOne<{ hash: string; sealed: Buffer }>(one, [key.borrowerId, key.orderId, language])
  return row && { hash: row.hash, text: sealer.openText(row.sealed, placeOf(key, language)) }
}

/** What names an order's statements, in whichever language. */
export async function keyFactsHashes(db: Queryable, { borrowerId, orderId }: OrderKey): Promise<string[]> {
  return (await db.query<{ hash: string }>(hashes, [borrowerId, orderId])).map(({ hash }) => hash)
}

function placeOf({ borrowerId, orderId }: OrderKey, language: Language): Place {
  return { table: 'key_facts', row: `${borrowerId}/${orderId}/${language}`, column: 'statement_sealed' }
}
