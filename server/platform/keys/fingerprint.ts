/**
 * Fingerprints by which a database recognizes its keys (docs/decisions/017-keys-that-rotate.md). A
 * key cannot be derived from its fingerprint.
 */
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import type { Keyring } from '#server/platform/db/encrypt.ts'

/** A key's name in the table: `hashing`, or `master/` and the id of a master key. */
export type KeyName = 'hashing' | `master/${string}`

/** No keyed hash covers this text: those have a zero byte between their purpose and their value. */
const LABEL = 'fingerprint of a key of Saral'

/** The keys of a keyring by name, each with its fingerprint. */
export function fingerprintsOf({ masters, hashing }: Keyring): ReadonlyMap<KeyName, Buffer> {
  const ofMasters = [...masters].map(([id, key]) => [`master/${id}`, fingerprintOf(key)] as const)
  return new Map<KeyName, Buffer>([['hashing', fingerprintOf(hashing)], ...ofMasters])
}

/** The name of a key in an error. */
export function spokenName(name: KeyName): string {
  return name === 'hashing' ? 'the hashing key' : `the master key ${name.slice('master/'.length)}`
}

export type KnownKey = {
  readonly name: KeyName
  readonly fingerprint: Buffer
  readonly isDropped: boolean
}

/** The keys that a database knows; empty until a server with fingerprints has started on it. */
export async function knownKeys(owner: pg.Client): Promise<KnownKey[]> {
  const sql =
    'SELECT name, fingerprint, is_dropped AS "isDropped" FROM key_fingerprint ORDER BY name'
  return (await owner.query<KnownKey>(sql)).rows
}

/** How a keyring differs from the keys that are needed, as sentences; empty if it has them all. */
export function faultsAgainst(needed: readonly KnownKey[], keyring: Keyring | undefined): string[] {
  const fingerprints = keyring && fingerprintsOf(keyring)
  return needed.flatMap(({ name, fingerprint, isDropped }) => {
    const candidate = fingerprints?.get(name)
    if (candidate === undefined) return isDropped ? [] : [`${spokenName(name)} is missing`]
    return candidate.equals(fingerprint) ? [] : [`${spokenName(name)} is a different one`]
  })
}

/** Records new fingerprints. Existing ones stay unchanged. */
export async function noteFingerprints(owner: pg.Client, keyring: Keyring): Promise<void> {
  const fingerprints = fingerprintsOf(keyring)
  await owner.query(
    'INSERT INTO key_fingerprint (name, fingerprint) SELECT * FROM unnest($1::text[], $2::bytea[]) ON CONFLICT (name) DO NOTHING',
    [[...fingerprints.keys()], [...fingerprints.values()]],
  )
}

/** Records that these master keys are no longer needed. */
export async function noteDropped(owner: pg.Client, ids: readonly string[]): Promise<void> {
  const names = ids.map((id): KeyName => `master/${id}`)
  await owner.query('UPDATE key_fingerprint SET is_dropped = true WHERE name = ANY ($1)', [names])
}

function fingerprintOf(key: Buffer): Buffer {
  return createHmac('sha256', key).update(LABEL).digest()
}
