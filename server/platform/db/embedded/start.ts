/** The embedded database: real PostgreSQL, started when needed, shared by every process on the same data. */
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WriteLog } from '#server/platform/log.ts'
import { binariesFor } from './binaries.ts'
import { clusterOf, ensureCluster, ownerName } from './cluster.ts'
import { type DataHome, dataHomeFor, sharedDirectory, socketDirectory } from './data-home.ts'
import { joinUsers, type Lease, leaveAsLast } from './lease.ts'
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
  const data = await dataHomeFor(dataDir)
  const binaries = await binariesFor(data.account, async () =>
    data.account ? sharedDirectory(data.account) : data.home,
  )
  await ensureCluster(data, binaries)
  let isLeaving = false
  const start = () => launch(data, binaries, maxConnections)
  const join = async (): Promise<Lease> => acquire(data, start, rejoin)
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
      .then(current => leave(data, current))
      .catch((error: Error) => log(`While leaving the database: ${error.message}`, 'error'))
  }
  return { connection, where: data.home, stop }
}

async function acquire(
  data: DataHome,
  start: () => Promise<ChildProcess>,
  onLost: () => void,
): Promise<Lease> {
  const deadline = Date.now() + patienceMs
  let child: ChildProcess | undefined
  while (Date.now() < deadline) {
    const postmaster = await notedPostmaster(data)
    const answer = await joinUsers(postmaster?.socketDir ?? (await socketDirectory(data)), onLost)
    if (typeof answer === 'object') return answer
    if (answer === 'absent' && !isStarting(child)) {
      if (child) await refuseLastingTrouble(data)
      if (postmaster) await forgetImpostor(data, postmaster)
      if (!postmaster || !(await isServing(postmaster))) child = await start()
    }
    await sleep(pauseMs)
  }
  throw new Error(
    `The database in ${data.home} did not answer within ${patienceMs / 1000} s.\n${await lastWords(data)}`,
  )
}

function isStarting(child: ChildProcess | undefined): boolean {
  return child !== undefined && child.exitCode === null && child.signalCode === null
}

async function refuseLastingTrouble(data: DataHome): Promise<void> {
  const words = await lastWords(data)
  if (!passingTrouble.test(words))
    throw new Error(`The database in ${data.home} did not start.\n${words}`)
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

async function leave(data: DataHome, lease: Lease): Promise<void> {
  const postmaster = await notedPostmaster(data)
  if (postmaster && (await leaveAsLast(lease))) {
    process.kill(postmaster.pid, 'SIGINT')
    const deadline = Date.now() + stopPatienceMs
    while (
      Date.now() < deadline &&
      (await notedPostmaster(data))?.pid === postmaster.pid &&
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
