/** The embedded database: real PostgreSQL, started when needed, shared by every process on the same data. */
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WriteLog } from '#server/platform/log.ts'
import { binariesFor } from './binaries.ts'
import { clusterOf, ensureCluster, ownerName } from './cluster.ts'
import { joinUsers, type Lease, leaveAsLast } from './lease.ts'
import { type Place, placeFor, sharedDirectory, socketDirectory } from './places.ts'
import {
  forgetImpostor,
  isServing,
  lastWords,
  launch,
  notedPostmaster,
  port,
} from './postmaster.ts'

export type EmbeddedConnection = { host: string; port: number; user: string; database: string }
export type Embedded = { connection: EmbeddedConnection; where: string; stop: () => Promise<void> }
export type EmbeddedOptions = {
  dataDir: string
  log: WriteLog
  /** The most connections at once, if this process starts the server; 60 unless given. */
  maxConnections?: number
}

const patienceMs = 60_000
const pauseMs = 25
const stopPatienceMs = 30_000
/**
 * PostgreSQL's messages while the children of a killed server still hold its memory, or another
 * process starts it.
 */
const passingTrouble = /shared memory block|lock file "[^"]*" already exists/

/**
 * Starts the server on `dataDir`, or joins the one that already runs there; `where` is the
 * directory of the data. `stop` leaves it, and stops it if no other process uses it. If the server
 * dies meanwhile, it is started again.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, log, maxConnections } = options
  const place = await placeFor(dataDir)
  const binaries = await binariesFor(place.account, async () =>
    place.account ? sharedDirectory(place.account) : place.home,
  )
  await ensureCluster(place, binaries)
  let isLeaving = false
  const start = () => launch(place, binaries, maxConnections)
  const join = async (): Promise<Lease> => acquire(place, start, rejoin)
  function rejoin(): void {
    if (isLeaving) return
    log('The database has stopped by itself; it is started again.', 'error')
    lease = join()
    lease.catch((error: Error) =>
      log(`The database could not be started again: ${error.message}`, 'error'),
    )
  }
  let lease = join()
  const { client } = await lease
  await ensureDatabase(client)
  const connection = { host: client.host, port, user: ownerName, database: ownerName }
  const stop = async (): Promise<void> => {
    if (isLeaving) return
    isLeaving = true
    await lease
      .then(current => leave(place, current))
      .catch((error: Error) => log(`While leaving the database: ${error.message}`, 'error'))
  }
  return { connection, where: place.home, stop }
}

async function acquire(
  place: Place,
  start: () => Promise<ChildProcess>,
  onLost: () => void,
): Promise<Lease> {
  const deadline = Date.now() + patienceMs
  let child: ChildProcess | undefined
  while (Date.now() < deadline) {
    const postmaster = await notedPostmaster(place)
    const answer = await joinUsers(postmaster?.socketDir ?? (await socketDirectory(place)), onLost)
    if (typeof answer === 'object') return answer
    if (answer === 'absent' && !isStarting(child)) {
      if (child) await refuseLastingTrouble(place)
      if (postmaster) await forgetImpostor(place, postmaster)
      if (!postmaster || !(await isServing(postmaster))) child = await start()
    }
    await sleep(pauseMs)
  }
  throw new Error(
    `The database in ${place.home} did not answer within ${patienceMs / 1000} s.\n${await lastWords(place)}`,
  )
}

function isStarting(child: ChildProcess | undefined): boolean {
  return child !== undefined && child.exitCode === null && child.signalCode === null
}

async function refuseLastingTrouble(place: Place): Promise<void> {
  const words = await lastWords(place)
  if (!passingTrouble.test(words))
    throw new Error(`The database in ${place.home} did not start.\n${words}`)
}

async function ensureDatabase(client: Lease['client']): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
    ownerName,
  ])
  if (rowCount) return
  await client.query(`CREATE DATABASE ${ownerName}`).catch((error: { code?: string }) => {
    if (error.code !== '42P04' && error.code !== '23505') throw error
  })
}

async function leave(place: Place, lease: Lease): Promise<void> {
  const postmaster = await notedPostmaster(place)
  if (postmaster && (await leaveAsLast(lease))) {
    process.kill(postmaster.pid, 'SIGINT')
    const deadline = Date.now() + stopPatienceMs
    while (
      Date.now() < deadline &&
      (await notedPostmaster(place))?.pid === postmaster.pid &&
      (await isServing(postmaster))
    )
      await sleep(pauseMs)
  }
  await lease.client.end().catch(() => undefined)
}

/** The directory of PostgreSQL's own files, for tests that check for leftovers. */
export function clusterDirectory(home: string): string {
  return clusterOf({ home, account: undefined })
}
