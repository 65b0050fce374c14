/** Applies the numbered SQL files of a folder, each once, by the first of many servers. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { withMigrationLock } from './migration-lock.ts'
import { runMigration } from './spread.ts'

export const productMigrations = fileURLToPath(new URL('migrations', import.meta.url))

type Applied = { name: string; checksum: string }
type Migration = { number: number; name: string; sql: string; checksum: string }

const fileName = /^(\d{3})-[a-z0-9-]+\.sql$/

/**
 * Brings the database up to the folder's last file, or to the file with the number `last`, and
 * returns the names of the files that it applied. Refuses a folder with gaps, a file that was changed
 * after it was applied, and a database with more files than the folder has.
 */
export async function migrate(
  owner: pg.Client,
  folder: string,
  last = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const migrations = await readFolder(folder)
  await ensureLedger(owner)
  const applied: string[] = []
  await withMigrationLock(owner, () => refuseUnknown(owner, migrations))
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

/** Checks that a release could migrate the database: it was migrated, and by no newer release. */
export async function checkKnown(client: pg.Client, folder: string): Promise<void> {
  const migrations = await readFolder(folder)
  const applied = await appliedTo(client, OWNER)
  refuseNewer(Math.max(0, ...applied.keys()), migrations)
}

/**
 * The same for a role that cannot migrate. Refuses the owner of the tables too: whoever starts a server
 * without the owner's password wants it so.
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
  refuseNewer(Math.max(0, ...applied.keys()), migrations)
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

/** The number of migrations in this version of the product. */
export async function newestMigration(): Promise<number> {
  return (await readFolder(productMigrations)).length
}

/** The numbered files, in order. */
async function readFolder(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(fileName.exec(name)?.[1])
      if (number !== index + 1)
        throw new Error(
          `The migration ${name} should be named ${String(index + 1).padStart(3, '0')}-….sql.`,
        )
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

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

async function refuseUnknown(owner: pg.Client, migrations: Migration[]): Promise<void> {
  const { rows } = await owner.query('SELECT max(number)::int AS last FROM schema_migration')
  refuseNewer(rows[0].last, migrations)
}

function refuseNewer(last: number, migrations: Migration[]): void {
  if (last > migrations.length)
    throw new Error(
      `The database was migrated to number ${last} by a newer release; this one knows ${migrations.length}. Run the newer release.`,
    )
}

function refuseChanged({ name, checksum }: Migration, applied: Applied): void {
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
