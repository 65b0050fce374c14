import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { restoreBackup } from '#server/platform/db/backup/restore.ts'
import { writeBackup } from '#server/platform/db/backup/write.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import type { Keyring } from '#server/platform/db/encrypt.ts'
import { migrate, productMigrations } from '#server/platform/db/migrate.ts'
import { createQueue } from '#server/platform/jobs/queue.ts'
import { noteFingerprints } from '#server/platform/keys/fingerprint.ts'
import { contentsOf } from '#server/testing/catalogue.ts'
import {
  type FreshDatabase,
  freshDatabase,
  type ResetDatabase,
  resetDatabase,
} from '#server/testing/database.ts'

const quiet = { log: () => undefined }
const keyring = keyringWith(1)
const withKeys = { ...quiet, keyring }
const awkward = 'a\tb\nc\\d "quoted" {braces,} नमस्ते \u0001'

/** Keys of which each byte is derived from a number. */
function keyringWith(byte: number): Keyring {
  const masters = new Map([['k1', Buffer.alloc(32, byte)]])
  return { active: 'k1', masters, hashing: Buffer.alloc(32, byte + 1) }
}

let folder: string
let path: string
let stored: string[]
let into: FreshDatabase
let tables: ResetDatabase
let empty: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saral-backup-'))
  path = join(folder, 'backup.gz')
  into = await freshDatabase()
  tables = await resetDatabase(into.target)
  await tables.reset()
  empty = await contents()
  const from = await freshDatabase()
  await fill(from)
  await writeBackup(from.target, path)
  stored = await asOwner(from.target, contentsOf)
  await from.drop()
})
afterAll(async () => {
  await tables.close()
  await into.drop()
  await rm(folder, { recursive: true })
})
beforeEach(() => tables.reset())

/**
 * Enough of the product's tables for every kind of column, with more rows than one read returns,
 * and a waiting job.
 */
async function fill({ db, target }: FreshDatabase): Promise<void> {
  await asOwner(target, async owner => {
    await owner.query(`
      INSERT INTO borrower (borrower_id, phone_sealed, phone_masked, created_at)
      SELECT gen_random_uuid(), decode(md5(n::text), 'hex'), 'n' || n, '2026-01-31T18:30:00.123456Z'::timestamptz + n * interval '1 second'
      FROM generate_series(1, 1203) AS n`)
    await owner.query(
      "INSERT INTO idempotency_key SELECT borrower_id, $1, '', '', 'null', now() FROM borrower LIMIT 3",
      ['k'],
    )
    await owner.query(
      'UPDATE borrower SET phone_masked = $1 WHERE borrower_id IN (SELECT borrower_id FROM idempotency_key)',
      [awkward],
    )
    await noteFingerprints(owner, keyring)
    await owner.query('UPDATE idempotency_key SET answer = $1', [
      { text: awkward, amount: 0.1, none: null },
    ])
  })
  const queue = await createQueue<{ 'send-note': { note: string } }>(db, {
    names: ['send-note'],
    ...quiet,
  })
  await db.transaction(tx =>
    queue.enqueue(tx, 'send-note', { note: awkward }, { singletonKey: 'one' }),
  )
  await queue.stop()
}

const contents = () => contentsOf(tables.owner)

test('restores a backup exactly, including the waiting jobs', async () => {
  const count = await restoreBackup(into.target, path, withKeys)
  const restored = await contents()
  expect(restored).toEqual(stored)
  expect(count).toBe(restored.length + 1)
  expect(restored.length).toBeGreaterThan(1200)
  expect(
    await into.db.raw("SELECT name, data, singleton_key FROM jobs.job WHERE state = 'created'"),
  ).toEqual([{ name: 'send-note', data: { note: awkward }, singleton_key: 'one' }])
})

test('only the owner can read the file', async () => {
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test.each<[string, Keyring | undefined, string]>([
  [
    'another hashing key',
    { ...keyring, hashing: Buffer.alloc(32, 9) },
    'the hashing key is a different one',
  ],
  [
    'another master key',
    { ...keyring, masters: new Map([['k1', Buffer.alloc(32, 9)]]) },
    'the master key k1 is a different one',
  ],
  [
    'no such master key',
    { ...keyring, active: 'k2', masters: new Map([['k2', Buffer.alloc(32, 9)]]) },
    'the master key k1 is missing',
  ],
  ['no keys', undefined, 'the hashing key is missing; the master key k1 is missing'],
])('refuses to restore with %s, by the name of the key', async (_, other, fault) => {
  await expect(restoreBackup(into.target, path, { ...quiet, keyring: other })).rejects.toThrow(
    `The keys at hand are not the keys of this backup: ${fault}.`,
  )
  expect(await contents()).toEqual(empty)
})

test('restores without keys where keys are not compared', async () => {
  await restoreBackup(into.target, path, { ...quiet, keyring: 'not compared' })
  expect(await contents()).toEqual(stored)
})

test('names the keys in the backup, and shows none', async () => {
  const [header = ''] = gunzipSync(await readFile(path))
    .toString()
    .split('\n')
  expect(JSON.parse(header).keys.map((key: { name: string }) => key.name)).toEqual([
    'hashing',
    'master/k1',
  ])
  for (const key of [keyring.hashing, ...keyring.masters.values()])
    expect(header).not.toContain(key.toString('base64'))
})

test('leaves a database that holds data untouched', async () => {
  await into.db.raw("INSERT INTO phone_lookup VALUES ('x', gen_random_uuid())")
  const before = await contents()
  await expect(restoreBackup(into.target, path, withKeys)).rejects.toThrow(
    'not empty (public.phone_lookup has rows)',
  )
  expect(await contents()).toEqual(before)
})

test.each<[string, (lines: string[]) => string[], string]>([
  ['cut off', lines => lines.slice(0, -2), 'is incomplete'],
  [
    'missing a row',
    lines =>
      lines.toSpliced(
        lines.findLastIndex(line => line.startsWith('[')),
        1,
      ),
    'is incomplete',
  ],
  [
    'from another release',
    lines => lines.map(line => line.replace(/"checksum":"[0-9a-f]{6}/, '"checksum":"000000')),
    'another release',
  ],
  [
    'in another format',
    lines => lines.map(line => line.replace('"version":1', '"version":2')),
    'format 2',
  ],
  ['something else', () => ['{}'], 'not a backup'],
])('a file that is %s changes nothing', async (_, spoil, complaint) => {
  const lines = gunzipSync(await readFile(path))
    .toString()
    .trimEnd()
    .split('\n')
  const spoilt = join(folder, 'spoilt.gz')
  await writeFile(spoilt, gzipSync(spoil(lines).join('\n')))
  await expect(restoreBackup(into.target, spoilt, withKeys)).rejects.toThrow(complaint)
  expect(await contents()).toEqual(empty)
  await asOwner(into.target, owner => migrate(owner, productMigrations))
})
