import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { asOwner, type DatabaseTarget } from '#server/platform/db/connection.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { emptyDatabase } from '#server/testing/database.ts'

let folder: string
let target: DatabaseTarget
let drop: () => Promise<void>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saral-migrations-'))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  ;({ target, drop } = await emptyDatabase())
  await rm(folder, { recursive: true })
  folder = await mkdtemp(join(tmpdir(), 'saral-migrations-'))
  await file(
    '001-first.sql',
    'CREATE TABLE first (id uuid PRIMARY KEY); INSERT INTO first VALUES (gen_random_uuid());',
  )
})
afterEach(() => drop())

const file = (name: string, sql: string) => writeFile(join(folder, name), sql)
const run = () => asOwner(target, client => migrate(client, folder))
const count = (table: string) =>
  asOwner(target, async client =>
    Number((await client.query(`SELECT count(*) FROM ${table}`)).rows[0].count),
  )

test('applies each file once, in order', async () => {
  expect(await run()).toEqual(['001-first.sql'])
  await file('002-second.sql', 'INSERT INTO first VALUES (gen_random_uuid())')
  expect(await run()).toEqual(['002-second.sql'])
  expect(await run()).toEqual([])
  expect(await count('first')).toBe(2)
})

test('one of many servers that start together applies the files', async () => {
  await file('002-second.sql', 'INSERT INTO first VALUES (gen_random_uuid())')
  const applied = await Promise.all(Array.from({ length: 8 }, run))
  expect(applied.flat().sort()).toEqual(['001-first.sql', '002-second.sql'])
  expect(await count('first')).toBe(2)
})

test('a failing file leaves no trace, and the files before it stay applied', async () => {
  await file('002-second.sql', 'INSERT INTO first VALUES (gen_random_uuid()); SELECT nonsense')
  await expect(run()).rejects.toThrow(
    'The migration 002-second.sql failed: column "nonsense" does not exist',
  )
  expect(await count('first')).toBe(1)
  expect(await count('schema_migration WHERE number > 0')).toBe(1)
})

test('refuses a file that was changed after it was applied, and ignores line endings', async () => {
  await file('002-second.sql', 'SELECT 1;\nSELECT 2;')
  await run()
  await file('002-second.sql', 'SELECT 1;\r\nSELECT 2;')
  expect(await run()).toEqual([])
  await file('002-second.sql', 'SELECT 1')
  await expect(run()).rejects.toThrow('002-second.sql was changed after it was applied')
})

test('refuses the database of a newer release', async () => {
  await file('002-second.sql', 'SELECT 1')
  await run()
  await rm(join(folder, '002-second.sql'))
  await expect(run()).rejects.toThrow('by a newer release')
})

test.each(['003-gap.sql', '001-twice.sql', '2-short.sql'])(
  'refuses a file named %s',
  async name => {
    await file(name, 'SELECT 1')
    await expect(run()).rejects.toThrow('should be named 00')
  },
)
