import { mkdtempSync, rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Cipher, cipherWith, keyIdOf } from '#server/platform/db/encrypt.ts'
import { statement } from '#server/platform/db/statement.ts'
import { localFiles } from '#server/platform/files/local-files.ts'
import { contextOf, encryptedFiles, fileKey } from '#server/platform/files/store.ts'
import { readKeyFile } from '#server/platform/keys/key-file.ts'
import { makeKeyring } from '#server/platform/keys/keys.ts'
import { openKeys } from '#server/platform/keys/open-keys.ts'
import { type RotationParts, rotateKeys } from '#server/platform/keys/rotate.ts'
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
let wait: ReturnType<typeof skippedWait>
const keys = { json: undefined, file: undefined, mayGenerate: true }
const file = () => join(folder, 'keys.json')
const config = () => ({ keys, dataDir: folder })
const store = () => localFiles(join(folder, 'files'))

beforeAll(async () => {
  fresh = await freshDatabase()
  tables = await resetDatabase(fresh.target)
  wait = skippedWait()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await tables.close()
  await fresh.drop()
})
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'saral-keys-'))
  await tables.reset()
  await makeKeyring(config())
  return () => rmSync(folder, { recursive: true, force: true })
})

const idOf = (number: number) => `01a1fc5e-4940-7566-bffd-${String(number).padStart(12, '0')}`
const context = (id: string) => ({ table: 'borrower', row: id, column: 'phone_sealed' })
const write = statement(
  'test-rotation-write',
  `INSERT INTO borrower (borrower_id, phone_sealed, phone_masked, created_at) VALUES ($1, $2, '', now())
   ON CONFLICT (borrower_id) DO UPDATE SET phone_sealed = excluded.phone_sealed`,
)
const save = (cipher: Cipher, number: number, text: string) =>
  fresh.db.query(write, [idOf(number), cipher.encrypt(text, context(idOf(number)))])
const server = async () => cipherWith(await openKeys(config(), fresh.target))

async function storedTexts(cipher: Cipher): Promise<string[]> {
  const rows = await fresh.db.raw(
    'SELECT borrower_id AS id, phone_sealed AS sealed FROM borrower ORDER BY borrower_id',
  )
  return rows.map(({ id, sealed }) => cipher.decryptText(sealed as Buffer, context(String(id))))
}
async function keyIds(): Promise<string[]> {
  const rows = await fresh.db.raw('SELECT phone_sealed AS sealed FROM borrower')
  return [...new Set(rows.map(({ sealed }) => keyIdOf(sealed as Buffer)))].sort()
}

async function rotate(about: Partial<RotationParts> = {}) {
  const cipher = await server()
  return rotateKeys({
    db: fresh.db,
    target: fresh.target,
    file: file(),
    cipher,
    store: store(),
    settledAfterMs: 3_600_000,
    now: () => new Date(),
    wait,
    person: 'test',
    log: () => undefined,
    ...about,
  })
}

test('re-encrypts everything in several batches, and drops the old key once nothing needs it', async () => {
  const running = await server()
  const texts = Array.from({ length: 450 }, (_, at) => `number ${at}`)
  for (const [at, text] of texts.entries()) await save(running, at, text)
  const picture = fileKey(idOf(1))
  await encryptedFiles(store(), running).put(picture, Buffer.from('picture'))

  expect(await rotate()).toEqual({ active: 'k2', dropped: [], waiting: ['k1'] })
  expect(await keyIds()).toEqual(['k2'])
  // No row names this file: it may be on its way in, and waits until the old key has been retired
  // for long enough.
  expect(keyIdOf(Buffer.from((await store().get(picture)) ?? ''))).toBe('k1')
  expect(await rotate({ settledAfterMs: 0 })).toEqual({
    active: 'k2',
    dropped: [],
    waiting: ['k1'],
  })
  expect(keyIdOf(Buffer.from((await store().get(picture)) ?? ''))).toBe('k2')
  expect(await rotate({ settledAfterMs: 0 })).toEqual({
    active: 'k2',
    dropped: ['k1'],
    waiting: [],
  })

  expect([...(await readKeyFile(file())).masters.keys()]).toEqual(['k2'])
  expect(await storedTexts(running)).toEqual(texts)
  expect(Buffer.from((await encryptedFiles(store(), running).get(picture)) ?? '').toString()).toBe(
    'picture',
  )
})

