/** Writes all of the application's data, as of one instant, while the product runs. */
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { asOwner, type DatabaseTarget } from '#server/platform/db/connection.ts'
import { knownKeys } from '#server/platform/keys/fingerprint.ts'
import { type BackupKey, formatVersion, type Line } from './format.ts'
import {
  appliedMigrations,
  exactSpelling,
  identifiers,
  type Table,
  tablesInOrder,
} from './tables.ts'

const rowsAtOnce = 500

/**
 * Returns how many rows the file holds. The file appears only when it is complete, and only its
 * owner can read it.
 */
export async function writeBackup(target: DatabaseTarget, path: string): Promise<number> {
  return asOwner(target, async owner => {
    let count = 0
    const lines = async function* (): AsyncGenerator<string> {
      for await (const line of everything(owner)) {
        if (Array.isArray(line) || 'job' in line) count++
        yield `${JSON.stringify(line)}\n`
      }
      yield `${JSON.stringify({ end: count } satisfies Line)}\n`
    }
    const partial = `${path}.partial`
    const file = await open(partial, 'w', 0o600)
    try {
      await pipeline(Readable.from(lines()), createGzip(), file.createWriteStream({ flush: true }))
      await rename(partial, path)
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
    return count
  })
}

async function* everything(owner: pg.Client): AsyncGenerator<Line> {
  await owner.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await owner.query(exactSpelling)
  const { rows } = await owner.query(
    "SELECT to_regclass('public.schema_migration') IS NOT NULL AS exists",
  )
  if (!rows[0]?.exists)
    throw new Error('There is nothing to back up: the product has never used this database.')
  yield {
    format: 'saral-backup',
    version: formatVersion,
    madeAt: new Date().toISOString(),
    migrations: await appliedMigrations(owner),
    keys: await keysOf(owner),
  }
  for (const table of await tablesInOrder(owner)) {
    yield { table: table.name, columns: table.columns }
    yield* rowsOf(owner, table)
  }
  yield* waitingJobs(owner)
  await owner.query('COMMIT')
}

async function keysOf(owner: pg.Client): Promise<BackupKey[]> {
  const keys = await knownKeys(owner)
  return keys.map(key => ({ ...key, fingerprint: key.fingerprint.toString('base64') }))
}

async function* rowsOf(
  owner: pg.Client,
  { name, columns, keyColumns }: Table,
): AsyncGenerator<Line> {
  const values = columns.map(column => `${identifiers([column.name])}::text`).join(', ')
  const order = keyColumns.length > 0 ? `ORDER BY ${identifiers(keyColumns)}` : ''
  await owner.query(`DECLARE backup NO SCROLL CURSOR FOR SELECT ${values} FROM ${name} ${order}`)
  for (;;) {
    const { rows } = await owner.query({
      text: `FETCH ${rowsAtOnce} FROM backup`,
      rowMode: 'array',
    })
    yield* rows
    if (rows.length < rowsAtOnce) break
  }
  await owner.query('CLOSE backup')
}

/** Unfinished jobs, including those that failed for good: they are tried again after a restore. */
async function* waitingJobs(owner: pg.Client): AsyncGenerator<Line> {
  const { rows: tables } = await owner.query("SELECT to_regclass('jobs.job') IS NOT NULL AS exists")
  if (!tables[0]?.exists) return
  const { rows } = await owner.query(`
    SELECT coalesce(source_name, name) AS job, coalesce(data, '{}') AS data, singleton_key AS "singletonKey", start_after::text AS "startAfter"
    FROM jobs.job WHERE state < 'completed' AND name NOT LIKE '\\_\\_%' ORDER BY created_on, id`)
  yield* rows
}
