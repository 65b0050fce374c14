/**
 * Gives each test file its own database, cloned from the migrated template in some milliseconds.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type DatabaseTarget, ownerConfig } from '#server/platform/db/connection.ts'
import type { AppRole } from '#server/platform/db/grants.ts'
import { connectDatabase, type Database } from '#server/platform/db/open.ts'
import { createOnNodes, dropOnNodes } from './nodes.ts'

export type FreshDatabase = {
  /** With the application's rights. */
  db: Database
  /** With the owner's rights. */
  target: DatabaseTarget
  appRole: AppRole
  drop: () => Promise<void>
}

type OwnDatabase = Pick<FreshDatabase, 'target' | 'drop'>
type Template = {
  server: DatabaseTarget
  template: string
  appRole: AppRole
  /** The folder of everything that the tests of the run store. */
  folder: string
}

/**
 * The workers of the test runner inherit the environment, and nothing else, from the process that
 * starts the server.
 */
const variable = 'SARAL_TEST_TEMPLATE'

export function offerTemplate(template: Template): void {
  process.env[variable] = JSON.stringify(template)
}

export function isTemplateOffered(): boolean {
  return process.env[variable] !== undefined
}

export function offeredTemplate(): Template {
  const text = process.env[variable]
  if (!text) throw new Error('No template database: run this test in the project "server".')
  return JSON.parse(text)
}

/**
 * Lets an embedded database answer before its data is on the disk: in tests processes die, but the
 * machine keeps what they have written. `ask` asks it as its owner.
 */
export async function answerBeforeDisk(ask: (sql: string) => Promise<unknown>): Promise<void> {
  await ask('ALTER SYSTEM SET fsync = off')
  await ask('ALTER SYSTEM SET full_page_writes = off')
  await ask('ALTER SYSTEM SET autovacuum = off')
  // A cluster that stopped keeps one file of its log, so that a copy of it takes half the time.
  await ask('ALTER SYSTEM SET wal_recycle = off')
  await ask('SELECT pg_reload_conf()')
}

/** A clone of the migrated template. `log` receives the lost connections. */
export async function freshDatabase(
  log: (message: string) => void = () => undefined,
): Promise<FreshDatabase> {
  const { template, appRole } = offeredTemplate()
  return connectedTo(await databaseFrom(template), appRole, log)
}

async function connectedTo(
  { target, drop }: OwnDatabase,
  appRole: AppRole,
  log: (message: string) => void,
): Promise<FreshDatabase> {
  const ownRole = { ...appRole, target: onDatabase(appRole.target, databaseOf(target)) }
  const db = await connectDatabase(ownRole, { log })
  return {
    db,
    target,
    appRole: ownRole,
    drop: async () => {
      await db.close()
      await drop()
    },
  }
}

/** A new database that `fill` creates the tables of, as the owner. */
export async function filledDatabase(
  fill: (target: DatabaseTarget) => Promise<unknown>,
): Promise<FreshDatabase> {
  const { appRole } = offeredTemplate()
  const { target, drop } = await emptyDatabase()
  await fill(target)
  return connectedTo({ target, drop }, appRole, () => undefined)
}

/** The database of a test file, which `reset` empties before each test. */
export type ResetDatabase = {
  /**
   * The owner, whom the rules of the tables do not stop. The connection stays open: each new one
   * would read all tables from the catalogue again.
   */
  readonly owner: pg.Client
  /** Removes all rows of the tables that were empty at the first reset. */
  readonly reset: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function resetDatabase(target: DatabaseTarget): Promise<ResetDatabase> {
  const owner = new pg.Client(ownerConfig(target))
  await owner.connect()
  await owner.query('SET session_replication_role = replica')
  let tables: readonly string[] | undefined
  return {
    owner,
    reset: async () => {
      tables ??= await emptyTables(owner)
      await owner.query(tables.map(table => `DELETE FROM ${table}`).join(';'))
    },
    close: () => owner.end(),
  }
}

async function emptyTables(owner: pg.Client): Promise<readonly string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname IN ('public', 'sandbox', 'jobs')
       AND xpath_exists('/table/row', query_to_xml(format('SELECT FROM %I.%I LIMIT 1', schemaname, tablename), false, false, '')) IS FALSE`,
  )
  return rows.map(({ name }) => name)
}

/** An empty database, for tests of the migrations themselves. */
export function emptyDatabase(): Promise<OwnDatabase> {
  return databaseFrom('template0')
}

async function databaseFrom(template: string): Promise<OwnDatabase> {
  const { server } = offeredTemplate()
  const name = `saral_test_${randomUUID().replaceAll('-', '')}`
  await createOnNodes(server, name, template)
  const drop = (): Promise<void> => dropOnNodes(server, name)
  return { target: onDatabase(server, name), drop }
}

/** The same server and role, another database. */
export function onDatabase(target: DatabaseTarget, database: string): DatabaseTarget {
  if (!('url' in target)) return { ...target, database }
  const { url, appUrl } = target
  return {
    url: replacePath(url, database),
    ...(appUrl ? { appUrl: replacePath(appUrl, database) } : {}),
  }
}

function replacePath(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href
}

function databaseOf(target: DatabaseTarget): string {
  return 'url' in target ? new URL(target.url).pathname.slice(1) : target.database
}
