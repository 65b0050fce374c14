/** Re-encrypts the files of the store. */

import { type Cipher, keyIdOf } from '#server/platform/db/encrypt.ts'
import type { Database, Queryable, Transaction } from '#server/platform/db/open.ts'
import { contextOf, type FileKey, type FileStore } from '#server/platform/files/store.ts'
import { type Pass, quoted } from '#server/platform/keys/rows.ts'

/** A column that names a file in the store. */
type NamingColumn = {
  readonly table: string
  readonly column: string
  /** True if each row belongs to a borrower. */
  readonly isOwned: boolean
}

/**
 * Re-encrypts every file that a key other than the active one encrypted. Locks the row that names a
 * file meanwhile, so that a file erased in between is not put back. A file that no row names may
 * still be on its way in, and is skipped until `isSettled`.
 */
export async function rewrapFiles(
  { db, store, cipher }: { db: Database; store: FileStore; cipher: Cipher },
  active: string,
  isSettled: boolean,
): Promise<Pass> {
  const pass = { rewrapped: 0, left: 0 }
  const columns = await namingColumns(db)
  for await (const key of store.keys()) {
    const outcome = await db.transaction(async tx => {
      const isNamed = await lockNaming(tx, columns, key)
      return rewrapOne(store, cipher, key, active, isNamed || isSettled)
    })
    if (outcome === 'rewrapped') pass.rewrapped += 1
    if (outcome === 'left') pass.left += 1
  }
  return pass
}

async function rewrapOne(
  store: FileStore,
  cipher: Cipher,
  key: FileKey,
  active: string,
  mayPut: boolean,
): Promise<'rewrapped' | 'left' | 'current'> {
  const sealed = await store.get(key)
  if (!sealed) return 'current'
  try {
    if (keyIdOf(Buffer.from(sealed)) === active) return 'current'
    const now = mayPut ? cipher.rewrap(sealed, contextOf(key)) : undefined
    if (!now) return 'left'
    await store.put(key, now)
    return 'rewrapped'
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw error
    return 'left'
  }
}

/** A file that is erased is named for removal in the same transaction, so that table is the last. */
async function namingColumns(db: Queryable): Promise<NamingColumn[]> {
  const rows = await db.raw(`
    SELECT c.relname AS table, a.attname AS column,
      EXISTS (SELECT FROM pg_attribute b WHERE b.attrelid = c.oid AND b.attname = 'borrower_id' AND NOT b.attisdropped) AS "isOwned"
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname ~ '(file|image)_key$'
      AND a.atttypid = 'text'::regtype AND NOT a.attisdropped
    ORDER BY c.relname = 'file_removal', c.relname`)
  return rows as NamingColumn[]
}

async function lockNaming(
  tx: Transaction,
  columns: readonly NamingColumn[],
  key: FileKey,
): Promise<boolean> {
  for (const column of columns) if (await lockRowNaming(tx, column, key)) return true
  return false
}

/** Finds the row first, since a row that a borrower owns is locked by its borrower. */
async function lockRowNaming(
  tx: Transaction,
  { table, column, isOwned }: NamingColumn,
  key: FileKey,
): Promise<boolean> {
  const rows = `FROM ${quoted(table)} WHERE ${quoted(column)} = $1`
  const [row] = await tx.raw(`SELECT ${isOwned ? 'borrower_id' : 'NULL'} AS owner ${rows}`, [key])
  if (!row) return false
  const locked = isOwned
    ? await tx.raw(`SELECT 1 ${rows} AND borrower_id = $2 FOR UPDATE`, [key, row.owner])
    : await tx.raw(`SELECT 1 ${rows} FOR UPDATE`, [key])
  return locked.length > 0
}
