import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import type { Phase } from '#server/http/life.ts'
import { type TestServer, testServer } from '#server/testing/app.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

async function appIn(phase: () => Phase, answer: () => Promise<string> = async () => 'done') {
  const parts = { services: server.services, routes: [], logger: pino({ level: 'silent' }), version: '0.0.0', phase }
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
  expect([answer.statusCode, answer.body, answer.headers.connection]).toEqual([503, '{"status":"not ready"}', 'close'])
  await app.close()
})

test('what was taken before a server closes is answered, and its connection ends with the answer', async () => {
  let phase: Phase = 'serving'
  const [taken, done] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
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
