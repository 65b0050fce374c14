/** Where the installation's secrets come from: configuration, or, for a demonstration, a file made once. */
import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Config } from '#server/config.ts'
import type { Keyring } from '#server/db/seal.ts'

const key = v.pipe(
  v.string(),
  v.base64(),
  v.transform(text => Buffer.from(text, 'base64')),
  v.check(bytes => bytes.length === 32, 'a key has 32 bytes'),
)
const keyringJson = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({ active: v.string(), masters: v.record(v.pipe(v.string(), v.regex(/^[\w-]{1,32}$/)), key), hashing: key }),
  v.check(({ active, masters }) => active in masters, 'the active key is missing'),
)

/** The keyring of this installation. Refuses to make one up where `mayGenerate` forbids it. */
export async function loadKeyring({ keys, dataDir }: Pick<Config, 'keys' | 'dataDir'>): Promise<Keyring> {
  if (keys.json !== undefined) return parse(keys.json, 'SARAL_KEYS')
  if (keys.file !== undefined) return parse(await readFile(keys.file, 'utf8'), 'SARAL_KEYS_FILE')
  const file = join(dataDir, 'keys.json')
  const known = await readIfThere(file)
  if (known !== undefined) return parse(known, file)
  if (!keys.mayGenerate) throw new Error('No keys: set SARAL_KEYS or SARAL_KEYS_FILE.')
  const text = () => randomBytes(32).toString('base64')
  await makeOnce(dataDir, file, JSON.stringify({ active: 'k1', masters: { k1: text() }, hashing: text() }))
  return parse(await readFile(file, 'utf8'), file)
}

function parse(json: string, source: string): Keyring {
  const parsed = v.safeParse(keyringJson, json)
  if (!parsed.success)
    throw new Error(`The keys in ${source} cannot be used: ${parsed.issues.map(issue => issue.message).join('; ')}`)
  const { active, masters, hashing } = parsed.output
  return { active, masters: new Map(Object.entries(masters)), hashing }
}

/** The text of a file, or nothing where there is none. */
export async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

/** Whole or not at all, and never over keys that another process has just made: what they sealed would be lost. */
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
