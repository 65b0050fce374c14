/**
 * Restores a backup into an empty database: all of it or, after any failure, nothing. The backup of
 * an earlier release goes into the tables of its time, which are then migrated; one from before the
 * baseline is refused.
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import {
  asOwner,
  type DatabaseTarget,
  transactionSettings,
} from '#server/platform/db/connection.ts'
import type { Keyring } from '#server/platform/db/encrypt.ts'
import { refuseBeforeBaseline } from '#server/platform/db/migrate.ts'
import {
  connectDatabase,
  type OpenOptions,
  prepareDatabase,
  type Queryable,
} from '#server/platform/db/open.ts'
import { valuesInOrder } from '#server/platform/db/statement.ts'
import { createQueue, type Queue } from '#server/platform/jobs/queue.ts'
import { faultsAgainst } from '#server/platform/keys/fingerprint.ts'
import {
  formatVersion,
  type Header,
  type Line,
  type Row,
  type TableStart,
  type WaitingJob,
} from './format.ts'
import {
  type AppliedMigration,
  appliedMigrations,
  exactSpelling,
  identifiers,
  tablesInOrder,
} from './tables.ts'

type AnyJobs = Record<string, object>

const rowsAtOnce = 500

/** The keys that a server would have on the restored database. */
type RestoreOptions = OpenOptions & { readonly keyring: Keyring | undefined | 'not compared' }

/**
 * Returns how many rows were restored. Refuses a database that holds data, the file of a later
 * release, an incomplete file, and one whose keys are not those of the keyring. If a migration fails
 * afterwards, the rows stay as they were backed up, and the next start tries it again.
 */
export async function restoreBackup(
  target: DatabaseTarget,
  path: string,
  { keyring, ...options }: RestoreOptions,
): Promise<number> {
  const { header, names } = await readAhead(path)
  if (keyring !== 'not compared') refuseOtherKeys(header, keyring)
  const last = lastNumber(header.migrations)
  await refuseBeforeBaseline('The backup', last)
  const db = await connectDatabase(await prepareDatabase(target, { ...options, last }), options)
  const queue = await createQueue<AnyJobs>(db, { names, log: options.log })
  try {
    const count = await asOwner(target, owner => restoreInto(owner, queue, path))
    await prepareDatabase(target, options)
    return count
  } finally {
    await queue.stop()
    await db.close()
  }
}

async function restoreInto(owner: pg.Client, queue: Queue<AnyJobs>, path: string): Promise<number> {
  await owner.query(transactionSettings)
  await owner.query('BEGIN')
  await owner.query(exactSpelling)
  await emptyForRestore(owner)
  const count = await insertAll(owner, queue, path)
  await owner.query('COMMIT')
  // Otherwise the plans made for empty tables would stay in use.
  await owner.query('ANALYZE')
  return count
}

/** Removes rows that the migrations inserted, because the backup holds them too. */
async function emptyForRestore(owner: pg.Client): Promise<void> {
  const tables = await tablesInOrder(owner)
  await owner.query(`LOCK TABLE ${tables.map(table => table.name).join(', ')}`)
  for (const { name, columns } of tables) {
    if (!columns.some(column => column.name === 'borrower_id')) continue
    const { rowCount } = await owner.query(`SELECT 1 FROM ${name} LIMIT 1`)
    if (rowCount)
      throw new Error(
        `The database is not empty (${name} has rows): a backup is restored into an empty one only.`,
      )
  }
  await owner.query(`TRUNCATE ${tables.map(table => table.name).join(', ')}`)
}

async function insertAll(owner: pg.Client, queue: Queue<AnyJobs>, path: string): Promise<number> {
  let table: TableStart | undefined
  let rows: Row[] = []
  let count = 0
  let isWhole = false
  const flush = async (): Promise<void> => {
    if (table && rows.length > 0) await insertRows(owner, table, rows)
    count += rows.length
    rows = []
  }
  for await (const line of linesOf(path)) {
    if (Array.isArray(line)) {
      rows.push(line)
      if (rows.length === rowsAtOnce) await flush()
      continue
    }
    await flush()
    if ('format' in line) await refuseOtherRelease(owner, line)
    else if ('table' in line) table = line
    else if ('job' in line) count += await enqueueAgain(owner, queue, line)
    else isWhole = line.end === count
  }
  if (!isWhole) throw new Error('The backup is incomplete: its end is missing.')
  return count
}

