import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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

const postmaster = async (where: string): Promise<number> =>
  Number((await readFile(join(where, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0])
const isRunning = async (where: string): Promise<boolean> =>
  (await readdir(join(where, 'cluster'))).includes('postmaster.pid')

/** Another process that uses the same data until the test stops it. */
async function otherUser(directory: string): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('../../../testing/database-user.ts', import.meta.url))
  const child = spawn(process.execPath, [program, directory], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  if (child.stdout) await once(child.stdout, 'data')
  return child
}

test('processes that start together share one server, and the last one to leave stops it', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'saral-embedded-'))
  const [first, second, third] = await Promise.all([
    start(directory),
    start(directory),
    otherUser(directory),
  ])
  const pid = await postmaster(first.where)
  await first.stop()
  await second.stop()
  expect(await postmaster(first.where)).toBe(pid)
  third.stdin?.end()
  await once(third, 'exit')
  expect(await isRunning(first.where)).toBe(false)
  await rm(directory, { recursive: true })
})

test('the next process joins a server whose only user was killed, and stops it', async () => {
  const killed = await otherUser(dataDir)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const pid = await postmaster(dataDir)
  const next = await start()
  expect(await postmaster(next.where)).toBe(pid)
  await next.stop()
  expect(await isRunning(next.where)).toBe(false)
})

test('a killed server is started again after the statement that it left running has ended', async () => {
  const embedded = await start()
  // Counting never checks for a signal, so its process outlives the server for a while.
  const lost = ask(
    embedded,
    "SELECT count(*) FROM generate_series(1, 4000000) AS n WHERE md5(n::text) = ''",
  ).catch(() => 'lost')
  await vi.waitFor(async () => {
    const [row] = await ask(
      embedded,
      "SELECT count(*)::int AS busy FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%generate_series%' AND pid <> pg_backend_pid()",
    )
    expect(row?.busy).toBe(1)
  }, 20_000)
  const pid = await postmaster(embedded.where)
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(
    async () => expect(await ask(embedded, 'SELECT 1 AS back')).toEqual([{ back: 1 }]),
    {
      timeout: 30_000,
      interval: 100,
    },
  )
  await lost
  expect(await postmaster(embedded.where)).not.toBe(pid)
  expect(messages).toContain('The database has stopped by itself; it is started again.')
  await embedded.stop()
})

test('starts in a path that is too long for a socket, and for as many connections as asked', async () => {
  const directory = join(dataDir, 'x'.repeat(100))
  const embedded = await start(directory, 90)
  expect(embedded.connection.host.length).toBeLessThan(60)
  expect(await ask(embedded, 'SHOW max_connections')).toEqual([{ max_connections: '90' }])
  await embedded.stop()
  await rm(embedded.connection.host, { recursive: true })
})

// Only root can enter a directory that is root's alone: other users skip this test.
if (process.getuid?.() === 0)
  test('root stores the data elsewhere if only root may enter the directory, and finds it again', async () => {
    const closed = await mkdtemp(join(tmpdir(), 'saral-closed-'))
    await chmod(closed, 0o700)
    const directory = join(closed, 'data')
    const first = await start(directory)
    expect(first.where.startsWith(closed)).toBe(false)
    await ask(first, 'CREATE TABLE kept (id int)')
    await first.stop()
    const second = await start(directory)
    expect(second.where).toBe(first.where)
    expect(await ask(second, 'SELECT count(*)::int AS found FROM kept')).toEqual([{ found: 0 }])
    await second.stop()
    await rm(first.where, { recursive: true })
    await rm(closed, { recursive: true })
  })
