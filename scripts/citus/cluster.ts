/**
 * Citus for a test: a coordinator and workers on this machine, in a temporary folder, until they
 * are stopped. Needs a PostgreSQL of version 15 or later that has the extension.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asOwner } from '#server/platform/db/connection.ts'
import {
  type Account,
  ordinaryAccount,
  plainEnvironment,
  run,
} from '#server/platform/db/embedded/account.ts'

export type CitusNode = {
  readonly host: string
  readonly port: number
  /** The address for the owner, in the database `postgres`. */
  readonly url: string
  /** The address for the application's role. */
  readonly appUrl: string
  /** Ends the node without letting it finish anything, as a power cut does. */
  readonly kill: () => Promise<void>
  /** Kills its main process; the others notice that and end by themselves. */
  readonly kill9: () => Promise<void>
  /** Starts it, and waits until it answers; throws if it ends before. */
  readonly start: () => Promise<void>
}

export type CitusCluster = {
  readonly coordinator: CitusNode
  readonly workers: readonly CitusNode[]
  readonly stop: () => Promise<void>
}

type Rig = {
  bin: string
  folder: string
  account: Account | undefined
  password: string
  settings: Readonly<Record<string, string>>
}

const APP_ROLE = 'saral_app'
const START_PATIENCE_MS = 30_000
const DEBIAN = '/usr/lib/postgresql'

const settings = {
  shared_preload_libraries: 'citus',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  wal_level: 'logical',
  max_connections: '400',
  max_prepared_transactions: '200',
  // Spreading all tables takes its locks in one transaction.
  max_locks_per_transaction: '1024',
  shared_buffers: '64MB',
  // Only a machine without power loses data by this; a killed process does not.
  fsync: 'off',
  // Each database needs a worker of its own.
  max_worker_processes: '64',
  jit: 'off',
  timezone: 'UTC',
  log_error_verbosity: 'terse',
  'citus.node_conninfo': 'sslmode=prefer',
  'citus.enable_statistics_collection': 'off',
}

/**
 * The programs of a PostgreSQL that has the extension: those of `PG_BIN`, else the newest of
 * Debian's. Undefined if none has it.
 */
export async function postgresWithCitus(): Promise<string | undefined> {
  const { PG_BIN } = process.env
  if (PG_BIN) return (await hasCitus(PG_BIN)) ? PG_BIN : undefined
  const versions = await readdir(DEBIAN).catch(() => [])
  for (const version of versions.sort((a, b) => Number(b) - Number(a))) {
    const bin = join(DEBIAN, version, 'bin')
    if (await hasCitus(bin)) return bin
  }
  return undefined
}

async function hasCitus(bin: string): Promise<boolean> {
  const libraries = await run(join(bin, 'pg_config'), ['--pkglibdir'], undefined).catch(() => '')
  return ['so', 'dylib'].some(suffix => existsSync(join(libraries.trim(), `citus.${suffix}`)))
}

/**
 * Starts the nodes, each with the extension, the application's role and the changed settings; they do
 * not know each other.
 */
export async function startCitus(
  bin: string,
  workerCount: number,
  changed: Readonly<Record<string, string>> = {},
): Promise<CitusCluster> {
  const account = await ordinaryAccount()
  const folder = await mkdtemp(join(tmpdir(), 'saral-citus-'))
  const password = randomBytes(18).toString('hex')
  const rig: Rig = { bin, folder, account, password, settings: { ...settings, ...changed } }
  await give(rig, folder)
  await chmod(folder, 0o700)
  await writeOwn(rig, 'password', rig.password)
  // A node connects to the others as the role of its caller: all roles have the one password.
  await writeOwn(rig, 'passfile', `*:*:*:*:${rig.password}\n`)
  const nodes: CitusNode[] = []
  const stop = async () => {
    for (const node of nodes) await node.kill()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    for (let number = 0; number <= workerCount; number++) nodes.push(await createNode(rig, number))
    await Promise.all(nodes.map(({ url }) => prepare(url, rig.password)))
  } catch (error) {
    await stop()
    throw error
  }
  const [coordinator, ...workers] = nodes
  if (!coordinator) throw new Error('a cluster has a coordinator')
  return { coordinator, workers, stop }
}

async function createNode(rig: Rig, number: number): Promise<CitusNode> {
  const { bin, folder, account, password } = rig
  const data = join(folder, `node-${number}`)
  await mkdir(data)
  await give(rig, data)
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', '-E', 'UTF8', '-N']
  const passwordFile = `--pwfile=${join(folder, 'password')}`
  await run(join(bin, 'initdb'), [...initdb, '--locale=C', passwordFile], account)
  const port = await freePort()
  const host = '127.0.0.1'
  const url = `postgresql://postgres:${password}@${host}:${port}/postgres`
  let server: ChildProcess | undefined
  const start = async () => {
    const log = await open(join(folder, `node-${number}.log`), 'a')
    const args = Object.entries({ ...rig.settings, port }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    server = spawn(join(bin, 'postgres'), ['-D', data, ...args], {
      ...account,
      cwd: '/',
      env: { ...plainEnvironment, PGPASSFILE: join(folder, 'passfile') },
      stdio: ['ignore', log.fd, log.fd],
    })
    await log.close()
    const ended = once(server, 'exit').then(() => {
      throw new Error(`node ${number} of the cluster ended before it answered`)
    })
    await Promise.race([answers(url), ended])
    ended.catch(() => undefined)
  }
  const endBy = async (signal: 'SIGQUIT' | 'SIGKILL') => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  // PostgreSQL ends its other processes at once and leaves the recovery to the next start.
  const kill = () => endBy('SIGQUIT')
  const kill9 = () => endBy('SIGKILL')
  await start()
  const appUrl = `postgresql://${APP_ROLE}:${password}@${host}:${port}/postgres`
  return { host, port, url, appUrl, kill, kill9, start }
}

async function prepare(url: string, password: string): Promise<void> {
  await asOwner({ url }, async owner => {
    await owner.query('CREATE EXTENSION IF NOT EXISTS citus')
    // Each node gets the role by itself, since it does not know the others yet.
    await owner.query('SET citus.enable_ddl_propagation = off')
    await owner.query(`CREATE ROLE ${APP_ROLE} LOGIN PASSWORD '${password}'`)
  })
}

async function answers(url: string): Promise<void> {
  const end = Date.now() + START_PATIENCE_MS
  for (;;) {
    try {
      return await asOwner({ url }, async owner => void (await owner.query('SELECT 1')))
    } catch (error) {
      if (Date.now() > end) throw error
      await sleep(100)
    }
  }
}

async function writeOwn(rig: Rig, name: string, text: string): Promise<void> {
  const path = join(rig.folder, name)
  await writeFile(path, text, { mode: 0o600 })
  await give(rig, path)
}

async function give({ account }: Rig, path: string): Promise<void> {
  if (account) await chown(path, account.uid, account.gid)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
