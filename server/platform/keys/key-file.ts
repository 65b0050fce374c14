/**
 * The changes that a rotation makes to the key file. Each is written atomically, under the name
 * that servers read.
 */
import { randomBytes } from 'node:crypto'
import { chmod, chown, open, readFile, rename, stat } from 'node:fs/promises'
import { auditKeyOf } from '#server/platform/db/encrypt.ts'
import { type KeyFile, parse } from '#server/platform/keys/keys.ts'

const MASTER_BYTES = 32

export async function readKeyFile(file: string): Promise<KeyFile> {
  return parse(await readFile(file, 'utf8'), file)
}

/** The keys with a new active one; the previous one still decrypts, but encrypts nothing new. */
export function withNewKey(keys: KeyFile, now: Date): KeyFile {
  const id = `k${1 + Math.max(0, ...[...keys.masters.keys()].map(numberOf))}`
  return {
    ...keys,
    active: id,
    masters: new Map([...keys.masters, [id, randomBytes(MASTER_BYTES)]]),
    retired: new Map([...keys.retired, [keys.active, now]]),
  }
}

/**
 * The keys without those that are no longer needed. The active one stays, and so do the keys of the
 * audit log, whose old entries are never sealed again.
 */
export function withoutKeys(keys: KeyFile, gone: readonly string[]): KeyFile {
  const stays = ([id]: readonly [string, unknown]) => id === keys.active || !gone.includes(id)
  const removed = [...keys.masters].filter(each => !stays(each))
  return {
    ...keys,
    masters: new Map([...keys.masters].filter(stays)),
    retired: new Map([...keys.retired].filter(stays)),
    audit: new Map([...keys.audit, ...removed.map(([id, key]) => [id, auditKeyOf(key)] as const)]),
  }
}

/** Flushes before renaming, and keeps the owner's permissions: no server ever reads half a file. */
export async function writeKeyFile(
  file: string,
  { active, masters, hashing, retired, audit }: KeyFile,
): Promise<void> {
  const text = JSON.stringify({
    active,
    masters: inBase64(masters),
    hashing: hashing.toString('base64'),
    retired: Object.fromEntries([...retired].map(([id, since]) => [id, since.toISOString()])),
    audit: inBase64(audit),
  })
  const draft = `${file}.new`
  const before = await stat(file)
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await chmod(draft, before.mode & 0o777)
  // Keep the owner, or the server could not read the file. Throws where that is not permitted.
  if (before.uid !== process.getuid?.()) await chown(draft, before.uid, before.gid)
  await rename(draft, file)
}

function inBase64(keys: ReadonlyMap<string, Buffer>): Record<string, string> {
  return Object.fromEntries([...keys].map(([id, key]) => [id, key.toString('base64')]))
}

function numberOf(id: string): number {
  return Number(/^k(\d{1,9})$/.exec(id)?.[1] ?? 0)
}
