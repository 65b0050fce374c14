/** Every released version upgrades to this one: its dump is restored, migrated, and goes on living. */
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Header, Line } from '#server/platform/db/backup/format.ts'
import { restoreBackup } from '#server/platform/db/backup/restore.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { prepareDatabase } from '#server/platform/db/open.ts'
import { catalogueOf, contentsOf, differences } from '#server/testing/catalogue.ts'
import { emptyDatabase, type FreshDatabase, freshDatabase } from '#server/testing/database.ts'
import { planOnce } from '#server/testing/every-statement.ts'
import { byNamesOfNow, type Facts, rowCounts } from './facts.ts'
import { filesOf, RELEASES, releaseKeyring } from './keys.ts'
import { BEFORE_BASELINE, makeTablesOf } from './tables.ts'

const versions = readdirSync(RELEASES).filter(name => /^\d+\.\d+\.\d+$/.test(name))
const [newest] = versions.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
const quiet = { log: () => undefined }

test('the version in package.json has its dump, and its heading in the changelog', () => {
  const project = join(RELEASES, '../../..')
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
  expect(newest).toBe(version)
  expect(readFileSync(join(project, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version} - 20`)
})

/*
 * Servers of the last version go on beside those of this one while they are replaced. Only what the
 * schema alone decides is tested here: not a CHECK that refuses what they write.
 */
describe(`servers of ${newest} beside this version`, () => {
  const files = filesOf(newest ?? '')
  const statements: { name: string; sql: string }[] = JSON.parse(
    gunzipSync(readFileSync(files.statements)).toString(),
  )
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterAll(() => database?.drop())

  test('find every table, column and right that their statements name', async () => {
    const complaints: string[] = []
    for (const each of statements)
      await database.db
        .raw(planOnce(each))
        .catch((error: Error) => complaints.push(`${each.name}: ${error.message}`))
    expect(complaints.filter(each => !WITHHELD.test(each))).toEqual([])
    expect(statements.length).toBeGreaterThan(400)
  })

  test('may leave out every column that was added to their tables', async () => {
    const missed = await asOwner(database.target, async owner => {
      const tables = tablesOfThen(files.backup)
      const { rows } = await owner.query<{ table: string; column: string }>(
        `SELECT format('%I.%I', table_schema, table_name) AS table, column_name AS column
         FROM information_schema.columns
         WHERE is_nullable = 'NO' AND column_default IS NULL AND is_generated = 'NEVER' AND is_identity = 'NO'`,
      )
      return rows.filter(({ table, column }) => tables.get(table)?.has(column) === false)
    })
    expect(missed).toEqual([])
  })
})

/** Consents stay: an erasure that an older server begins fails, and can be asked for again at a new one. */
const WITHHELD = /^erase-consent(-withdrawal)?: permission denied for table consent(_withdrawal)?$/

/** The columns of each table in a backup. */
function tablesOfThen(path: string): ReadonlyMap<string, ReadonlySet<string>> {
  const lines = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n')
  const tables = lines.flatMap(text => {
    const line = JSON.parse(text) as Line
    return 'table' in line ? [line] : []
  })
  return new Map(
    tables.map(({ table, columns }) => [table, new Set(columns.map(({ name }) => name))]),
  )
}

describe('the baseline', () => {
  const files = filesOf(BEFORE_BASELINE)
  const databases: (() => Promise<void>)[] = []
  const empty = async () => {
    const { target, drop } = await emptyDatabase()
    databases.push(drop)
    return target
  }
  let offered: FreshDatabase
  beforeAll(async () => {
    offered = await freshDatabase()
    databases.push(offered.drop)
  })
  afterAll(async () => {
    for (const drop of databases) await drop()
  })

  test('makes the tables of a database that came by migrations, to the last constraint and grant', async () => {
    const upgraded = await empty()
    const fresh = await empty()
    await makeTablesOf(BEFORE_BASELINE, upgraded)
    for (const target of [upgraded, fresh]) await prepareDatabase(target, quiet)
    const [then, now] = await Promise.all(
      [upgraded, fresh].map(target => asOwner(target, catalogueOf)),
    )
    expect(differences(then ?? {}, now ?? {})).toEqual([])
    expect(Object.keys(now ?? {}).length).toBeGreaterThan(2_000)
    const rows = await asOwner(fresh, contentsOf)
    expect(rows).toEqual(await asOwner(upgraded, contentsOf))
    expect(rows.length).toBeGreaterThanOrEqual(33)
  })

  test.each([
    [
      'ALTER TABLE payment DROP CONSTRAINT payment_upi_is_whole',
      'constraint payment_upi_is_whole of payment',
    ],
    [
      'ALTER TABLE loan_document DROP CONSTRAINT loan_document_kind_check, ADD CONSTRAINT loan_document_kind_check CHECK (true)',
      'constraint loan_document_kind_check of loan_document',
    ],
    ['DROP INDEX payout_by_utr', 'index payout_by_utr'],
    ['ALTER TABLE device ALTER COLUMN known_by SET DEFAULT 1', 'column device.known_by'],
    ['ALTER TABLE session ALTER COLUMN created_at DROP NOT NULL', 'column session.created_at'],
    [
      'ALTER TABLE write_probe ALTER COLUMN filling SET STORAGE EXTENDED',
      'column write_probe.filling',
    ],
    ['ALTER TABLE loan_order SET (fillfactor = 70)', 'table loan_order'],
    ['REVOKE DELETE ON feedback FROM CURRENT_USER', 'table feedback'],
    ["COMMENT ON TABLE key_facts IS 'append-only'", 'table key_facts'],
    ["CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'", 'function f()'],
  ])('is compared by names: %s', async (change, name) => {
    const changes = await asOwner(offered.target, async owner => {
      const before = await catalogueOf(owner)
      await owner.query(`BEGIN; ${change}`)
      const after = await catalogueOf(owner)
      await owner.query('ROLLBACK')
      return differences(before, after)
    })
    expect(changes.map(difference => difference.split(': ')[0])).toContain(name)
  })

  test(`takes a backup of ${BEFORE_BASELINE} into a new database`, async () => {
    const facts: Facts = JSON.parse(readFileSync(files.facts, 'utf8'))
    const target = await empty()
    await restoreBackup(target, files.backup, { ...quiet, keyring: releaseKeyring })
    expect(await rowCounts(target)).toEqual(byNamesOfNow(facts.rows))
  })

  test(`refuses a backup of a release before ${BEFORE_BASELINE}`, async () => {
    const [header = '', ...lines] = gunzipSync(readFileSync(files.backup)).toString().split('\n')
    const { migrations, ...rest }: Header = JSON.parse(header)
    const older = { ...rest, migrations: migrations.slice(0, 68) }
    const folder = await mkdtemp(join(tmpdir(), 'saral-backup-'))
    const path = join(folder, 'older.gz')
    await writeFile(path, gzipSync([JSON.stringify(older), ...lines].join('\n')))
    const target = await empty()
    await expect(
      restoreBackup(target, path, { ...quiet, keyring: releaseKeyring }),
    ).rejects.toThrow(
      'The backup is of a release before 0.2.0: it ends with migration 68, and this release begins at 98. Upgrade it with release 0.2.0 first.',
    )
    const { rows } = await asOwner(target, owner =>
      owner.query("SELECT to_regclass('schema_migration') AS ledger"),
    )
    expect(rows).toEqual([{ ledger: null }])
    await rm(folder, { recursive: true })
  })

  test('a backup of an older version is not restored into newer tables', async () => {
    const { target } = offered
    const restored = restoreBackup(target, files.backup, { ...quiet, keyring: releaseKeyring })
    await expect(restored).rejects.toThrow('The database has newer tables than the backup')
    expect(await rowCounts(target)).not.toHaveProperty('borrower')
  })

  test('a database of an older release is refused, and left as it is', async () => {
    const target = await empty()
    await makeTablesOf(BEFORE_BASELINE, target, 68)
    const before = await asOwner(target, catalogueOf)
    await expect(prepareDatabase(target, quiet)).rejects.toThrow(
      'The database is of a release before 0.2.0: it ends with migration 68, and this release begins at 98. Upgrade it with release 0.2.0 first.',
    )
    expect(differences(before, await asOwner(target, catalogueOf))).toEqual([])
  })
})
