/** The Key Facts Statements of orders, sealed as they were made. */
import type { Queryable, Transaction } from '#server/db/open.ts'
import type { Place, Sealer } from '#server/db/seal.ts'
import { statement } from '#server/db/statement.ts'
import type { Language } from '#server/http/call.ts'

type OrderKey = { readonly borrowerId: string; readonly orderId: string }
type Made = { readonly language: Language; readonly hash: string; readonly text: string }

const insert = statement(
  'key-facts-insert',
  `INSERT INTO key_facts (borrower_id, order_id, language, hash, statement_sealed, made_at)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bytea[], $6::timestamptz[]) ON CONFLICT DO NOTHING`,
)
const one = statement(
  'key-facts-one',
  `SELECT hash, statement_sealed AS "sealed" FROM key_facts WHERE borrower_id = $1 AND order_id = $2 AND language = $3`,
)
const hashes = statement('key-facts-hashes', 'SELECT hash FROM key_facts WHERE borrower_id = $1 AND order_id = $2')

/** Keeps statements, each of its order; one that is there already stays as it is. */
export async function insertKeyFacts(
  tx: Transaction,
  sealer: Sealer,
  all: readonly (OrderKey & Made & { readonly madeAt: Date })[],
): Promise<void> {
  const sealed = all.map(each => sealer.seal(each.text, placeOf(each, each.language)))
  const keys = [all.map(({ borrowerId }) => borrowerId), all.map(({ orderId }) => orderId), all.map(({ language }) => language)]
  await tx.query(insert, [...keys, all.map(({ hash }) => hash), sealed, all.map(({ madeAt }) => madeAt)])
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
