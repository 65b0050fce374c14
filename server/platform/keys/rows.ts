/**
 * The encrypted columns of the whole database, recognized by name: a column that ends in `_sealed`
 * holds a value that is encrypted for its table, its column, and its row's primary key joined by
 * `/`. A renamed table says in the column's comment for which name: "encrypted for <name>".
 */

import type { Cipher, CipherContext } from '#server/platform/db/encrypt.ts'
import type { Database, Queryable } from '#server/platform/db/open.ts'

type KeyColumn = { readonly name: string; readonly type: string }
export type EncryptedColumn = {
  readonly schema: string
  readonly table: string
  readonly column: string
  readonly key: readonly KeyColumn[]
  /** The name of the table for which its values are encrypted. */
  readonly encryptedFor: string
}

const BATCH = 200

/** All encrypted columns. */
export async function encryptedColumns(db: Pick<Queryable, 'raw'>): Promise<EncryptedColumn[]> {
  const rows = await db.raw(`
    SELECT n.nspname AS schema, c.relname AS table, a.attname AS column,
      COALESCE(substring(col_description(c.oid, a.attnum) FROM '^encrypted for (\\w+)$'), c.relname) AS "encryptedFor",
      (SELECT json_agg(json_build_object('name', k.attname, 'type', format_type(k.atttypid, k.atttypmod)) ORDER BY o.place)
       FROM pg_index i, unnest(i.indkey) WITH ORDINALITY AS o (attnum, place), pg_attribute k
       WHERE i.indrelid = c.oid AND i.indisprimary AND k.attrelid = c.oid AND k.attnum = o.attnum) AS key
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('public', 'sandbox') AND c.relkind IN ('r', 'p') AND a.attname LIKE '%\\_sealed' AND NOT a.attisdropped
    ORDER BY 1, 2, 3`)
  return rows as EncryptedColumn[]
}

/** The result of a pass: how many values were re-encrypted, and how many could not be. */
export type Pass = { readonly rewrapped: number; readonly left: number }

/**
 * Re-encrypts, in batches, every value that a key other than the active one encrypted. A value that
 * cannot be decrypted is left for a person.
 */
export async function rewrapRows(db: Database, cipher: Cipher, active: string): Promise<Pass> {
  const pass = { rewrapped: 0, left: 0 }
  for (const column of await encryptedColumns(db)) {
    let after: readonly string[] | undefined
    do {
      const batch = await nextBatch(db, column, active, after)
      const again = batch.flatMap(each => rewrapped(column, each, cipher) ?? [])
      await replace(db, column, again)
      pass.rewrapped += again.length
      pass.left += batch.length - again.length
      after = batch.length === BATCH ? batch.at(-1)?.key : undefined
    } while (after)
  }
  return pass
}

type EncryptedRow = { readonly key: readonly string[]; readonly sealed: Buffer }
type Rewrapped = EncryptedRow & { readonly now: Buffer }

/** The next values of a column that another key encrypted, in the order of their rows. */
export async function nextBatch(
  db: Queryable,
  { schema, table, column, key }: EncryptedColumn,
  active: string,
  after: readonly string[] | undefined,
): Promise<EncryptedRow[]> {
  const names = key.map(({ name }) => quoted(name)).join(', ')
  const from = key.map(({ type }, at) => `$${at + 2}::${type}`).join(', ')
  const rows = await db.raw(
    `SELECT ARRAY[${key.map(({ name }) => `${quoted(name)}::text`).join(', ')}] AS key, ${quoted(column)} AS sealed
     FROM ${quoted(schema)}.${quoted(table)}
     WHERE substring(${quoted(column)} FROM 3 FOR get_byte(${quoted(column)}, 1)) <> $1 ${after ? `AND (${names}) > (${from})` : ''}
     ORDER BY ${names} LIMIT ${BATCH}`,
    [Buffer.from(active), ...(after ?? [])],
  )
  return rows as EncryptedRow[]
}

function rewrapped(
  column: EncryptedColumn,
  { key, sealed }: EncryptedRow,
  cipher: Cipher,
): Rewrapped | undefined {
  try {
    const now = cipher.rewrap(sealed, contextOf(column, key))
    return now && { key, sealed, now }
  } catch {
    return undefined
  }
}

/**
 * Replaces each value only where it is unchanged: a value written meanwhile is newer, and stays.
 */
async function replace(
  db: Database,
  column: EncryptedColumn,
  again: readonly Rewrapped[],
): Promise<void> {
  if (again.length === 0) return
  const { schema, table, column: name, key } = column
  const keys = key.map((_, at) => `k${at}`)
  const isRow = key
    .map((each, at) => `t.${quoted(each.name)} = w.k${at}::${each.type}`)
    .join(' AND ')
  const sql = `UPDATE ${quoted(schema)}.${quoted(table)} AS t SET ${quoted(name)} = w.now
    FROM unnest($1::bytea[], $2::bytea[], ${key.map((_, at) => `$${at + 3}::text[]`).join(', ')}) AS w (was, now, ${keys.join(', ')})
    WHERE ${isRow} AND t.${quoted(name)} = w.was`
  const values = key.map((_, at) => again.map(each => each.key[at]))
  await db.transaction(tx =>
    tx.raw(sql, [again.map(each => each.sealed), again.map(each => each.now), ...values]),
  )
}

/** The context that a column's encryption is bound to. */
export function contextOf(
  { schema, encryptedFor, column }: EncryptedColumn,
  key: readonly string[],
): CipherContext {
  const table = schema === 'public' ? encryptedFor : `${schema}.${encryptedFor}`
  return { table, row: key.join('/'), column }
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
