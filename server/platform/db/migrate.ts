/**
 * Applies the numbered SQL files of a folder, each once, by the first of many servers. The first may be
 * a folder, the baseline: it creates what the numbers up to its own once created one by one.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { withMigrationLock } from './migration-lock.ts'
import { runMigration } from './spread/migration.ts'

export const productMigrations = fileURLToPath(new URL('migrations', import.meta.url))

type Applied = { name: string; checksum: string }
type Migration = { number: number; name: string; sql: string; checksum: string }

const fileName = /^(\d{3})-[a-z0-9-]+\.sql$/
const baselineName = /^(\d{3})-baseline$/

/** The last release that applied the numbers before the baseline. */
const RELEASE_BEFORE_BASELINE = '0.2.0'

/**
 * Brings the database up to the folder's last file, or to the file with the number `last`, and
 * returns the names of the files that it applied. Refuses a folder with gaps, a file that was changed
 * after it was applied, and a database that is newer than the folder's last file or older than its baseline.
 */
export async function migrate(
  owner: pg.Client,
  folder: string,
  last = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const migrations = await readFolder(folder)
  await ensureLedger(owner)
  const applied: string[] = []
  await withMigrationLock(owner, async () => refuseUnknown(await newestApplied(owner), migrations))
  for (const migration of migrations.filter(({ number }) => number <= last)) {
    const isNew = await withMigrationLock(owner, () => applyOnce(owner, migration))
    if (isNew) applied.push(migration.name)
  }
  return applied
}

/** Where a database that lacks migrations gets them. */
type Remedy = { readonly never: string; readonly lacking: string }
const MIGRATE_FIRST =
  'Run "npm run ops -- migrate" first, with DATABASE_URL: a server with DATABASE_APP_URL alone does not migrate.'
const WITHOUT_OWNER: Remedy = {
  never: `The database was never migrated for the role of DATABASE_APP_URL. ${MIGRATE_FIRST}`,
  lacking: MIGRATE_FIRST,
}
const START_FIRST =
  'Run "npm run ops -- migrate" first, or start a server of this release: this command changes no tables.'
const OWNER: Remedy = {
  never: `The database was never migrated. ${START_FIRST}`,
  lacking: START_FIRST,
}

/** Checks that the database has exactly the folder's files, and changes nothing. For the owner. */
export async function checkMigrated(owner: pg.Client, folder: string): Promise<void> {
  await compareWith(owner, folder, OWNER)
}

/** Checks that this release could migrate the database: it was migrated, by no newer release, up to the baseline. */
export async function checkKnown(client: pg.Client, folder: string): Promise<void> {
  const migrations = await readFolder(folder)
  const applied = await appliedTo(client, OWNER)
  refuseUnknown(Math.max(...applied.keys()), migrations)
}

/**
 * The same for a role that cannot migrate. Refuses the owner of the tables too: such a server must
 * have fewer rights.
 */
export async function checkMigratedForRole(application: pg.Client, folder: string): Promise<void> {
  await compareWith(application, folder, WITHOUT_OWNER)
  const { rows } = await application.query(
    `SELECT current_user AS name, pg_has_role(relowner, 'MEMBER') AS "isOwner" FROM pg_class WHERE oid = 'schema_migration'::regclass`,
  )
  if (rows[0].isOwner)
    throw new Error(
      `The role ${rows[0].name} of DATABASE_APP_URL may change the tables. Give it a role of its own with fewer rights (docs/running.md, "The owner's password").`,
    )
}

async function compareWith(client: pg.Client, folder: string, remedy: Remedy): Promise<void> {
  const migrations = await readFolder(folder)
  const applied = await appliedTo(client, remedy)
  refuseUnknown(Math.max(...applied.keys()), migrations)
  for (const migration of migrations) {
    const row = applied.get(migration.number)
    if (row) refuseChanged(migration, row)
  }
  const missing = migrations.filter(({ number }) => !applied.has(number))
  if (missing[0])
    throw new Error(
      `The database lacks ${missing.length} of the migrations of this release, beginning with ${missing[0].name}. ${remedy.lacking}`,
    )
}

const undefinedTable = '42P01'
const insufficientPrivilege = '42501'

