/** The application's connections: how they are opened, and how long work waits for one. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { applicationConfig, sessionLimits } from '#server/platform/db/connection.ts'
import type { AppRole } from '#server/platform/db/grants.ts'

/** Work waits this long for a connection, and about as long again for one that is being opened. */
const PATIENCE_MS = 5_000
const PAUSE_MS = 25
/** The wait of a client where the database has no room for it, or no machine. */
export const RETRY_AFTER_SECONDS = 2

/** Thrown where no connection was to be had in time: nothing was sent, and it may be sent again. */
export class DatabaseBusy extends Error {
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS
  constructor(cause: unknown) {
    super('no connection to the database was to be had in time', { cause })
    this.name = 'DatabaseBusy'
  }
}

/** The codes with which a database, or the coordinator of several, says that a machine is away. */
const AWAY = /^(08...|57P0[123])$/

/**
 * True if a machine of the database was away: cut off, stopping or starting. As after a lost
 * answer, the request may have been done; repeated with the same key, it is done once.
 */
export function isMachineAway(error: unknown): boolean {
  return error instanceof Error && 'code' in error && AWAY.test(String(error.code))
}

/** PostgreSQL has no connection left or is starting, or nobody listens at its address. */
const PASSING_CODES = new Set(['53300', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT'])
/** `pg` gives these no code. */
const PASSING_MESSAGES = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
])

/** A pool whose connections have their limits and the application's role. */
export function openPool(
  appRole: AppRole,
  poolSize: number,
  options: pg.PoolConfig & { readonly onLost: (error: Error) => void },
): pg.Pool {
  const { onLost, ...rest } = options
  return new pg.Pool({
    ...applicationConfig(appRole.target),
    connectionTimeoutMillis: PATIENCE_MS,
    max: poolSize,
    ...rest,
    onConnect: async client => {
      client.on('error', onLost)
      // Not as parameters of the start: PgBouncer refuses those, or leaves them out.
      await client.query(sessionLimits)
      if (appRole.kind === 'assumed')
        await client.query(`SET ROLE ${pg.escapeIdentifier(appRole.name)}`)
    },
  })
}

/**
 * A connection of the pool. Tries again while none is to be had, and throws `DatabaseBusy` after
 * some seconds. Release it.
 */
export async function connected(pool: pg.Pool): Promise<pg.PoolClient> {
  const untilMs = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await pool.connect()
    } catch (error) {
      if (!isPassing(error)) throw error
      if (performance.now() >= untilMs) throw new DatabaseBusy(error)
      await sleep(PAUSE_MS * (1 + Math.random()))
    }
  }
}

/** One query on a connection of its own. */
export async function queryOnce(
  pool: pg.Pool,
  query: string | pg.QueryConfig,
  values?: unknown[],
): Promise<pg.QueryResult | pg.QueryResult[]> {
  const client = await connected(pool)
  let isBroken = true
  try {
    const answer = await client.query(query, values)
    isBroken = false
    return answer
  } finally {
    client.release(isBroken)
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.every(isPassing)
  const code = 'code' in error ? String(error.code) : ''
  return PASSING_CODES.has(code) || PASSING_MESSAGES.has(error.message)
}

/**
 * True if a pooler between us and PostgreSQL gives each transaction another connection: prepared
 * statements, the role and the limits of a connection would be those of others.
 */
export async function isPooledByTransaction(pool: pg.Pool): Promise<boolean> {
  const first = await connected(pool)
  try {
    const pid = await backendOf(first)
    // A pooler invents the number that it sends at the start; PostgreSQL does not.
    if ('processID' in first && first.processID === pid) return false
    return await isShared(first, pid, await connected(pool))
  } finally {
    first.release()
  }
}

/** While `other` is in a transaction, it has taken the backend of `first` if both share theirs. */
async function isShared(first: pg.PoolClient, pid: number, other: pg.PoolClient): Promise<boolean> {
  await other.query('BEGIN')
  try {
    return (await backendOf(other)) === pid || (await backendOf(first)) !== pid
  } finally {
    await other.query('ROLLBACK')
    other.release()
  }
}

async function backendOf(client: pg.PoolClient): Promise<number> {
  return (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid
}