/** Compares the tables at hand with those that the backup was made from. */
async function refuseOtherRelease(
  owner: pg.Client,
  { version, migrations }: Header,
): Promise<void> {
  if (version !== formatVersion)
    throw new Error(`The backup has format ${version}; this release reads format ${formatVersion}.`)
  const applied = await appliedMigrations(owner)
  const here = lastNumber(applied)
  const there = lastNumber(migrations)
  // A database that came to the baseline by migrations has their names, and a new one has the baseline's.
  const checksums = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  const differs = applied.some(
    ({ name, checksum }) => (checksums.get(name) ?? checksum) !== checksum,
  )
  if (differs || here !== there) {
    const name = migrations.at(-1)?.name ?? 'none'
    throw new Error(
      here > there
        ? `The database has newer tables than the backup (whose last migration is ${name}): restore it into a new database.`
        : `The backup was made by another release (its last migration is ${name}): restore it with that release.`,
    )
  }
}

/** The number that the name of the last one begins with. */
function lastNumber(migrations: readonly AppliedMigration[]): number {
  return Number.parseInt(migrations.at(-1)?.name ?? '0', 10)
}

/** Without its keys a backup is unreadable, and known borrowers would look new. */
function refuseOtherKeys({ keys = [] }: Header, keyring: Keyring | undefined): void {
  const needed = keys.map(key => ({ ...key, fingerprint: Buffer.from(key.fingerprint, 'base64') }))
  const faults = faultsAgainst(needed, keyring)
  if (faults.length > 0)
    throw new Error(`The keys at hand are not the keys of this backup: ${faults.join('; ')}.`)
}

async function insertRows(
  owner: pg.Client,
  { table, columns }: TableStart,
  rows: Row[],
): Promise<void> {
  const names = columns.map(column => column.name)
  const lists = columns.map((_, index) => `$${index + 1}::text[]`).join(', ')
  const values = columns.map(({ name, type }) => `r.${identifiers([name])}::${type}`).join(', ')
  const sql = `INSERT INTO ${table} (${identifiers(names)}) SELECT ${values} FROM unnest(${lists}) AS r (${identifiers(names)})`
  await owner.query(
    sql,
    columns.map((_, index) => rows.map(row => row[index] ?? null)),
  )
}

async function enqueueAgain(
  owner: pg.Client,
  queue: Queue<AnyJobs>,
  { job, data, singletonKey, startAfter }: WaitingJob,
): Promise<number> {
  const query: Queryable['query'] = async (statement, ...[values]) =>
    (await owner.query(statement.sql, valuesInOrder(statement, values))).rows
  const options = {
    startAfter: new Date(startAfter),
    ...(singletonKey === null ? {} : { singletonKey }),
  }
  await queue.enqueue({ query, afterCommit: () => undefined }, job, data, options)
  return 1
}

/**
 * Finds the header, and the queues that the backup's jobs need, before the transaction begins; this
 * also proves that the file is readable.
 */
async function readAhead(path: string): Promise<{ header: Header; names: string[] }> {
  const names = new Set<string>()
  let header: Header | undefined
  for await (const line of linesOf(path)) {
    if (!header) {
      if (!('format' in line && line.format === 'saral-backup'))
        throw new Error(`${path} is not a backup.`)
      header = line
    } else if (!Array.isArray(line) && 'job' in line) names.add(line.job)
  }
  if (!header) throw new Error(`${path} is not a backup.`)
  return { header, names: [...names] }
}

async function* linesOf(path: string): AsyncGenerator<Line> {
  const input = createReadStream(path)
  const unzipped = createGunzip()
  input.on('error', error => unzipped.destroy(error))
  for await (const line of createInterface({
    input: input.pipe(unzipped),
    crlfDelay: Number.POSITIVE_INFINITY,
  }))
    yield JSON.parse(line)
}
