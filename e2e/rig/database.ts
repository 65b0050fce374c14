import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { DatabaseTarget } from '#server/platform/db/connection.ts'
import { clusterDirectory, startEmbedded } from '#server/platform/db/embedded/start.ts'
import { connectDatabase, type Database, prepareDatabase } from '#server/platform/db/open.ts'
import { onDatabase } from '#server/testing/database.ts'
import { OWNED_PREFIX } from '#server/testing/memory.ts'
import {
  closeOnNodes,
  createOnNodes,
  dropOnNodes,
  joinNodes,
  spreadOnNodes,
  WORKERS_VARIABLE,
} from '#server/testing/nodes.ts'

/** A database for one file of journeys, with a folder for the product's files. */
export type FreshDatabase = {
  /** The environment variables that make the product use it. */
  env: Record<string, string>
  /** Opens the database for a test, as its owner. */
  reading: <Result>(read: (db: Database) => Promise<Result>) => Promise<Result>
  /** Kills the process of an embedded database; does nothing to another server. */
  kill9: () => Promise<void>
  drop: () => Promise<void>
}

/** Holds the environment of the database to copy. The workers of the test runner inherit it. */
const variable = 'SARAL_E2E_TEMPLATE'

/** Makes fresh databases copies of this one, with its files. Nothing may run on it meanwhile. */
export async function offerTemplate(env: Record<string, string>): Promise<void> {
  const url = process.env.DATABASE_URL
  if (url && env.DATABASE_URL) await closeOnNodes({ url }, nameOf(env.DATABASE_URL))
  process.env[variable] = JSON.stringify(env)
}

function offeredTemplate(): Record<string, string> {
  return JSON.parse(process.env[variable] ?? '{}') as Record<string, string>
}

/**
 * Creates a database on the server of `DATABASE_URL`, or an embedded one in a folder in `base`. It
 * is a copy of the offered template, beside it, or empty without one.
 */
export async function freshDatabase(base = tmpdir()): Promise<FreshDatabase> {
  const template = offeredTemplate()
  const home = template.DATA_DIR ? dirname(template.DATA_DIR) : base
  const folder = mkdtempSync(join(home, `${OWNED_PREFIX}${process.pid}-`))
  // Under root PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  // A database outside this folder is not copied: the product then creates a new one.
  if (template.DATA_DIR && !folderElsewhere(template.DATA_DIR))
    await promisify(execFile)('cp', ['-a', template.DATA_DIR, dataDir])
  const url = process.env.DATABASE_URL
  const database = url ? await onServer(url, dataDir, template.DATABASE_URL) : embedded(dataDir)
  return {
    ...database,
    drop: async () => {
      await database.drop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Drops a database of `freshDatabase` by its environment, from any process, with its folder. */
export async function dropDatabase({
  DATABASE_URL,
  DATA_DIR,
}: Record<string, string>): Promise<void> {
  const url = process.env.DATABASE_URL
  if (url && DATABASE_URL) await dropOnNodes({ url }, nameOf(DATABASE_URL))
  if (DATA_DIR)
    for (const folder of [folderElsewhere(DATA_DIR), dirname(DATA_DIR)])
      if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function embedded(dataDir: string): FreshDatabase {
  return {
    env: { DATA_DIR: dataDir },
    reading: async read => {
      const embedded = await startEmbedded({ dataDir, log: () => undefined })
      try {
        return await readAt(embedded.connection, read)
      } finally {
        await embedded.stop()
      }
    },
    kill9: async () => killPostmaster(folderElsewhere(dataDir) ?? dataDir),
    drop: async () => {
      const elsewhere = folderElsewhere(dataDir)
      if (elsewhere) rmSync(elsewhere, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Returns the folder of a database that is not in its data folder, from the note that names it. */
function folderElsewhere(dataDir: string): string | undefined {
  const note = join(dataDir, 'lies-in')
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined
}

async function onServer(url: string, dataDir: string, template?: string): Promise<FreshDatabase> {
  const name = `saral_e2e_${randomBytes(6).toString('hex')}`
  await createOnNodes({ url }, name, template && nameOf(template))
  const target = onDatabase({ url, appUrl: process.env.DATABASE_APP_URL }, name)
  if (!('url' in target)) throw new Error('a server has an address')
  if (!template) await prepareOnNodes(target)
  return {
    env: {
      DATABASE_URL: target.url,
      ...(target.appUrl && { DATABASE_APP_URL: target.appUrl }),
      DATA_DIR: dataDir,
    },
    reading: read => readAt({ url: target.url }, read),
    kill9: async () => undefined,
    drop: () => dropOnNodes({ url }, name),
  }
}

/** Spreads the tables where there is a cluster; else the product prepares its own database. */
async function prepareOnNodes(target: DatabaseTarget): Promise<void> {
  if (process.env[WORKERS_VARIABLE] === undefined) return
  await joinNodes(target)
  await prepareDatabase(target, { log: () => undefined })
  await spreadOnNodes(target)
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

/** Reads as the owner, on connections that are closed afterwards. */
async function readAt<Result>(
  target: DatabaseTarget,
  read: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = await connectDatabase({ kind: 'none', target }, { log: () => undefined, poolSize: 2 })
  try {
    return await read(db)
  } finally {
    await db.close()
  }
}

/** Kills the main process of an embedded database; its children then end themselves. */
function killPostmaster(home: string): void {
  const [pid] = readFileSync(join(clusterDirectory(home), 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
}
