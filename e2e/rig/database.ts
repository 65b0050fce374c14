import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { DatabaseTarget } from '#server/platform/db/connection.ts'
import { clusterDirectory, startEmbedded } from '#server/platform/db/embedded/start.ts'
import { connectDatabase, type Database } from '#server/platform/db/open.ts'

/** A database of a journey's own, with a folder for the product's files. */
export type FreshDatabase = {
  /** What makes the product use it. */
  env: Record<string, string>
  /** Lets a test read what is really there. */
  reading: <Found>(read: (db: Database) => Promise<Found>) => Promise<Found>
  /** Ends the database's own process without warning, where it is ours to end. */
  kill9: () => Promise<void>
  drop: () => Promise<void>
}

/** The environment of the database to copy. The workers of the test runner inherit it from where they are started. */
const variable = 'SARAL_E2E_TEMPLATE'

/** From now on, fresh databases are copies of this one, with its files, while nothing runs on it. */
export function offerTemplate(env: Record<string, string>): void {
  process.env[variable] = JSON.stringify(env)
}

function offeredTemplate(): Record<string, string> {
  return JSON.parse(process.env[variable] ?? '{}') as Record<string, string>
}

/** On the server of `DATABASE_URL` where there is one, else embedded, in a temporary folder; empty where no template is offered. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'saral-'))
  // Under root PostgreSQL runs as another user, who must be able to pass through.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  const template = offeredTemplate()
  // A database that lies elsewhere cannot be copied with its folder: the product then makes a new one.
  if (template.DATA_DIR && !liesElsewhere(template.DATA_DIR))
    execFileSync('cp', ['-a', template.DATA_DIR, dataDir])
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
    kill9: async () => killPostmaster(liesElsewhere(dataDir) ?? dataDir),
    drop: async () => {
      const elsewhere = liesElsewhere(dataDir)
      if (elsewhere) rmSync(elsewhere, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Where that user cannot pass through all the same, the database leaves a note that says where it went. */
function liesElsewhere(dataDir: string): string | undefined {
  const note = join(dataDir, 'lies-in')
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined
}

async function onServer(url: string, dataDir: string, template?: string): Promise<FreshDatabase> {
  const name = `saral_e2e_${randomBytes(6).toString('hex')}`
  const from = template ? ` TEMPLATE ${new URL(template).pathname.slice(1)}` : ''
  await runOn(url, `CREATE DATABASE ${name}${from}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return {
    env: { DATABASE_URL: own.href, DATA_DIR: dataDir },
    reading: read => readAt({ url: own.href }, read),
    kill9: async () => undefined,
    drop: () => runOn(url, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

/** As the owner, on connections that are gone again afterwards. */
async function readAt<Found>(
  target: DatabaseTarget,
  read: (db: Database) => Promise<Found>,
): Promise<Found> {
  const db = await connectDatabase({ kind: 'none', target }, { log: () => undefined, poolSize: 2 })
  try {
    return await read(db)
  } finally {
    await db.close()
  }
}

/** Its children end by themselves once they notice. */
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
