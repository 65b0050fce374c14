import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import Fastify from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { DatabaseBusy } from '#server/platform/db/pool.ts'
import { type Phase, serveHealth } from '#server/platform/http/life.ts'
import type { ReadinessParts } from '#server/platform/http/readiness.ts'
import { type TestServer, testServer } from '#server/testing/app.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

async function appIn(phase: () => Phase, answer: () => Promise<string> = async () => 'done') {
  const parts = {
    services: server.services,
    routes: [],
    logger: pino({ level: 'silent' }),
    version: '0.0.0',
    phase,
  }
  return buildApp({ ...parts, extend: app => void app.get('/work', answer) })
}

test('a server is ready only while it serves, on a database that knows its migrations', async () => {
  let phase: Phase = 'starting'
  const app = await appIn(() => phase)
  const statusOf = async (url: string) => (await app.inject(url)).statusCode
  expect([await statusOf('/ready'), await statusOf('/health')]).toEqual([503, 200])
  phase = 'serving'
  expect([await statusOf('/ready'), await statusOf('/health')]).toEqual([200, 200])
  phase = 'stopping'
  const answer = await app.inject('/ready')
  expect([answer.statusCode, answer.body, answer.headers.connection]).toEqual([
    503,
    '{"status":"not ready","reasons":["stopping"]}',
    'close',
  ])
  await app.close()
})

/** The reasons of a server whose database, or whose machine's clock, is another. */
async function reasonsWith(parts: Partial<ReadinessParts>): Promise<unknown> {
  const app = Fastify()
  const { db } = server.services
  serveHealth(app, { db, phase: () => 'serving', migration: 1, ...parts })
  const answer = await app.inject('/ready')
  await app.close()
  return { code: answer.statusCode, ...answer.json<object>() }
}

const ready = { code: 200, status: 'ready' }
const notReady = (...reasons: string[]) => ({ code: 503, status: 'not ready', reasons })

test.each([
  [4, ready],
  [-4, ready],
  [7, notReady('clock-differs-from-database')],
  [-7, notReady('clock-differs-from-database')],
])('judges a clock that is %d s ahead of the database’s', async (seconds, expected) => {
  const machineMs = () => Date.now() + seconds * 1000
  expect(await reasonsWith({ machineMs })).toEqual(expected)
})

test('names a pooler by transaction, missing migrations, and a silent database', async () => {
  const { db } = server.services
  const pooled = { ...db, isPooledByTransaction: async () => true }
  expect(await reasonsWith({ db: pooled })).toEqual(notReady('pooler-in-transaction-mode'))
  expect(await reasonsWith({ migration: 9_999 })).toEqual(notReady('database-not-migrated'))
  const silent = { ...db, raw: () => Promise.reject(new Error('gone')) }
  expect(await reasonsWith({ db: silent })).toEqual(notReady('database-silent'))
})

const failed = (code: string) => Object.assign(new Error(code), { code })

test.each([
  ['gets no connection', new DatabaseBusy(undefined)],
  ['meets a worker that is away', failed('08006')],
  ['meets a database that stops', failed('57P01')],
])('a request that %s gets the time to come again', async (_what, error) => {
  const app = await appIn(
    () => 'serving',
    () => Promise.reject(error),
  )
  const answer = await app.inject('/work')
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
  expect(answer.json()).toMatchObject({ code: -1, data: { reason: 'server-busy' } })
  await app.close()
})

test('a server is not ready on a database that it cannot write to', async () => {
  const readyOnNewConnections = async () => {
    const db = await server.services.db.another(1)
    const parts = {
      services: { ...server.services, db },
      routes: [],
      logger: pino({ level: 'silent' }),
      version: '0.0.0',
    }
    const app = await buildApp(parts)
    const { statusCode } = await app.inject('/ready')
    await app.close()
    await db.close()
    return statusCode
  }
  expect(await readyOnNewConnections()).toBe(200)
  await asOwner(server.database.target, async owner => {
    const { rows } = await owner.query('SELECT current_database() AS name')
    await owner.query(`ALTER DATABASE ${rows[0].name} SET default_transaction_read_only = on`)
  })
  expect(await readyOnNewConnections()).toBe(503)
})

test('a request accepted before the server closes is answered, and its connection ends with the answer', async () => {
  let phase: Phase = 'serving'
  const received = Promise.withResolvers<void>()
  const release = Promise.withResolvers<string>()
  const app = await appIn(
    () => phase,
    () => {
      received.resolve()
      return release.promise
    },
  )
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const request = get(`${origin}/work`, { agent: new Agent({ keepAlive: true }) })
  const answered = once(request, 'response') as Promise<[IncomingMessage]>
  await received.promise
  phase = 'stopping'
  const closing = app.close()
  release.resolve('answered')
  const [response] = await answered
  expect([response.statusCode, response.headers.connection]).toEqual([200, 'close'])
  response.resume()
  await closing
})
