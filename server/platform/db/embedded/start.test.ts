import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from '#server/platform/db/embedded/start.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'saral-embedded-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const messages: string[] = []
const start = (directory = dataDir, maxConnections?: number): Promise<Embedded> =>
  startEmbedded({
    dataDir: directory,
    log: message => messages.push(message),
    ...(maxConnections ? { maxConnections } : {}),
  })

async function ask(embedded: Embedded, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(embedded.connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const isRunning = async (where: string): Promise<boolean> =>
  (await readdir(join(where, 'cluster'))).includes('postmaster.pid')

test('creates, keeps and stops a durable cluster, on a socket that only its owner may enter', async () => {
  const first = await start()
  const settings = await ask(
    first,
    `SELECT name, setting FROM pg_settings
    WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'jit', 'io_method',
      'max_connections') ORDER BY name`,
  )
  expect(settings.map(row => `${row.name}=${row.setting}`)).toEqual([
    'fsync=on',
    'full_page_writes=on',
    'io_method=sync',
    'jit=off',
    'listen_addresses=',
    'max_connections=60',
    'synchronous_commit=on',
  ])
  await ask(first, 'CREATE TABLE kept (id int)')
  await first.stop()
  expect(await isRunning(first.where)).toBe(false)
  const second = await start()
  expect(await ask(second, 'SELECT count(*)::int AS tables FROM kept')).toEqual([{ tables: 0 }])
  await second.stop()
})
