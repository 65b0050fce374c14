/** The keys of the dumps of releases, and where they lie. They protect invented people only. */
import { join } from 'node:path'
import { cipherWith, fixedKeys, type Keyring } from '#server/platform/db/encrypt.ts'

export const RELEASES = import.meta.dirname

export const releaseKeyring: Keyring = {
  active: 'release',
  masters: new Map([['release', Buffer.alloc(32, 1)]]),
  hashing: Buffer.alloc(32, 2),
}

export const releaseCipher = () => cipherWith(fixedKeys(releaseKeyring))

/** The files of a version's dump. */
export function filesOf(version: string) {
  const folder = join(RELEASES, version)
  return {
    folder,
    backup: join(folder, 'backup.gz'),
    facts: join(folder, 'facts.json'),
    statements: join(folder, 'statements.json.gz'),
    /** Only of a release whose migrations the baseline replaced. */
    migrations: join(folder, 'migrations.json.gz'),
  }
}
