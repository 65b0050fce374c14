import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner, type DatabaseTarget } from '#server/platform/db/connection.ts'
import { checkKnown, checkMigrated, migrate } from '#server/platform/db/migrate.ts'
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

describe('a baseline', () => {
  const names = () =>
    asOwner(target, async client =>
      (
        await client.query('SELECT name FROM schema_migration WHERE number > 0 ORDER BY number')
      ).rows
        .map(({ name }) => name)
        .join(' '),
    )
  /** The baseline makes the same tables as the files 001 and 002; 003 comes after it. */
  const replaceByBaseline = async () => {
    await rm(folder, { recursive: true })
    await mkdir(join(folder, '002-baseline'), { recursive: true })
    await file('002-baseline/2-rows.sql', 'INSERT INTO first VALUES (gen_random_uuid())')
    await file('002-baseline/1-tables.sql', 'CREATE TABLE first (id uuid PRIMARY KEY);')
    await file('003-third.sql', 'INSERT INTO first VALUES (gen_random_uuid())')
  }

  test('is the first number of an empty database, its files in the order of their names', async () => {
    await replaceByBaseline()
    expect(await run()).toEqual(['002-baseline', '003-third.sql'])
    expect(await run()).toEqual([])
    expect(await count('first')).toBe(2)
    await asOwner(target, client => checkMigrated(client, folder))
  })

  test('is applied by one of many servers that start together', async () => {
    await replaceByBaseline()
    const applied = await Promise.all(Array.from({ length: 8 }, run))
    expect(applied.flat().sort()).toEqual(['002-baseline', '003-third.sql'])
    expect(await count('first')).toBe(2)
  })

  test('leaves no trace if one of its files fails', async () => {
    await replaceByBaseline()
    await file('002-baseline/2-rows.sql', 'SELECT nonsense')
    await expect(run()).rejects.toThrow('The migration 002-baseline failed')
    await expect(count('first')).rejects.toThrow('does not exist')
  })

  test('is not applied to a database that came to its number by the files that it replaces', async () => {
    await file('002-second.sql', 'SELECT 1')
    await run()
    await replaceByBaseline()
    expect(await run()).toEqual(['003-third.sql'])
    expect(await names()).toBe('001-first.sql 002-second.sql 003-third.sql')
    await asOwner(target, client => checkMigrated(client, folder))
  })

  test('refuses a database that stopped before its number, by the release to run first', async () => {
    await run()
    await replaceByBaseline()
    const refusal =
      'The database is of a release before 0.2.0: it ends with migration 1, and this release begins at 2. Upgrade it with release 0.2.0 first.'
    await expect(run()).rejects.toThrow(refusal)
    for (const check of [checkMigrated, checkKnown])
      await expect(asOwner(target, client => check(client, folder))).rejects.toThrow(refusal)
    expect(await names()).toBe('001-first.sql')
  })

  test('is refused if it was changed after it made the tables', async () => {
    await replaceByBaseline()
    await run()
    await file('002-baseline/1-tables.sql', 'CREATE TABLE first (id uuid);')
    await expect(run()).rejects.toThrow('002-baseline was changed after it was applied')
  })

  test('stands before all files', async () => {
    await mkdir(join(folder, '002-baseline'))
    await expect(run()).rejects.toThrow('The migration 002-baseline should be named 002-….sql')
  })
})
