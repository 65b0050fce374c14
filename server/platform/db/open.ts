/**
 * The application's access to the database: named statements, retried transactions, one small pool.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import {
  asApplication,
  asOwner,
  type DatabaseAccess,
  type DatabaseTarget,
  isWithoutOwner,
  unreachable,
  type WithoutOwner,
} from '#server/platform/db/connection.ts'
import {
  type AppRole,
  appRoleFor,
  existingAppRole,
  grant,
  refuseOtherDatabase,
  roleAt,
} from '#server/platform/db/grants.ts'
import { refuseJobsOfOthers } from '#server/platform/db/jobs-owner.ts'
import {
  checkMigrated,
  checkMigratedForRole,
  migrate,
  productMigrations,
} from '#server/platform/db/migrate.ts'
import { connected, isPooledByTransaction, openPool, queryOnce } from '#server/platform/db/pool.ts'
import { hasCitus, refuseWithoutAppUrl } from '#server/platform/db/spread/cluster.ts'
import {
  type Row,
  type Statement,
  type ValuesArgument,
  valuesInOrder,
} from '#server/platform/db/statement.ts'
import type { WriteLog } from '#server/platform/log.ts'

export type Queryable = {
  query: <Name extends string>(
    statement: Statement<Name>,
    ...values: ValuesArgument<Name>
  ) => Promise<Row<Name>[]>
  /** Exactly one row; throws otherwise. */
  one: <Name extends string>(
    statement: Statement<Name>,
    ...values: ValuesArgument<Name>
  ) => Promise<Row<Name>>
  /** One row or none; throws for more. */
  maybeOne: <Name extends string>(
    statement: Statement<Name>,
    ...values: ValuesArgument<Name>
  ) => Promise<Row<Name> | undefined>
  /**
   * Text without a name: for the job queue, tests and scripts, not for the product's own
   * statements. For several statements, returns the rows of all.
   */
  raw: (sql: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>
}

export type Transaction = Queryable & {
  /**
   * Runs after the transaction commits, and not at all if it does not. For hints whose loss does no
   * harm.
   */
  afterCommit: (action: () => void) => void
}

export type Database = Queryable & {
  /**
   * Commits everything that `work` did, or nothing. `work` runs again when the database asks for it
   * (serialization failure, deadlock), so it must have no effect outside the transaction.
   * Statements that do not depend on each other may be sent together with `Promise.all`: they share
   * one round trip.
   */
  transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  /**
   * A separate pool to the same database, so that one kind of work cannot starve another of
   * connections.
   */
  another: (poolSize: number) => Promise<Database>
  /** The current state of the pool; `waiting` counts work that waits for a connection. */
  connections: () => { open: number; idle: number; waiting: number }
  /** False where one statement about many borrowers costs more than one about each of them. */
  canBatch: boolean
  /** True if a pooler gives each transaction another connection, which the product cannot bear. */
  isPooledByTransaction: () => Promise<boolean>
  close: () => Promise<void>
}

type Runner = {
  query: (
    query: string | pg.QueryConfig,
    values?: unknown[],
  ) => Promise<pg.QueryResult | pg.QueryResult[]>
}

export type OpenOptions = { log: WriteLog; migrations?: string; poolSize?: number }

/** `last`: the number of the last migration to apply; all of them by default. */
type PrepareOptions = OpenOptions & { last?: number }

const defaultPoolSize = 6
/**
 * Keeps connections open and their statements planned through a pause, so that no firewall between
 * forgets them.
 */
const keepIdleMs = 5 * 60_000
const keepAliveMs = 60_000
const closePatienceMs = 2_000
const ATTEMPTS_MAX = 6
const PAUSE_MIN_MS = 10
const serializationFailure = '40001'
const deadlock = '40P01'
const inFailedTransaction = '25P02'

/**
 * Connects as the role that can neither change the tables nor rewrite the ledger. Where the owner is
 * known it migrates first; elsewhere it refuses a database that is not migrated.
 */
export async function openDatabase(
  access: DatabaseAccess,
  options: OpenOptions,
): Promise<Database> {
  if (!isWithoutOwner(access))
    return connectDatabase(await prepareDatabase(access, options), options)
  const appRole = await migratedRole(access, options)
  await asApplication(access, application => refuseJobsOfOthers(application, appRole.name))
  return connectDatabase(appRole, options)
}

async function migratedRole(
  access: WithoutOwner,
  { migrations = productMigrations }: OpenOptions,
): Promise<AppRole & { kind: 'direct' }> {
  await asApplication(access, application => checkMigratedForRole(application, migrations))
  return roleAt(access)
}

/**
 * Connects to a database that is migrated already, as the same role. Refuses any other, and changes
 * nothing: for commands, which may meet an empty or a newer database.
 */
export async function openMigrated(
  access: DatabaseAccess,
  options: OpenOptions,
): Promise<Database> {
  const { migrations = productMigrations } = options
  const appRole = isWithoutOwner(access)
    ? await migratedRole(access, options)
    : await asOwner(access, async owner => {
        await checkMigrated(owner, migrations)
        return existingAppRole(owner, access)
      })
  return connectDatabase(appRole, options)
}

/**
 * Does everything that the owner does before the application connects; safe for many servers at
 * once.
 */
