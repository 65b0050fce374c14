/** The Key Facts Statements of orders, encrypted as they were made. */
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Cipher, CipherContext } from '#server/platform/db/encrypt.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { Language } from '#words/language.ts'

type OrderKey = { readonly borrowerId: string; readonly orderId: string }
type Made = { readonly language: Language; readonly hash: string; readonly text: string }

const insert = statement(
  'key-facts-insert',
  `INSERT INTO key_facts (borrower_id, order_id, language, hash, statement_sealed, made_at)
   SELECT borrower_id, order_id, language, hash, substr(:statements::bytea, start, length), made_at
   FROM unnest((SELECT :borrowerIds::uuid[]), :orderIds::uuid[], :languages::text[], :hashes::text[], :starts::int[], :lengths::int[],
       :madeAt::timestamptz[])
     AS input (borrower_id, order_id, language, hash, start, length, made_at)
   ON CONFLICT DO NOTHING`,
)
const one = statement(
  'key-facts-one',
  `SELECT hash, statement_sealed AS "sealed" FROM key_facts WHERE borrower_id = $1 AND order_id = $2 AND language = $3`,
)
const hashes = statement(
  'key-facts-hashes',
  'SELECT hash FROM key_facts WHERE borrower_id = $1 AND order_id = $2',
)

/** Stores statements, each with its order; an existing one stays unchanged. */
export async function insertKeyFacts(
  tx: Transaction,
  cipher: Cipher,
  all: readonly (OrderKey & Made & { readonly madeAt: Date })[],
): Promise<void> {
  const sealed = all.map(each => cipher.encrypt(packed(each), contextOf(each, each.language)))
  await tx.query(insert, {
    ...inOne(sealed),
    borrowerIds: all.map(({ borrowerId }) => borrowerId),
    orderIds: all.map(({ orderId }) => orderId),
    languages: all.map(({ language }) => language),
    hashes: all.map(({ hash }) => hash),
    madeAt: all.map(({ madeAt }) => madeAt),
  })
}

/**
 * The concatenated values, with the start of each, counted from one, and its length: a single value
 * is sent as bytes, a list as text.
 */
function inOne(values: readonly Buffer[]) {
  const lengths = values.map(({ length }) => length)
  let next = 1
  const starts = lengths.map(length => {
    next += length
    return next - length
  })
  return { statements: Buffer.concat(values), starts, lengths }
}

/** An order's statement in a language; undefined if none was made. */
export async function loadKeyFacts(
  db: Queryable,
  cipher: Cipher,
  key: OrderKey,
  language: Language,
): Promise<Omit<Made, 'language'> | undefined> {
  const row = await db.maybeOne(one, [key.borrowerId, key.orderId, language])
  return (
    row && { hash: row.hash, text: unpacked(cipher.decrypt(row.sealed, contextOf(key, language))) }
  )
}

/** The packed statements of the latest orders, by hash: many orders have the same. */
const packedStatements = new Map<string, Buffer>()
const CACHED_MAX = 500

/**
 * Compresses a statement to a quarter: it is by far the largest part of an application, and nearly
 * the same in every row.
 */
function packed({ hash, text }: Pick<Made, 'hash' | 'text'>): Buffer {
  const statement = packedStatements.get(hash) ?? gzipSync(text)
  if (packedStatements.size >= CACHED_MAX) packedStatements.clear()
  packedStatements.set(hash, statement)
  return statement
}

/**
 * The first byte of JSON, which gzip never writes: the statements of the first orders were stored
 * uncompressed.
 */
const PLAIN = '['.charCodeAt(0)

function unpacked(stored: Buffer): string {
  return (stored[0] === PLAIN ? stored : gunzipSync(stored)).toString('utf8')
}

/** The hashes of an order's statements, one per language. */
export async function keyFactsHashes(
  db: Queryable,
  { borrowerId, orderId }: OrderKey,
): Promise<string[]> {
  return (await db.query(hashes, [borrowerId, orderId])).map(({ hash }) => hash)
}

function contextOf({ borrowerId, orderId }: OrderKey, language: Language): CipherContext {
  return {
    table: 'key_facts',
    row: `${borrowerId}/${orderId}/${language}`,
    column: 'statement_sealed',
  }
}
