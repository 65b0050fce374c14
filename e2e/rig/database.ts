import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { DatabaseTarget } from '#server/platform/db/connection.ts'
import { clusterDirectory, startEmbedded } from '#server/platform/db/embedded/start.ts'
import { connectDatabase, type Database } from '#server/platform/db/open.ts'

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
export function offerTemplate(env: Record<string, string>): void {
  process.env[variable] = JSON.stringify(env)
}

function offeredTemplate(): Record<string, string> {
  return JSON.parse(process.env[variable] ?? '{}') as Record<string, string>
}

/**
 * Creates a database on the server of `DATABASE_URL`, or an embedded one in a temporary folder. It
 * is a copy of the template, or empty where none is offered.
 */
export async function freshDatabase(): Promise<FreshDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'saral-'))
  // Under root PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  const template = offeredTemplate()
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
  const from = template ? ` TEMPLATE ${new URL(template).pathname.slice(1)}` : ''
  await runOn(url, `CREATE DATABASE ${name}${from}`)
  const copy = new URL(url)
  copy.pathname = `/${name}`
  return {
    env: { DATABASE_URL: copy.href, DATA_DIR: dataDir },
    reading: read => readAt({ url: copy.href }, read),
    kill9: async () => undefined,
    drop: () => runOn(url, `DROP DATABASE ${name} WITH (FORCE)`),
  }
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

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
