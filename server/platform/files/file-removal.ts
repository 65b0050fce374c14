/**
 * Removal of files: requested in the transaction that deletes their rows, done after its commit.
 */
import type { Database, Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { FileKey, FileStore } from '#server/platform/files/store.ts'
import type { Log } from '#server/platform/log.ts'

const ask = statement(
  'file-removal-ask',
  `INSERT INTO file_removal (file_key, asked_at) SELECT unnest($1::text[]), $2 ON CONFLICT (file_key) DO NOTHING`,
)
const waiting = statement(
  'file-removal-waiting',
  'SELECT file_key AS "fileKey" FROM file_removal ORDER BY asked_at LIMIT $1',
)
const deleteRemovals = statement(
  'file-removal-done',
  'DELETE FROM file_removal WHERE file_key = ANY ($1)',
)

export async function askFileRemoval(
  tx: Queryable,
  keys: readonly FileKey[],
  at: Date,
): Promise<void> {
  if (keys.length > 0) await tx.query(ask, [keys, at])
}

export async function filesToRemove(db: Queryable, limit: number): Promise<FileKey[]> {
  return (await db.query(waiting, [limit])).map(({ fileKey }) => fileKey)
}

export async function noteFilesRemoved(db: Queryable, keys: readonly FileKey[]): Promise<void> {
  await db.query(deleteRemovals, [keys])
}

const BATCH = 100

/** Removes files whose rows are gone. Housekeeping tries again where it fails. */
export async function removeFiles(
  { db, files, log }: { readonly db: Database; readonly log: Log } & { readonly files: FileStore },
  keys: readonly FileKey[],
): Promise<void> {
  const removed: FileKey[] = []
  for (const key of keys) {
    try {
      await files.remove(key)
      removed.push(key)
    } catch (error) {
      log.warn({ err: error }, 'a file could not be removed; this will be tried again')
    }
  }
  if (removed.length > 0) await noteFilesRemoved(db, removed)
}

/** Completes an interrupted removal. */
export async function removeLeftFiles(services: Parameters<typeof removeFiles>[0]): Promise<void> {
  await removeFiles(services, await filesToRemove(services.db, BATCH))
}
