/** How connections are made: types, limits, and failures said clearly. */
import pg from 'pg'
import type { EmbeddedConnection } from '#server/platform/db/embedded/start.ts'

export type { EmbeddedConnection }

/** A server by its address, with, if it has one, the address of a role with fewer rights; or the embedded database. */
export type DatabaseTarget = { url: string; appUrl?: string | undefined } | EmbeddedConnection

const connectTimeoutMs = 10_000
const statementTimeoutMs = 15_000
const idleInTransactionTimeoutMs = 60_000

const int8 = 20
const int8Array = 1016
const textArray = 1009
const date = 1082

/** Whole numbers as numbers (beyond 2^53 they are refused), calendar days as they are written; the rest as `pg` reads it. */
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

/** The settings of a connection for the owner's work (migrations, backup): no limit of time on a statement. */
export function ownerConfig(target: DatabaseTarget): pg.ClientConfig {
  const address = 'url' in target ? { connectionString: target.url } : target
  return {
    ...address,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'saral owner',
    types: { getTypeParser },
  }
}

/** The settings of the application's connections. */
export function applicationConfig(target: DatabaseTarget): pg.ClientConfig {
  return {
    ...ownerConfig(target),
    application_name: 'saral',
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    pipeline: true,
  }
}

/** Connects as the owner, works, and disconnects. */
export async function asOwner<T>(
  target: DatabaseTarget,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = clientFor(target)
  // Without a listener a cut connection would end the process; the statement under way fails and says so.
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

/** The failure to connect in words for whoever runs the server; never with the password. */
export function unreachable(target: DatabaseTarget, cause: unknown): Error {
  const reason =
    cause instanceof AggregateError
      ? cause.errors.map(String).join('; ')
      : cause instanceof Error
        ? cause.message
        : String(cause)
  const hint = 'url' in target ? ' Check DATABASE_URL and that the server runs.' : ''
  return new Error(`The database at ${whereabouts(target)} cannot be reached: ${reason}.${hint}`, {
    cause,
  })
}

/** The address of a database, fit to be printed. */
export function whereabouts(target: DatabaseTarget): string {
  if (!('url' in target)) return target.host
  const { host = '', pathname = '', search = '', hash = '' } = URL.parse(target.url) ?? {}
  // An `@` so late stands behind a password with a `/`, `?` or `#` in it that is not escaped: what looks like the address is part of it.
  return host === '' || `${pathname}${search}${hash}`.includes('@')
    ? 'DATABASE_URL'
    : host + pathname
}
