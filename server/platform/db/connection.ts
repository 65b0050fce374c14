/** Makes connections: their types, their limits, and clear errors. */
import pg from 'pg'
import type { EmbeddedConnection } from '#server/platform/db/embedded/start.ts'
import { oneConnectionAWorker } from '#server/platform/db/spread/cluster.ts'

export type { EmbeddedConnection }

/**
 * A server by its address, optionally with the address for a role with fewer rights; or the
 * embedded database.
 */
export type DatabaseTarget = { url: string; appUrl?: string | undefined } | EmbeddedConnection

/** A server by the address for the role with fewer rights alone: nobody here can migrate it. */
export type WithoutOwner = { appUrl: string }

/** How a process reaches its database, as it is configured. */
export type DatabaseAccess = DatabaseTarget | WithoutOwner

/** True if only the application's role is known here, and not the owner. */
export function isWithoutOwner(access: DatabaseAccess): access is WithoutOwner {
  return 'appUrl' in access && !('url' in access)
}

const connectTimeoutMs = 10_000
const statementTimeoutMs = 15_000
const idleInTransactionTimeoutMs = 60_000

const int8 = 20
const int8Array = 1016
const textArray = 1009
const date = 1082

/**
 * Reads whole numbers as numbers and refuses those beyond 2^53, keeps calendar days as text, and
 * leaves the rest to `pg`.
 */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === int8) return toSafeInteger
  if (oid === date) return (day: string) => day
  if (oid === int8Array) return (text: string) => readTextArray(text).map(toSafeInteger)
  return pg.types.getTypeParser(oid, format as 'text')
}

const readTextArray: (text: string) => string[] = pg.types.getTypeParser(
  textArray as number,
  'text',
)

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(
      `The database answered ${text}, which is beyond what a number holds exactly.`,
    )
  return value
}

/** The same database as the role with fewer rights, if one has an address of its own. */
export function asReader(access: DatabaseAccess): DatabaseTarget {
  if (isWithoutOwner(access)) return { url: access.appUrl }
  return 'url' in access && access.appUrl ? { url: access.appUrl } : access
}

/** The settings of single connections (migrations, backup): statements have no time limit. */
export function ownerConfig(target: DatabaseTarget): pg.ClientConfig {
  const address = 'url' in target ? { connectionString: target.url } : target
  return {
    ...address,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'saral owner',
    types: { getTypeParser },
  }
}

/** The settings of every connection that writes in transactions, the owner's too. */
export const transactionSettings = oneConnectionAWorker

/** Sets the limits of one of the application's connections, for as long as it is open. */
export const sessionLimits = `SET statement_timeout = ${statementTimeoutMs};
  SET idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs};
  ${transactionSettings}`

/** The settings of the application's connections, which also need `sessionLimits`. */
export function applicationConfig(target: DatabaseTarget): pg.ClientConfig {
  return {
    ...ownerConfig(target),
    application_name: 'saral',
    pipeline: true,
  }
}

/** Connects as the owner, runs the work, and disconnects. */
export function asOwner<T>(
  target: DatabaseTarget,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return connectedTo(target, work)
}

/** Connects as the application's role, runs the work, and disconnects. */
export function asApplication<T>(
  { appUrl }: WithoutOwner,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return connectedTo({ url: appUrl }, work)
}

async function connectedTo<T>(
  target: DatabaseTarget,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = clientFor(target)
  // Without a listener a cut connection would end the process. The statement under way fails and
  // reports it.
  client.on('error', () => undefined)
  await client.connect().catch(error => {
    throw unreachable(target, error)
  })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function clientFor(target: DatabaseTarget): pg.Client {
  try {
    return new pg.Client(ownerConfig(target))
  } catch (error) {
    throw unreachable(target, error)
  }
}

/** Describes a failure to connect for the operator; never includes the password. */
export function unreachable(target: DatabaseTarget, cause: unknown): Error {
  const reason =
    cause instanceof AggregateError
      ? cause.errors.map(String).join('; ')
      : cause instanceof Error
        ? cause.message
        : String(cause)
  const hint =
    'url' in target ? ' Check DATABASE_URL and DATABASE_APP_URL, and that the server runs.' : ''
  return new Error(`The database at ${whereabouts(target)} cannot be reached: ${reason}.${hint}`, {
    cause,
  })
}

/** The address of a database without its password. */
export function whereabouts(target: DatabaseTarget): string {
  if (!('url' in target)) return target.host
  const { host = '', pathname = '', search = '', hash = '' } = URL.parse(target.url) ?? {}
  // An `@` this late follows a password with an unescaped `/`, `?` or `#`, so what looks like the
  // address is part of the password.
  return host === '' || `${pathname}${search}${hash}`.includes('@')
    ? 'DATABASE_URL'
    : host + pathname
}
