import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { EmbeddedConnection } from '#server/platform/db/connection.ts'
import { connectDatabase, type Database } from '#server/platform/db/open.ts'
import { DatabaseBusy, openPool, queryOnce } from '#server/platform/db/pool.ts'
import { statement } from '#server/platform/db/statement.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'
import { type Pooler, startPooler } from '#server/testing/pooler.ts'

const now = statement('test-pool-now', 'SELECT 1 AS one')

let fresh: FreshDatabase
const undo: (() => unknown)[] = []
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step()
})
afterAll(() => fresh.drop())

async function pooled(mode: 'session' | 'transaction'): Promise<Database> {
  const { target } = fresh.appRole
  if ('url' in target) throw new Error('The pooler of the tests speaks to the embedded database.')
  const pooler: Pooler = await startPooler(target, mode)
  undo.push(pooler.close)
  const connection: EmbeddedConnection = pooler.connection
  const db = await connectDatabase({ ...fresh.appRole, target: connection }, quiet)
  undo.push(() => db.close())
  return db
}

const quiet = { log: () => undefined }

test('through a pooler by session, statements keep their limit and their role', async () => {
  const db = await pooled('session')
  expect(await db.isPooledByTransaction()).toBe(false)
  expect(
    await db.raw(
      `SELECT current_setting('statement_timeout') AS statement,
         current_setting('idle_in_transaction_session_timeout') AS idle, current_user::text AS role`,
    ),
  ).toEqual([{ statement: '15s', idle: '1min', role: 'saral_app' }])
  expect(await db.one(now)).toEqual({ one: 1 })
})

test('recognizes a pooler that gives each transaction another connection', async () => {
  const db = await pooled('transaction')
  expect(await db.isPooledByTransaction()).toBe(true)
  expect(await fresh.db.isPooledByTransaction()).toBe(false)
})

/** Opens a pool on an address where PostgreSQL refuses connections as too many for this long. */
async function refusedFor(refusals: number) {
  let attempts = 0
  const refusal = 'SFATAL\0C53300\0Mtoo many connections for role "saral_app"\0\0'
  const relay = createServer(client => {
    client.on('error', () => undefined)
    attempts += 1
    if (attempts <= refusals) {
      const head = Buffer.alloc(5)
      head.write('E')
      head.writeInt32BE(refusal.length + 4, 1)
      client.once('data', () => client.end(Buffer.concat([head, Buffer.from(refusal)])))
      return
    }
    const { host, port } = fresh.appRole.target as EmbeddedConnection
    const behind = connect(join(host, `.s.PGSQL.${port}`))
    behind.on('error', () => client.destroy())
    client.pipe(behind).pipe(client)
  })
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  undo.push(() => relay.close())
  const { port } = relay.address() as AddressInfo
  const target = { ...(fresh.appRole.target as EmbeddedConnection), host: '127.0.0.1', port }
  const pool = openPool({ ...fresh.appRole, target }, 2, { onLost: () => undefined })
  undo.push(() => pool.end())
  return { pool, attempts: () => attempts }
}

test('work waits for a connection while PostgreSQL has none left', async () => {
  const { pool, attempts } = await refusedFor(3)
  const { rows } = (await queryOnce(pool, 'SELECT 1 AS one')) as pg.QueryResult
  expect([rows, attempts()]).toEqual([[{ one: 1 }], 4])
})

test('gives up after some seconds, and says that it may be asked again', async () => {
  const { pool } = await refusedFor(Number.POSITIVE_INFINITY)
  const beganMs = performance.now()
  const error: unknown = await queryOnce(pool, 'SELECT 1').catch(reason => reason)
  expect(error).toBeInstanceOf(DatabaseBusy)
  expect(error).toMatchObject({ retryAfterSeconds: 2, cause: { code: '53300' } })
  expect(performance.now() - beganMs).toBeGreaterThan(4_900)
})

test('an error of a statement is not waited for', async () => {
  const { pool, attempts } = await refusedFor(0)
  await expect(queryOnce(pool, 'SELECT 1/0')).rejects.toThrow('division by zero')
  expect(attempts()).toBe(1)
})