test('seals of the audit log stay verifiable when their master key is dropped', async () => {
  const running = await server()
  const { keyId, seal } = running.seal('an entry')
  expect(await rotate({ settledAfterMs: 0 })).toMatchObject({ active: 'k2', dropped: ['k1'] })
  for (const cipher of [running, await server()]) {
    expect(cipher.sealUnder(keyId, 'an entry')).toBe(seal)
    expect(cipher.seal('an entry').keyId).toBe('k2')
    expect(cipher.seal('an entry').seal).not.toBe(seal)
    expect(cipher.sealUnder('k3', 'an entry')).toBeUndefined()
  }
})

test('loses nothing that servers write meanwhile, and leaves none of it with the old key', async () => {
  const servers = [await server(), await server()]
  const newest = new Map<number, string>()
  let isOver = false
  const writer = async (cipher: Cipher, which: number) => {
    for (let round = 0; !isOver; round += 1) {
      const number = which * 1_000 + (round % 300)
      const text = `${which}/${round}`
      await save(cipher, number, text)
      newest.set(number, text)
    }
  }
  const writing = servers.map(writer)
  await vi.waitFor(() => expect(newest.size).toBeGreaterThan(50), 60_000)
  expect((await rotate({ wait: sleep })).active).toBe('k2')
  isOver = true
  await Promise.all(writing)
  expect(await storedTexts(servers[0] ?? (await server()))).toEqual(
    [...newest].sort(([a], [b]) => a - b).map(([, text]) => text),
  )
  expect(await keyIds()).toEqual(['k2'])
})

test('the next run continues an interrupted one, and two runs at once agree on one key', async () => {
  const running = await server()
  for (let at = 0; at < 250; at += 1) await save(running, at, `number ${at}`)
  let batches = 0
  const cutOff = {
    ...fresh.db,
    transaction: (async work => {
      batches += 1
      if (batches > 2) throw new Error('killed')
      return fresh.db.transaction(work)
    }) as FreshDatabase['db']['transaction'],
  }
  await expect(rotate({ db: cutOff })).rejects.toThrow('killed')
  expect(await keyIds()).toEqual(['k1', 'k2'])
  const [one, two] = await Promise.all([rotate(), rotate()])
  expect([one.active, two.active]).toEqual(['k2', 'k2'])
  expect(await keyIds()).toEqual(['k2'])
})

test('leaves a value that does not decrypt with its key, and re-encrypts the rest', async () => {
  const running = await server()
  await save(running, 1, 'whole')
  await fresh.db.query(write, [idOf(2), running.encrypt('moved here', context(idOf(3)))])
  await rotate({ settledAfterMs: 0 })
  expect(await rotate({ settledAfterMs: 0 })).toMatchObject({ dropped: [], waiting: ['k1'] })
  expect(running.decryptText(await encryptedOf(1), context(idOf(1)))).toBe('whole')
  expect(keyIdOf(await encryptedOf(1))).toBe('k2')
  await fresh.db.raw('DELETE FROM borrower WHERE borrower_id = $1', [idOf(2)])
  expect(await rotate({ settledAfterMs: 0 })).toMatchObject({ dropped: ['k1'] })
})

test('does not bring back a file that is erased while it is re-encrypted', async () => {
  const running = await server()
  const key = fileKey(idOf(7))
  await store().put(key, running.encrypt('picture', contextOf(key)))
  await save(running, 7, 'owner')
  await fresh.db.raw(
    `INSERT INTO document (borrower_id, document_id, kind, media_type, size_bytes, width_pixels, height_pixels, file_key,
                           check_result, check_score, created_at)
     VALUES ($1, $1, 'face', 'image/png', 1, 1, 1, $2, 'passed', 1, now())`,
    [idOf(7), key],
  )
  let erasing: Promise<unknown> | undefined
  const slow = {
    ...store(),
    get: async (fileKey: typeof key) => {
      const bytes = await store().get(fileKey)
      // The row is locked: the erasure waits for the lock, and then removes the file.
      erasing = fresh.db
        .transaction(tx => tx.raw('DELETE FROM document WHERE file_key = $1', [fileKey]))
        .then(() => store().remove(fileKey))
      return bytes
    },
  }
  await rotate({ store: slow })
  await erasing
  expect(await store().get(key)).toBeUndefined()
})

test('a running server ignores a key file that is missing or broken for a moment', async () => {
  const running = await openKeys(config(), fresh.target)
  const { active } = running.now()
  await writeFile(file(), '{"active":')
  expect(running.again().active).toBe(active)
  await rm(file())
  expect(running.again().active).toBe(active)
})

async function encryptedOf(number: number): Promise<Buffer> {
  const [row] = await fresh.db.raw(
    'SELECT phone_sealed AS sealed FROM borrower WHERE borrower_id = $1',
    [idOf(number)],
  )
  return row?.sealed as Buffer
}