/** The applied migrations by their numbers. */
async function appliedTo(
  client: pg.Client,
  { never }: Remedy,
): Promise<ReadonlyMap<number, Applied>> {
  const sql = 'SELECT number, name, checksum FROM schema_migration WHERE number > 0'
  const { rows } = await client
    .query<Applied & { number: number }>(sql)
    .catch((error: { code?: string }) => {
      if (error.code !== undefinedTable && error.code !== insufficientPrivilege) throw error
      throw new Error(never, { cause: error })
    })
  if (rows.length === 0) throw new Error(never)
  return new Map(rows.map(row => [row.number, row]))
}

/** The number of the last migration of this version of the product. */
export async function newestMigration(): Promise<number> {
  return lastNumber(await readFolder(productMigrations))
}

/** Refuses the tables of an older release at this number, unless this release goes on from there. */
export async function refuseBeforeBaseline(what: string, last: number): Promise<void> {
  refuseOlder(what, last, await readFolder(productMigrations))
}

/** The baseline, if there is one, and the numbered files, in order. */
async function readFolder(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder))
    .filter(name => name.endsWith('.sql') || baselineName.test(name))
    .sort()
  const first = Number(baselineName.exec(names[0] ?? '')?.[1] ?? 1)
  return Promise.all(
    names.map(async (name, index) => {
      const number = first + index
      const isBaseline = index === 0 && baselineName.test(name)
      if (!isBaseline && Number(fileName.exec(name)?.[1]) !== number)
        throw new Error(
          `The migration ${name} should be named ${String(number).padStart(3, '0')}-….sql.`,
        )
      const sql = await (isBaseline ? readBaseline : readSql)(join(folder, name))
      return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** The files of the baseline as one text, in the order of their names. */
async function readBaseline(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  return (await Promise.all(names.map(name => readSql(join(folder, name))))).join('\n')
}

async function readSql(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')
}

const lastNumber = (migrations: readonly Migration[]): number => migrations.at(-1)?.number ?? 0

/** Row 0 is no migration: servers lock it while they migrate. */
async function ensureLedger(owner: pg.Client): Promise<void> {
  const sql = `
    CREATE TABLE IF NOT EXISTS schema_migration (
      number integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
    INSERT INTO schema_migration (number, name, checksum) VALUES (0, 'lock', '') ON CONFLICT DO NOTHING`
  // IF NOT EXISTS fails against another session that creates the table at the same time: the table
  // exists now.
  await owner.query(sql).catch((error: { code?: string }) => {
    if (!['23505', '42P07', '42710'].includes(error.code ?? '')) throw error
    return owner.query(sql)
  })
}

/** 0 for a database without tables. */
async function newestApplied(owner: pg.Client): Promise<number> {
  return (await owner.query('SELECT max(number)::int AS last FROM schema_migration')).rows[0].last
}

function refuseUnknown(last: number, migrations: readonly Migration[]): void {
  const newest = lastNumber(migrations)
  if (last > newest)
    throw new Error(
      `The database was migrated to number ${last} by a newer release; this one knows ${newest}. Run the newer release.`,
    )
  refuseOlder('The database', last, migrations)
}

function refuseOlder(what: string, last: number, [first]: readonly Migration[]): void {
  if (first && last > 0 && last < first.number)
    throw new Error(
      `${what} is of a release before ${RELEASE_BEFORE_BASELINE}: it ends with migration ${last}, and this release begins at ${first.number}. Upgrade it with release ${RELEASE_BEFORE_BASELINE} first.`,
    )
}

/** A database that is older than the baseline came to its number by other files, whose texts are gone. */
function refuseChanged({ name, checksum }: Migration, applied: Applied): void {
  if (baselineName.test(name) && applied.name !== name) return
  if (applied.checksum !== checksum)
    throw new Error(
      `The migration ${name} was changed after it was applied (as ${applied.name}). Restore it, and put the change into a new file.`,
    )
}

async function applyOnce(owner: pg.Client, migration: Migration): Promise<boolean> {
  const { number, name, sql, checksum } = migration
  const { rows } = await owner.query<Applied>(
    'SELECT name, checksum FROM schema_migration WHERE number = $1',
    [number],
  )
  if (rows[0]) {
    refuseChanged(migration, rows[0])
    return false
  }
  await runMigration(owner, sql).catch((error: Error) => {
    throw new Error(`The migration ${name} failed: ${error.message}`, { cause: error })
  })
  await owner.query('INSERT INTO schema_migration (number, name, checksum) VALUES ($1, $2, $3)', [
    number,
    name,
    checksum,
  ])
  return true
}
