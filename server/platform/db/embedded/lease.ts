/**
 * Counts the users of the server. Every process holds one connection with a shared lock; a process
 * that leaves and can then take the lock exclusively was the last. The server notices a killed
 * process, so no lock is left behind.
 */
import pg from 'pg'
import { ownerName } from './cluster.ts'
import { port } from './postmaster.ts'

const lockKey = 7_261_903
const connectTimeoutMs = 5_000

export type Lease = { client: pg.Client }
/**
 * `absent`: nobody listens. `busy`: the server starts, stops, or is about to be stopped by its last
 * user.
 */
export type LeaseAnswer = Lease | 'absent' | 'busy'

/**
 * Tries once to join the users of the server behind a socket. Throws for every other failure than
 * `absent` and `busy`.
 */
export async function joinUsers(socketDir: string, onLost: () => void): Promise<LeaseAnswer> {
  const client = new pg.Client({
    host: socketDir,
    port,
    user: ownerName,
    database: 'postgres',
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'saral lease',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('SELECT pg_try_advisory_lock_shared($1) AS joined', [
      lockKey,
    ])
    if (rows[0]?.joined === true) {
      client.on('end', onLost)
      return { client }
    }
    await client.end()
    return 'busy'
  } catch (error) {
    await client.end().catch(() => undefined)
    return answerTo(error)
  }
}

function answerTo(error: unknown): 'absent' | 'busy' {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent'
  const isPassing =
    code === '57P03' ||
    code === '57P01' ||
    code === '57P02' ||
    code === 'ECONNRESET' ||
    code === 'EPIPE'
  const isCut = error instanceof Error && /terminated|timeout/i.test(error.message)
  if (isPassing || isCut) return 'busy'
  throw error
}

/**
 * Gives up the shared lock. True if nobody else holds it; then nobody can get it until this
 * connection ends.
 */
export async function leaveAsLast({ client }: Lease): Promise<boolean> {
  await client.query('SELECT pg_advisory_unlock_shared($1)', [lockKey])
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS last', [lockKey])
  return rows[0]?.last === true
}
