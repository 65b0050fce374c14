/**
 * Prepares the server's tests: starts their own PostgreSQL (or uses the one of `DATABASE_URL`) with
 * one migrated template database. A run that another run started uses the template of that one.
 */
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { importBundledBanks } from '#server/identity/directory/banks.ts'
import { jobNames } from '#server/jobs.ts'
import { asOwner, type DatabaseTarget } from '#server/platform/db/connection.ts'
import { startEmbedded } from '#server/platform/db/embedded/start.ts'
import { connectDatabase, prepareDatabase } from '#server/platform/db/open.ts'
import { createQueue } from '#server/platform/jobs/queue.ts'
import { answerBeforeDisk, isTemplateOffered, offerTemplate, onDatabase } from './database.ts'
import { OWNED_PREFIX, temporaryFolder } from './memory.ts'
import { closeOnNodes, createOnNodes, dropOnNodes, joinNodes, spreadOnNodes } from './nodes.ts'

/** Up to four files run side by side, and one of them starts six queues at once, which take 46. */
const CONNECTIONS_MAX = 200
let undo: (() => Promise<void>)[] = []

export async function setup(): Promise<void> {
  if (isTemplateOffered()) return
  const folder = await runFolder()
  const server = await testServer(folder)
  const name = `saral_template_${randomUUID().replaceAll('-', '')}`
  await createOnNodes(server, name)
  undo.push(() => dropOnNodes(server, name))
  const target = onDatabase(server, name)
  await joinNodes(target)
  const options = { log: () => undefined }
  const appRole = await prepareDatabase(target, options)
  await spreadOnNodes(target)
  const db = await connectDatabase(appRole, options)
  await importBundledBanks({ db })
  // Includes the queue's tables: installing them takes longer than cloning everything.
  const queue = await createQueue(db, { names: jobNames, ...options })
  await queue.stop()
  await db.close()
  await closeOnNodes(server, name)
  offerTemplate({ server, template: name, appRole, folder })
}

export async function teardown(): Promise<void> {
  for (const step of undo.reverse()) await step()
  undo = []
}

async function testServer(folder: string): Promise<DatabaseTarget> {
  const { DATABASE_URL: url, DATABASE_APP_URL: appUrl } = process.env
  if (url) return { url, appUrl }
  const dataDir = join(folder, 'database')
  const { connection, where, stop } = await startEmbedded({
    dataDir,
    log: () => undefined,
    maxConnections: CONNECTIONS_MAX,
  })
  undo.push(async () => {
    await stop()
    await rm(where, { recursive: true, force: true })
  })
  await asOwner(connection, owner => answerBeforeDisk(sql => owner.query(sql)))
  return connection
}

/** The folder of everything that this run's tests store; in memory where there is room. */
async function runFolder(): Promise<string> {
  const base = temporaryFolder()
  await removeLeftovers(base)
  const folder = await mkdtemp(join(base, `${OWNED_PREFIX}${process.pid}-`))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  // If the tests run as root, the database runs as another user and must be able to enter.
  await chmod(folder, 0o755)
  return folder
}

/**
 * A test run that was killed leaves its server running, by design: servers outlive a kill. Nothing
 * else will join this one.
 */
async function removeLeftovers(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    const pid = Number(
      name.startsWith(OWNED_PREFIX) ? name.slice(OWNED_PREFIX.length).split('-')[0] : Number.NaN,
    )
    if (!(pid > 0) || isAlive(pid)) continue
    const path = join(base, name)
    const cluster = join(path, 'database', 'cluster')
    const postmaster = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
    const [serverPid, directory] = postmaster.split('\n')
    if (directory === cluster && isAlive(Number(serverPid)))
      process.kill(Number(serverPid), 'SIGQUIT')
    await rm(path, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
