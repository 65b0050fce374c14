/** Files to be removed from the store: asked for in the transaction that forgets their rows, done when that is committed. */
import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { FileKey } from '#server/platform/files/store.ts'

const ask = statement(
  'file-removal-ask',
  `INSERT INTO file_removal (file_key, asked_at) SELECT unnest($1::text[]), $2 ON CONFLICT (file_key) DO NOTHING`,
)
const waiting = statement(
  'file-removal-waiting',
  'SELECT file_key AS "fileKey" FROM file_removal ORDER BY asked_at LIMIT $1',
)
const done = statement('file-removal-done', 'DELETE FROM file_removal WHERE file_key = ANY ($1)')

export async function askFileRemoval(
  tx: Queryable,
  keys: readonly FileKey[],
  at: Date,
): Promise<void> {
  if (keys.length > 0) await tx.query(ask, [keys, at])
}

export async function filesToRemove(db: Queryable, limit: number): Promise<FileKey[]> {
  return (await db.query<{ fileKey: FileKey }>(waiting, [limit])).map(({ fileKey }) => fileKey)
}

export async function noteFilesRemoved(db: Queryable, keys: readonly FileKey[]): Promise<void> {
  await db.query(done, [keys])
}
