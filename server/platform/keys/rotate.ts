/**
 * Gives an installation a new master key while it runs, and removes the old one once nothing needs
 * it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { writeAudit } from '#server/platform/audit/entries.ts'
import { asOwner, type DatabaseTarget } from '#server/platform/db/connection.ts'
import type { Cipher } from '#server/platform/db/encrypt.ts'
import { withMigrationLock } from '#server/platform/db/migration-lock.ts'
import type { Database } from '#server/platform/db/open.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { noteDropped, noteFingerprints } from '#server/platform/keys/fingerprint.ts'
import {
  readKeyFile,
  withNewKey,
  withoutKeys,
  writeKeyFile,
} from '#server/platform/keys/key-file.ts'
import { KEYS_LOOKED_AT_EVERY_MS, type KeyFile } from '#server/platform/keys/keys.ts'
import { type Pass, rewrapRows } from '#server/platform/keys/rows.ts'
import { rewrapFiles } from '#server/platform/keys/stored-files.ts'

/**
 * Longer than an encrypted value exists outside the database and the store: a request under way, a
 * picture's address.
 */
const SETTLED_AFTER_MS = 3_600_000

export type RotationParts = {
  readonly db: Database
  /**
   * The owner's connection: its lock makes concurrent rotations change the key file one after the
   * other.
   */
  readonly target: DatabaseTarget
  readonly file: string
  /** Reads the same file. */
  readonly cipher: Cipher
  /** The raw store, without decryption. */
  readonly store: FileStore
  readonly now: () => Date
  /** The name of the operator who runs it. */
  readonly person: string
  readonly log: (line: string) => void
  readonly settledAfterMs?: number
  /** Waits for the other servers; the timer by default. */
  readonly wait?: (ms: number) => Promise<unknown>
}

export type Rotation = {
  readonly active: string
  readonly dropped: readonly string[]
  readonly waiting: readonly string[]
}

/**
 * One run: continues a rotation or begins one; re-encrypts with the new key everything that an
 * older key encrypted; and drops the keys that were retired long enough ago, if this run found
 * nothing of theirs. May be interrupted anywhere and run again.
 */
export async function rotateKeys(parts: RotationParts): Promise<Rotation> {
  const { db, file, cipher, store, log, settledAfterMs = SETTLED_AFTER_MS, wait = sleep } = parts
  const { active, retired } = await begin(parts)
  // Until every server has read the new key, some still encrypt with the old one.
  const newest = Math.max(...[...retired.values()].map(since => since.getTime()))
  await wait(Math.max(0, newest + 2 * KEYS_LOOKED_AT_EVERY_MS - parts.now().getTime()))
  const isSettled = (since: Date) => parts.now().getTime() - since.getTime() >= settledAfterMs
  const wasSettled = [...retired.values()].every(isSettled)
  const rows = await everyRow(parts, active)
  const files = await rewrapFiles({ db, store, cipher }, active, wasSettled)
  log(
    `Re-encrypted with ${active}: the data keys of ${rows.rewrapped} database values and ${files.rewrapped} files.`,
  )
  const left = rows.left + files.left
  if (left > 0)
    log(`${left} values or files could not be re-encrypted yet: their master key stays.`)
  const isClean = left === 0 && rows.rewrapped + files.rewrapped === 0
  const old = [...retired].filter(([, since]) => isSettled(since)).map(([id]) => id)
  const dropped = isClean ? old : []
  if (dropped.length > 0) {
    // The database records it first, committed: a server may start without a key only once that key
    // is recorded as dropped.
    await locked(parts, owner => noteDropped(owner, dropped))
    await locked(parts, async () =>
      writeKeyFile(file, withoutKeys(await readKeyFile(file), dropped)),
    )
  }
  for (const id of dropped) await auditRotation(parts, 'key-dropped', id)
  return { active, dropped, waiting: [...retired.keys()].filter(id => !dropped.includes(id)) }
}

/** The target keys: those of the rotation under way, or a new one. */
function begin(parts: RotationParts): Promise<KeyFile> {
  return locked(parts, async owner => {
    const keys = await readKeyFile(parts.file)
    if (keys.retired.size > 0) {
      // The last run may have been interrupted between the file and the database.
      await noteFingerprints(owner, keys)
      return keys
    }
    const rotated = withNewKey(keys, parts.now())
    await writeKeyFile(parts.file, rotated)
    await noteFingerprints(owner, rotated)
    await auditRotation(parts, 'key-added', rotated.active)
    parts.log(`The new master key is ${rotated.active}.`)
    return rotated
  })
}

function auditRotation(
  { db, cipher, now, person }: RotationParts,
  action: 'key-added' | 'key-dropped',
  subject: string,
): Promise<void> {
  return db.transaction(tx =>
    writeAudit(tx, cipher, { actor: `keys:${person}`, action, subject, at: now() }),
  )
}

/**
 * Repeats passes over the database until one finds nothing: a pass may miss what is written during
 * it.
 */
async function everyRow({ db, cipher }: RotationParts, active: string): Promise<Pass> {
  let rewrapped = 0
  for (;;) {
    const pass = await rewrapRows(db, cipher, active)
    rewrapped += pass.rewrapped
    if (pass.rewrapped === 0) return { rewrapped, left: pass.left }
  }
}

function locked<T>({ target }: RotationParts, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  return asOwner(target, owner => withMigrationLock(owner, () => work(owner)))
}
