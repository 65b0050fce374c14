import type { Database } from '#server/platform/db/open.ts'
import { filesToRemove, noteFilesRemoved } from '#server/platform/files/file-removal.ts'
import type { FileKey, FileStore } from '#server/platform/files/store.ts'
import type { Log } from '#server/platform/log.ts'

const BATCH = 100

/** Removes files whose rows are gone. What fails is tried again when house is kept. */
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
      log.warn({ err: error }, 'a file could not be removed; it is tried again')
    }
  }
  if (removed.length > 0) await noteFilesRemoved(db, removed)
}

/** Removes what an interrupted removal left behind. */
export async function removeLeftFiles(services: Parameters<typeof removeFiles>[0]): Promise<void> {
  await removeFiles(services, await filesToRemove(services.db, BATCH))
}
