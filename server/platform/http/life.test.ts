import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import type { Phase } from '#server/platform/http/life.ts'
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
    '{"status":"not ready"}',
    'close',
  ])
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
  const taken = Promise.withResolvers<void>()
  const done = Promise.withResolvers<string>()
  const app = await appIn(
    () => phase,
    () => {
      taken.resolve()
      return done.promise
    },
  )
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const asked = get(`${origin}/work`, { agent: new Agent({ keepAlive: true }) })
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>
  await taken.promise
  phase = 'stopping'
  const closing = app.close()
  done.resolve('answered')
  const [response] = await answered
  expect([response.statusCode, response.headers.connection]).toEqual([200, 'close'])
  response.resume()
  await closing
})
