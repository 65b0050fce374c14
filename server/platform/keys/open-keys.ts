/**
 * Checks the keys of an installation against those of its database: with other keys nothing
 * decrypts, and a known phone looks new.
 */
import type pg from 'pg'
import {
  asApplication,
  asOwner,
  type DatabaseAccess,
  isWithoutOwner,
} from '#server/platform/db/connection.ts'
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
 * keys only where the configuration allows it, no data needs others, and the owner is known.
 */
export async function openKeys(config: KeyConfig, access: DatabaseAccess): Promise<Keys> {
  // Under the lock no rotation changes the key file between reading and comparing it.
  const keyring = isWithoutOwner(access)
    ? await asApplication(access, application => notedKeyring(application, config))
    : await asOwner(access, owner => withMigrationLock(owner, () => verifiedKeyring(owner, config)))
  return followKeys(config, keyring)
}

/** The keys that the owner has noted. The application's role may neither lock nor note them. */
async function notedKeyring(application: pg.Client, config: KeyConfig): Promise<KeyFile> {
  const compare = async () => {
    const fingerprints = await knownKeys(application)
    const keyring = await readKeyring(config)
    return { fingerprints, keyring, faults: faultsAgainst(fingerprints, keyring) }
  }
  const first = await compare()
  if (first.fingerprints.length === 0)
    throw new Error(
      'The database knows no keys yet. Run "npm run ops -- migrate" first, with DATABASE_URL and the keys.',
    )
  // A rotation may have changed the file or the database between the two readings.
  const { keyring, faults } = first.faults.length > 0 ? await compare() : first
  return faultless(config, keyring, faults) ?? refuseMissing(config)
}

async function verifiedKeyring(owner: pg.Client, config: KeyConfig): Promise<KeyFile> {
  const keyring = await readKeyring(config)
  const faults = await faultsOf(owner, keyring)
  const verified = faultless(config, keyring, faults) ?? (await makeKeyring(config))
  await noteFingerprints(owner, verified)
  return verified
}

/** The keys, if they have no faults; undefined if there are none and none are needed. */
function faultless(
  config: KeyConfig,
  keyring: KeyFile | undefined,
  faults: readonly string[],
): KeyFile | undefined {
  if (faults.length === 0) return keyring
  if (keyring === undefined) return refuseMissing(config)
  throw new Error(
    `The keys in ${keySourceOf(config)} are not the keys of this database: ${faults.join('; ')}. ${REMEDY}`,
  )
}

function refuseMissing(config: KeyConfig): never {
  throw new Error(
    `No keys: ${keySourceOf(config)} does not exist, and the database has data that only its own keys open. ${REMEDY}`,
  )
}

/**
 * The faults of the keys, as sentences. If the database has no fingerprints yet, tries the keys on
 * its data.
 */
async function faultsOf(owner: pg.Client, keyring: Keyring | undefined): Promise<string[]> {
  const keys = await knownKeys(owner)
  return keys.length === 0 ? testOnData(owner, keyring) : faultsAgainst(keys, keyring)
}
