/**
 * The server process. It outlives this process, which finds it again by the file that it writes.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { plainEnvironment, run } from './account.ts'
import type { Binaries } from './binaries.ts'
import { clusterOf } from './cluster.ts'
import { type DataHome, socketDirectory } from './data-home.ts'

export const port = 5432
const largestLogBytes = 5_000_000

/** The connections that one server process with its commands needs, with room to spare. */
const USUAL_CONNECTIONS = 60
/** Small, because it shares a machine with everything else; durable, because it stores money. */
const settings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '32MB',
  jit: 'off',
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Details and statements contain values, which may be personal data.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

export type Postmaster = { pid: number; socketDir: string }

/** The content of the server's own file, whether or not that server is still alive. */
export async function notedPostmaster(data: DataHome): Promise<Postmaster | undefined> {
  const text = await readFile(join(clusterOf(data), 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , , socketDir] = text.split('\n')
  return Number(pid) > 0 && socketDir ? { pid: Number(pid), socketDir } : undefined
}

/**
 * True if that process is alive and is PostgreSQL: after a restart of the machine its number may
 * belong to any process.
 */
export async function isServing({ pid }: Postmaster): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => undefined)
  if (name !== undefined) return name.startsWith('postgres')
  if (process.platform === 'linux') return false
  return run('/bin/ps', ['-o', 'comm=', '-p', String(pid)], undefined).then(
    out => out.includes('postgres'),
    () => false,
  )
}

/**
 * Removes the files of a dead server whose process number now belongs to another process:
 * PostgreSQL would mistake that process for itself. If nobody has the number, PostgreSQL replaces
 * the files itself, without a race.
 */
export async function forgetImpostor(data: DataHome, postmaster: Postmaster): Promise<void> {
  if (
    !isAlive(postmaster.pid) ||
    (await isServing(postmaster)) ||
    (await notedPostmaster(data))?.pid !== postmaster.pid
  )
    return
  await rm(join(postmaster.socketDir, `.s.PGSQL.${port}.lock`), { force: true })
  await rm(join(clusterOf(data), 'postmaster.pid'), { force: true })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Starts the server in a session of its own, so that neither Ctrl-C in a terminal nor the death of
 * this process ends it.
 */
export async function launch(
  data: DataHome,
  { postgres }: Binaries,
  maxConnections = USUAL_CONNECTIONS,
): Promise<ChildProcess> {
  const socketDir = await socketDirectory(data)
  const path = logOf(data)
  const size = await stat(path).then(
    stats => stats.size,
    () => 0,
  )
  if (size > largestLogBytes) await rename(path, `${path}.old`)
  const all = { ...settings, max_connections: String(maxConnections) }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = await open(path, 'a', 0o600)
  try {
    const child = spawn(
      postgres,
      ['-D', clusterOf(data), '-k', socketDir, '-p', String(port), ...flags],
      {
        ...data.account,
        cwd: '/',
        env: plainEnvironment,
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
      },
    )
    await new Promise((spawned, failed) => child.once('spawn', spawned).once('error', failed))
    child.unref()
    return child
  } finally {
    await log.close()
  }
}

/** The last lines of the server's log, to explain why it did not start. */
export async function lastWords(data: DataHome): Promise<string> {
  const text = await readFile(logOf(data), 'utf8').catch(() => '')
  return text.trim().split('\n').slice(-6).join('\n')
}

function logOf(data: DataHome): string {
  return join(data.home, 'postgres.log')
}
