/** The sandbox answers only at known hosts, so that no site whose name was pointed here can use it. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { openSimulatedWorld } from '#server/sandbox/world.ts'
import { testServer } from '#server/testing/app.ts'
import { forFile } from '#server/testing/for-file.ts'

let port: string
const server = forFile(() =>
  testServer({
    config: { trustedProxies: ['loopback'] },
    extend: async (app, services) => {
      const clock = {
        ...services.clock,
        advance: async () => services.clock.now(),
        restart: () => undefined,
      }
      const world = await openSimulatedWorld({
        ...services,
        clock,
        push: { publicKey: 'test' },
        webhookUrl: () => '',
        simulated: ['sms', 'payment', 'payout', 'verification'],
      })
      world.serve(app, async () => undefined, {
        publicOrigins: ['https://saral.example', 'http://console.example:8080'],
      })
    },
  }),
)
beforeAll(async () => {
  port = new URL(server.origin).port
})

const CALLS = [
  ['GET', '/sandbox'],
  ['GET', '/sandbox/sms'],
  ['GET', '/sandbox/clock'],
  ['POST', '/sandbox/clock'],
] as const

async function ask(method: string, path: string, headers: Record<string, string>) {
  const call = request(server.origin + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
  })
  call.end(method === 'POST' ? '{"advance":"P1D"}' : undefined)
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of answer) body += String(chunk)
  return { status: answer.statusCode, body }
}

describe('a foreign host is refused at every address of the sandbox', () => {
  test.each([
    'evil.example',
    'evil.example:{port}',
    'localhost.evil.example:{port}',
    '127.0.0.1.nip.example:{port}',
    '127.0.0.2:{port}',
    '10.0.0.5:{port}',
    'saral.example:{port}',
    'saral.example.evil.example',
    'console.example',
    'saral.example@localhost:{port}',
  ])('%s', async host => {
    for (const [method, path] of CALLS)
      for (const more of [{}, { 'x-forwarded-host': 'saral.example' }]) {
        const { status, body } = await ask(method, path, {
          host: host.replace('{port}', port),
          ...more,
        })
        expect(status, path).toBe(403)
        expect(body).toContain('PUBLIC_URL')
      }
  })
})

test.each([
  'localhost:{port}',
  'LOCALHOST:{port}',
  '127.0.0.1:{port}',
  '[::1]:{port}',
  // A proxy on this machine has another port.
  'localhost',
  'localhost:1',
  '127.0.0.1:1',
  'saral.example',
  'Saral.Example',
  'console.example:8080',
])('%s is a host of ours', async host => {
  const headers = { host: host.replace('{port}', port) }
  expect((await ask('GET', '/sandbox', headers)).status).toBe(200)
  expect((await ask('POST', '/sandbox/clock', headers)).status).toBe(200)
})
