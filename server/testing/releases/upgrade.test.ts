/** Every released version upgrades to this one: its dump is restored, migrated, and goes on living. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Line } from '#server/platform/db/backup/format.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'
import { filesOf, RELEASES } from './keys.ts'

const versions = readdirSync(RELEASES).filter(name => /^\d+\.\d+\.\d+$/.test(name))
const [newest] = versions.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))

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
    for (const { name, sql } of statements)
      await database.db
        .transaction(async tx => {
          await tx.raw(`PREPARE "${name}" AS ${sql}`)
          const [row] = await tx.raw(
            'SELECT cardinality(parameter_types) AS count FROM pg_prepared_statements WHERE name = $1',
            [name],
          )
          const nulls = Array.from({ length: Number(row?.count) }, () => 'NULL').join(', ')
          await tx.raw(`EXPLAIN EXECUTE "${name}"${nulls && ` (${nulls})`}`)
          await tx.raw(`DEALLOCATE "${name}"`)
        })
        .catch((error: Error) => complaints.push(`${name}: ${error.message}`))
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
