import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { copyFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { restoreBackup } from '#server/platform/db/backup/restore.ts'
import { writeBackup } from '#server/platform/db/backup/write.ts'
import { type Cipher, cipherWith } from '#server/platform/db/encrypt.ts'
import { localFiles } from '#server/platform/files/local-files.ts'
import { openKeys } from '#server/platform/keys/open-keys.ts'
import { rotateKeys } from '#server/platform/keys/rotate.ts'
import {
  type FreshDatabase,
  freshDatabase,
  type ResetDatabase,
  resetDatabase,
} from '#server/testing/database.ts'
import { skippedWait } from '#server/testing/skipped-wait.ts'

let fresh: FreshDatabase
let tables: ResetDatabase
let folder: string
beforeAll(async () => {
  fresh = await freshDatabase()
  tables = await resetDatabase(fresh.target)
})
afterAll(async () => {
  await tables.close()
  await fresh.drop()
})
beforeEach(async () => {
  await tables.reset()
  folder = mkdtempSync(join(tmpdir(), 'saral-fingerprints-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const HASHING = key(200)
/** The text of SARAL_KEYS. */
const keysOf = (
  masters: Record<string, string>,
  hashing = HASHING,
  active = Object.keys(masters).at(-1),
) => JSON.stringify({ active, masters, hashing })
const withKeys = (json: string) => ({
  keys: { json, file: undefined, mayGenerate: true },
  dataDir: folder,
})
/** A demonstration, or a server with ALLOW_SIMULATORS: it may generate keys if it finds none. */
const withFile = () => ({
  keys: { json: undefined, file: undefined, mayGenerate: true },
  dataDir: folder,
})
const keyFile = (name = 'keys.json') => join(folder, name)

const start = (json: string) => openKeys(withKeys(json), fresh.target)
const startWithFile = () => openKeys(withFile(), fresh.target)
const owner = (sql: string) => tables.owner.query(sql)
const stored = async () =>
  Object.fromEntries(
    (await owner('SELECT * FROM key_fingerprint')).rows.map(
      row => [row.name, row.fingerprint.toString('base64')] as const,
    ),
  )

const BORROWER = '01a1fc5e-4940-7566-bffd-000000000001'
/** A borrower as the product stores one: the phone encrypted, and found by its hash. */
async function signUp(cipher: Cipher, id = BORROWER, phone = '919812345678'): Promise<void> {
  const sealed = cipher.encrypt(phone, { table: 'borrower', row: id, column: 'phone_sealed' })
  await fresh.db.raw('INSERT INTO borrower VALUES ($1, $2, $3, now())', [id, sealed, '98••••5678'])
  await fresh.db.raw('INSERT INTO phone_lookup (phone_hash, borrower_id) VALUES ($2, $1)', [
    id,
    cipher.keyedHash('phone', phone),
  ])
}
/** A database that a server without fingerprints wrote. */
const asBeforeFingerprints = () => owner('DELETE FROM key_fingerprint')

describe('a new database', () => {
  test('stores the fingerprint of each key, which reveals nothing of the key, and accepts the same keys again', async () => {
    const keys = keysOf({ k1: key(1), k2: key(2) })
    await start(keys)
    const fingerprints = await stored()
    expect(Object.keys(fingerprints).sort()).toEqual(['hashing', 'master/k1', 'master/k2'])
    expect(new Set(Object.values(fingerprints)).size).toBe(3)
    for (const secret of [key(1), key(2), HASHING])
      expect(JSON.stringify(fingerprints)).not.toContain(secret.slice(0, 8))
    const ofLabel = createHmac('sha256', Buffer.alloc(32, 1))
      .update('fingerprint of a key of Saral')
      .digest('base64')
    expect(fingerprints['master/k1']).toBe(ofLabel)
    await start(keys)
    expect(await stored()).toEqual(fingerprints)
  })

  test('gets generated keys where that is allowed, once', async () => {
    const [one, two] = await Promise.all([startWithFile(), startWithFile()])
    expect(one.now()).toEqual(two.now())
    expect((await startWithFile()).now()).toEqual(one.now())
  })

  test('accepts a master key that is added by hand', async () => {
    await start(keysOf({ k1: key(1) }))
    await start(keysOf({ k1: key(1), k2: key(2) }))
    expect(Object.keys(await stored())).toContain('master/k2')
    await expect(start(keysOf({ k1: key(1) }))).rejects.toThrow('the master key k2 is missing')
  })

  test('does not let the application change its fingerprints', async ({ skip }) => {
    skip(fresh.appRole.kind === 'none', 'the database role may not make roles')
    await start(keysOf({ k1: key(1) }))
    for (const sql of [
      'DELETE FROM key_fingerprint',
      'UPDATE key_fingerprint SET is_dropped = true',
    ])
      await expect(fresh.db.raw(sql), sql).rejects.toThrow('permission denied')
  })
})

describe.each([
  ['that knows its keys', async () => undefined],
  ['of before the fingerprints', asBeforeFingerprints],
])('a database %s, with a borrower in it', (_, prepare) => {
  const right = keysOf({ k1: key(1) })
  beforeEach(async () => {
    await signUp(cipherWith(await start(right)))
    await prepare()
  })

  test('starts with its keys, and knows them afterwards', async () => {
    await start(right)
    expect(Object.keys(await stored()).sort()).toEqual(['hashing', 'master/k1'])
  })

  test.each([
    [keysOf({ k1: key(9) }), 'the master key k1 is a different one'],
    [keysOf({ k2: key(1) }), 'the master key k1 is missing'],
    [keysOf({ k1: key(1) }, key(201)), 'the hashing key is a different one'],
  ])('refuses other keys by name, and changes nothing: %#', async (wrong, fault) => {
    const before = await stored()
    const refused = start(wrong)
    await expect(refused).rejects.toThrow(
      `The keys in SARAL_KEYS are not the keys of this database: ${fault}`,
    )
    await expect(refused).rejects.not.toThrow(key(9).slice(0, 8))
    expect(await stored()).toEqual(before)
    await start(right)
  })

  test('refuses to start without keys, and generates none', async () => {
    await expect(startWithFile()).rejects.toThrow(
      `No keys: ${keyFile()} does not exist, and the database has data`,
    )
    expect(existsSync(keyFile())).toBe(false)
    const named = {
      ...withFile(),
      keys: { json: undefined, file: keyFile('lost.json'), mayGenerate: false },
    }
    await expect(openKeys(named, fresh.target)).rejects.toThrow(
      `SARAL_KEYS_FILE (${keyFile('lost.json')}) does not exist`,
    )
  })

  test('needs the same keys when restored elsewhere', async () => {
    const backup = keyFile('backup.gz')
    await writeBackup(fresh.target, backup)
    const elsewhere = await freshDatabase()
    try {
      await openKeys(withKeys(keysOf({ k1: key(7) }, key(8))), elsewhere.target)
      await restoreBackup(elsewhere.target, backup, {
        log: () => undefined,
        keyring: 'not compared',
      })
      const other = openKeys(withKeys(keysOf({ k1: key(7) }, key(8))), elsewhere.target)
      await expect(other).rejects.toThrow('the master key k1 is a different one')
      await openKeys(withKeys(right), elsewhere.target)
    } finally {
      await elsewhere.drop()
    }
  })
})

test('accepts a key that decrypts some values although others are damaged', async () => {
  const cipher = cipherWith(await start(keysOf({ k1: key(1) })))
  await signUp(cipher)
  await fresh.db.raw("UPDATE borrower SET phone_sealed = phone_sealed || '\\x00'")
  await signUp(cipher, '01a1fc5e-4940-7566-bffd-000000000002', '919812345679')
  await fresh.db.raw("INSERT INTO borrower VALUES (gen_random_uuid(), '\\x00', '', now())")
  await asBeforeFingerprints()
  await start(keysOf({ k1: key(1) }))
})

describe('a rotation', () => {
  let wait: ReturnType<typeof skippedWait>
  beforeAll(() => {
    wait = skippedWait()
  })
  afterAll(() => vi.restoreAllMocks())
  const rotate = async (settledAfterMs = 0) =>
    rotateKeys({
      db: fresh.db,
      target: fresh.target,
      file: keyFile(),
      store: localFiles(join(folder, 'files')),
      cipher: cipherWith(await startWithFile()),
      settledAfterMs,
      now: () => new Date(),
      wait,
      person: 'test',
      log: () => undefined,
    })

  test('keeps the fingerprints correct at each step, for running servers and for starting ones', async () => {
    const running = [await startWithFile(), await startWithFile()]
    await signUp(cipherWith(running[0] ?? (await startWithFile())))
    await copyFile(keyFile(), keyFile('first.json'))
    expect(await rotate()).toMatchObject({ active: 'k2', waiting: ['k1'] })
    await copyFile(keyFile(), keyFile('second.json'))
    await startWithFile()
    expect(await rotate()).toMatchObject({ dropped: ['k1'] })
    expect([...(await startWithFile()).now().masters.keys()]).toEqual(['k2'])
    for (const keys of running) expect([...keys.again().masters.keys()]).toEqual(['k2'])

    const startWith = (name: string) =>
      openKeys(
        { ...withFile(), keys: { json: undefined, file: keyFile(name), mayGenerate: false } },
        fresh.target,
      )
    await startWith('second.json')
    await expect(startWith('first.json')).rejects.toThrow('the master key k2 is missing')
  })

  test('interrupted between the file and the database is completed by the next start', async () => {
    await startWithFile()
    await rotate()
    await owner("DELETE FROM key_fingerprint WHERE name = 'master/k2'")
    await startWithFile()
    expect(Object.keys(await stored()).sort()).toEqual(['hashing', 'master/k1', 'master/k2'])
  })
})

test.each([
  ['another hashing key', keysOf({ k1: key(1) }, key(201))],
  ['another key of the same name', keysOf({ k1: key(9) })],
])('a running server keeps its keys if the file comes to hold %s', async (_, other) => {
  await writeFile(keyFile(), keysOf({ k1: key(1) }))
  const keys = await startWithFile()
  const before = keys.again()
  await writeFile(keyFile(), other)
  expect(keys.again()).toEqual(before)
  await writeFile(keyFile(), keysOf({ k1: key(1), k2: randomBytes(32).toString('base64') }))
  expect(keys.again().active).toBe('k2')
})
