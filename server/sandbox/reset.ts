/** Brings a demonstration back to its first state. */
import { rm } from 'node:fs/promises'
import { anchorFileOf } from '#server/platform/audit/anchors.ts'
import type { SandboxClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { type DatabaseAccess, isWithoutOwner } from '#server/platform/db/connection.ts'
import { type Emptied, emptyDatabase } from '#server/platform/db/empty.ts'
import type { Database } from '#server/platform/db/open.ts'
import { removeFiles } from '#server/platform/files/file-removal.ts'
import type { FileKey, FileStore } from '#server/platform/files/store.ts'
import type { Log } from '#server/platform/log.ts'

/** The counts of a reset. */
export type Removed = Emptied & { readonly files: number }
export type Reset = () => Promise<Removed>

type ResetParts = {
  readonly config: Config
  readonly access: DatabaseAccess
  readonly db: Database
  readonly clock: SandboxClock
  readonly files: FileStore
  readonly log: Log
}

/**
 * Removes everything that visitors and simulators have left, in the database and as files, and
 * resets the clock to the real time. Undefined wherever something real could be lost.
 */
export function resetOf(parts: ResetParts): Reset | undefined {
  const { config, access, db, clock, files, log } = parts
  if (!isDemonstration(config) || isWithoutOwner(access)) return undefined
  return async () => {
    const keys: FileKey[] = []
    for await (const key of files.keys()) keys.push(key)
    const emptied = await emptyDatabase(access, keys, clock.wall())
    clock.restart()
    // The chain of the audit log begins again, so that its old anchors would contradict it.
    await rm(anchorFileOf(config), { force: true })
    await removeFiles({ db, files, log }, keys)
    return { ...emptied, files: keys.length }
  }
}

/** True for simulators alone, on the embedded database, with nothing of a lender. */
export function isDemonstration({
  isReal,
  database,
  s3,
  vendors,
  push,
  signing,
  faceCheck,
}: Pick<
  Config,
  'isReal' | 'database' | 's3' | 'vendors' | 'push' | 'signing' | 'faceCheck'
>): boolean {
  return (
    !isReal &&
    database === undefined &&
    s3 === undefined &&
    Object.values(vendors).every(vendor => vendor === undefined) &&
    !push.isReal &&
    signing === undefined &&
    faceCheck !== 'cashfree'
  )
}
