/**
 * Loads the installation's secrets: from the configuration or, for a demonstration, a file
 * generated once. A file is read again when it changes.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Config } from '#server/platform/config.ts'
import { fixedKeys, type Keyring, type Keys } from '#server/platform/db/encrypt.ts'
import { readRedacted } from '#server/platform/redaction.ts'

const key = v.pipe(
  v.string(),
  v.base64(),
  v.transform(text => Buffer.from(text, 'base64')),
  v.check(bytes => bytes.length === 32, 'a key has 32 bytes'),
)
const keyringJson = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    active: v.string(),
    masters: v.record(v.pipe(v.string(), v.regex(/^[\w-]{1,32}$/)), key),
    hashing: key,
    retired: v.optional(v.record(v.string(), v.pipe(v.string(), v.isoTimestamp())), {}),
    audit: v.optional(v.record(v.string(), key), {}),
  }),
  v.check(({ active, masters }) => active in masters, 'the active key is missing'),
)

/** The keyring, and which of its keys were retired, and when: those only decrypt. */
export type KeyFile = Required<Keyring> & { readonly retired: ReadonlyMap<string, Date> }

export type KeyConfig = Pick<Config, 'keys' | 'dataDir'>

/**
 * The key file; undefined where the keys come from a variable, which cannot change while the server
 * runs.
 */
export function keyFileOf({ keys, dataDir }: KeyConfig): string | undefined {
  return keys.json === undefined ? (keys.file ?? join(dataDir, 'keys.json')) : undefined
}

/** The source of the keys, as errors name it. */
export function keySourceOf({ keys, dataDir }: KeyConfig): string {
  if (keys.json !== undefined) return 'SARAL_KEYS'
  return keys.file === undefined ? join(dataDir, 'keys.json') : `SARAL_KEYS_FILE (${keys.file})`
}

/** The longest that a server takes to notice a change of the key file. */
export const KEYS_LOOKED_AT_EVERY_MS = 1_000

/** The current keys: a changed key file is read again, without a restart. */
export function followKeys(config: KeyConfig, first: Keyring): Keys {
  const file = keyFileOf(config)
  if (file === undefined) return fixedKeys(first)
  let keyring = first
  // The file may have changed since it was read, so it is read once more.
  let version: string | undefined
  let lookedAtMs = performance.now()
  const again = () => {
    lookedAtMs = performance.now()
    const current = versionOf(file)
    // A file that is briefly missing, incomplete or of another installation changes nothing: the
    // last good keys stay.
    if (current === undefined || current === version) return keyring
    try {
      const next = parse(readFileSync(file, 'utf8'), file)
      version = current
      if (isSuccessor(next, keyring)) keyring = next
    } catch {
      return keyring
    }
    return keyring
  }
  return {
    again,
    now: () => (performance.now() - lookedAtMs < KEYS_LOOKED_AT_EVERY_MS ? keyring : again()),
  }
}

/** A rotation adds and removes master keys. It never changes one, nor the hashing key. */
function isSuccessor(next: Keyring, keyring: Keyring): boolean {
  const isKept = ([id, master]: readonly [string, Buffer]) =>
    keyring.masters.get(id)?.equals(master) ?? true
  return next.hashing.equals(keyring.hashing) && [...next.masters].every(isKept)
}

function versionOf(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat && `${stat.ino}/${stat.mtimeMs}/${stat.size}`
}

/** The keyring of this installation; undefined where there is none. */
export async function readKeyring(config: KeyConfig): Promise<KeyFile | undefined> {
  if (config.keys.json !== undefined) return parse(config.keys.json, 'SARAL_KEYS')
  const file = config.keys.file ?? join(config.dataDir, 'keys.json')
  const text = await readIfThere(file)
  return text === undefined
    ? undefined
    : parse(text, config.keys.file === undefined ? file : 'SARAL_KEYS_FILE')
}

/** Throws where there are no keys, and the configuration must provide them. */
export function refuseWithoutKeys({ keys }: KeyConfig): void {
  if (keys.file !== undefined)
    throw new Error(`No keys: the file of SARAL_KEYS_FILE does not exist (${keys.file}).`)
  if (!keys.mayGenerate) throw new Error('No keys: set SARAL_KEYS or SARAL_KEYS_FILE.')
}

/** A new keyring for a demonstration. Throws where the configuration must provide the keys. */
export async function makeKeyring(config: KeyConfig): Promise<KeyFile> {
  refuseWithoutKeys(config)
  const { dataDir } = config
  const file = join(dataDir, 'keys.json')
  const text = () => randomBytes(32).toString('base64')
  await makeOnce(
    dataDir,
    file,
    JSON.stringify({ active: 'k1', masters: { k1: text() }, hashing: text() }),
  )
  return parse(await readFile(file, 'utf8'), file)
}

/** Parses the keys in a text; an error names `source` and shows nothing of the text. */
export function parse(json: string, source: string): KeyFile {
  const parsed = readRedacted(keyringJson, json)
  if ('faults' in parsed) throw new Error(`The keys in ${source} cannot be used: ${parsed.faults}`)
  const { active, masters, hashing, retired, audit } = parsed.read
  return {
    active,
    masters: new Map(Object.entries(masters)),
    hashing,
    retired: new Map(Object.entries(retired).map(([id, since]) => [id, new Date(since)])),
    audit: new Map(Object.entries(audit)),
  }
}

/** The text of a file; undefined where the file does not exist. */
export async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

/**
 * Writes atomically, and never over keys that another process has just made: values under those
 * would be lost.
 */
export async function makeOnce(dataDir: string, file: string, content: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, content, { mode: 0o600, flush: true })
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}
