/**
 * Checks the keys of an installation against those of its database: with other keys nothing
 * decrypts, and a known phone looks new.
 */
import type pg from 'pg'
import { asOwner, type DatabaseTarget } from '#server/platform/db/connection.ts'
import type { Keyring, Keys } from '#server/platform/db/encrypt.ts'
import { withMigrationLock } from '#server/platform/db/migration-lock.ts'
import { faultsAgainst, knownKeys, noteFingerprints } from '#server/platform/keys/fingerprint.ts'
import {
  followKeys,
  type KeyConfig,
  type KeyFile,
  keySourceOf,
  makeKeyring,
  readKeyring,
} from '#server/platform/keys/keys.ts'
import { testOnData } from '#server/platform/keys/test-on-data.ts'

const REMEDY =
  'Put back the keys that belong to this database (docs/running.md, "The keys of a database").'

/**
 * The keys for a migrated database. Throws where the database was written with others. Makes new
 * keys only where the configuration allows it and no data needs others.
 */
export async function openKeys(config: KeyConfig, target: DatabaseTarget): Promise<Keys> {
  // Under the lock no rotation changes the key file between reading and comparing it.
  const keyring = await asOwner(target, owner =>
    withMigrationLock(owner, () => verifiedKeyring(owner, config)),
  )
  return followKeys(config, keyring)
}

async function verifiedKeyring(owner: pg.Client, config: KeyConfig): Promise<KeyFile> {
  const keyring = await readKeyring(config)
  const faults = await faultsOf(owner, keyring)
  const source = keySourceOf(config)
  if (keyring === undefined && faults.length > 0)
    throw new Error(
      `No keys: ${source} does not exist, and the database has data that only its own keys open. ${REMEDY}`,
    )
  if (faults.length > 0)
    throw new Error(
      `The keys in ${source} are not the keys of this database: ${faults.join('; ')}. ${REMEDY}`,
    )
  const verified = keyring ?? (await makeKeyring(config))
  await noteFingerprints(owner, verified)
  return verified
}

/**
 * The faults of the keys, as sentences. If the database has no fingerprints yet, tries the keys on
 * its data.
 */
async function faultsOf(owner: pg.Client, keyring: Keyring | undefined): Promise<string[]> {
  const keys = await knownKeys(owner)
  return keys.length === 0 ? testOnData(owner, keyring) : faultsAgainst(keys, keyring)
}