export async function prepareDatabase(
  target: DatabaseTarget,
  { log, migrations = productMigrations, last }: PrepareOptions,
): Promise<AppRole> {
  return asOwner(target, async owner => {
    await refuseOtherDatabase(owner, target)
    await refuseWithoutAppUrl(owner, 'url' in target ? target.appUrl : undefined)
    const applied = await migrate(owner, migrations, last)
    for (const name of applied) log(`Migrated the database: ${name}`)
    const appRole = await appRoleFor(owner, target)
    if (appRole.kind === 'none')
      log(
        'The database role may not create roles: the ledger is protected by the program only.',
        'warn',
      )
    await grant(owner, appRole)
    return appRole
  })
}

/** Connects to a database that is already prepared. */
export async function connectDatabase(appRole: AppRole, options: OpenOptions): Promise<Database> {
  const { log, poolSize } = options
  const pool = openPool(appRole, poolSize ?? defaultPoolSize, {
    idleTimeoutMillis: keepIdleMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    onLost: error => log(`A database connection was lost: ${error.message}`, 'error'),
  })
  // Connections break while idle when the server restarts; without this listener that would end the
  // process. Each connection has reported it already.
  pool.on('error', () => undefined)
  const ends = new Set<Promise<void>>()
  pool.on('connect', client => {
    const end = new Promise<void>(resolve => client.once('end', resolve)).finally(() =>
      ends.delete(end),
    )
    ends.add(end)
  })
  const isOnManyMachines = await hasCitus(pool).catch(async error => {
    await pool.end()
    throw unreachable(appRole.target, error)
  })
  return {
    canBatch: !isOnManyMachines,
    ...queryable({ query: (query, values) => queryOnce(pool, query, values) }),
    transaction: work => transaction(pool, work),
    another: size => connectDatabase(appRole, { ...options, poolSize: size }),
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    isPooledByTransaction: () => isPooledByTransaction(pool),
    // The pool does not wait for its connections to close, and stopping the database next would cut
    // them.
    close: async () => {
      await pool.end()
      await Promise.race([Promise.all(ends), sleep(closePatienceMs, undefined, { ref: false })])
    },
  }
}

/** Calls `before` whenever something is about to be sent. */
function queryable(runner: Runner, before: () => void = () => undefined): Queryable {
  const query = async (statement: Statement, values?: unknown) => {
    before()
    const { name, sql: text } = statement
    return rowsOf(await runner.query({ name, text, values: valuesInOrder(statement, values) }))
  }
  const maybeOne = async (statement: Statement, values?: unknown) => {
    const rows = await query(statement, values)
    if (rows.length > 1)
      throw new Error(`${statement.name} answered ${rows.length} rows where one was expected.`)
    return rows[0]
  }
  return {
    query,
    maybeOne,
    one: async (statement: Statement, values?: unknown) => {
      const row = await maybeOne(statement, values)
      if (row === undefined)
        throw new Error(`${statement.name} answered no row where one was expected.`)
      return row
    },
    raw: async (sql, values) => {
      before()
      return rowsOf(await runner.query(sql, values && [...values]))
    },
  }
}

/** The rows of one statement, or of several. */
function rowsOf(answer: pg.QueryResult | pg.QueryResult[]): pg.QueryResult['rows'] {
  return Array.isArray(answer) ? answer.flatMap(({ rows }) => rows) : answer.rows
}

async function transaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptTransaction(pool, work)
    } catch (error) {
      if (!isWorthRetrying(error) || attempt === ATTEMPTS_MAX) throw error
      // Randomness keeps two transactions that collided from colliding again.
      await sleep(PAUSE_MIN_MS * 2 ** attempt * Math.random())
    }
  }
}

function isWorthRetrying(error: unknown): boolean {
  const code = codeOf(error)
  return code === serializationFailure || code === deadlock
}

/** Says only that an earlier statement of the transaction failed: of several sent together, either may be heard first. */
function isConsequence(error: unknown): boolean {
  return codeOf(error) === inFailedTransaction
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

async function attemptTransaction<T>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await connected(pool)
  const followUps: (() => void)[] = []
  let isBroken = true
  let firstFailure: unknown
  const runner: Runner = {
    query: (query, values) =>
      client.query(query, values).catch((error: unknown) => {
        firstFailure ??= error
        throw error
      }),
  }
  try {
    // Not awaited here: it shares the round trip of the first statement.
    sendTogether(client)
    const begun = client.query('BEGIN')
    begun.catch(() => undefined)
    const result = await commitOrRollBack(client, async () => {
      const value = await work({
        ...queryable(runner, () => sendTogether(client)),
        afterCommit: action => followUps.push(action),
      })
      await begun
      return value
    })
    isBroken = false
    if ('error' in result) throw isConsequence(result.error) ? firstFailure : result.error
    for (const action of followUps) action()
    return result.value
  } finally {
    client.release(isBroken)
  }
}

/** Sends everything of one turn in one write: each write costs more than its content. */
function sendTogether(client: pg.PoolClient): void {
  const { stream } = (client as unknown as pg.Client).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * A failed COMMIT or ROLLBACK throws, and the connection is not used again; a failure of `work` is
 * returned.
 */
async function commitOrRollBack<T>(
  client: pg.PoolClient,
  work: () => Promise<T>,
): Promise<{ value: T } | { error: unknown }> {
  let value: T
  try {
    value = await work()
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {
      throw error
    })
    return { error }
  }
  const { command } = await client.query('COMMIT')
  // After a failed statement whose error was swallowed, PostgreSQL answers COMMIT by rolling back.
  return command === 'COMMIT'
    ? { value }
    : { error: new Error('A failed statement was ignored: nothing was committed.') }
}
