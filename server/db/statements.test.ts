import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement, statements } from '#server/db/statement.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  const entries = await readdir(import.meta.dirname, { withFileTypes: true, recursive: true })
  const modules = entries.filter(entry => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
  for (const { parentPath, name } of modules) await import(pathToFileURL(join(parentPath, name)).href)
})
afterAll(() => fresh.drop())

/** What the database says to a statement, planned as the application: a missing column, or a missing right. */
async function complaintAbout(name: string, sql: string): Promise<string | undefined> {
  const undo = new Error('undo')
  return fresh.db
    .transaction(async tx => {
      await tx.raw(`PREPARE "${name}" AS ${sql}`)
      const [row] = await tx.raw('SELECT cardinality(parameter_types) AS count FROM pg_prepared_statements WHERE name = $1', [
        name,
      ])
      const nulls = Array.from({ length: Number(row?.count) }, () => 'NULL').join(', ')
      await tx.raw(`EXPLAIN EXECUTE "${name}"${nulls && ` (${nulls})`}`)
      await tx.raw(`DEALLOCATE "${name}"`)
      throw undo
    })
    .catch((error: Error) => (error === undo ? undefined : `${name}: ${error.message}`))
}

test('every statement fits the migrated schema and the rights of the application', async () => {
  const complaints: string[] = []
  for (const { name, sql } of statements()) {
    const complaint = await complaintAbout(name, sql)
    if (complaint) complaints.push(complaint)
  }
  expect(complaints).toEqual([])
})

test('no statement relies on what a spread database lacks', () => {
  const relying = statements().filter(({ sql }) => /\bpg_(try_)?advisory|\bLISTEN\b|\bNOTIFY\b|\bnextval\b/i.test(sql))
  expect(relying.map(({ name }) => name)).toEqual([])
})

test('a statement that does not fit is noticed', async () => {
  expect(await complaintAbout('wrong-column', 'SELECT nonsense FROM schema_migration WHERE number = $1')).toContain('nonsense')
  if (fresh.appRole.kind !== 'none') {
    expect(await complaintAbout('missing-right', 'DELETE FROM schema_migration WHERE number = $1')).toContain('permission denied')
  }
  expect(await complaintAbout('right', 'SELECT name FROM schema_migration WHERE number = $1')).toBeUndefined()
})

test('a name is taken once, and fits', () => {
  statement('taken-once', 'SELECT 1')
  expect(() => statement('taken-once', 'SELECT 2')).toThrow('Two statements are named "taken-once"')
  expect(() => statement('x'.repeat(64), 'SELECT 1')).toThrow('longer than 63 bytes')
})
