import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { cookieJar } from './cookies.ts'

const PLAIN = 'saral-insecure-session'
const BOUND = '__Host-saral-session'

/** The cookie that is read, set and cleared for a browser at this address. */
async function atAddress(host: string, protocol: 'http' | 'https', isPublishedOnHttps: boolean) {
  const app = Fastify({ trustProxy: true })
  app.get('/', (request, reply) => {
    const cookies = cookieJar(request, reply, isPublishedOnHttps)
    cookies.write('session', 'new', 60)
    cookies.clear('session')
    void reply.send({ read: cookies.read('session') })
  })
  const headers = {
    host,
    'x-forwarded-proto': protocol,
    cookie: `${PLAIN}=plain; ${BOUND}=bound`,
  }
  const answer = await app.inject({ url: '/', headers })
  await app.close()
  const lines = [answer.headers['set-cookie'] ?? []].flat()
  return { read: answer.json<{ read: string }>().read, lines }
}

test.each([
  ['localhost:3000', 'http'],
  ['127.0.0.1:3000', 'http'],
  ['[::1]:3000', 'http'],
  ['console.localhost:3000', 'http'],
] as const)(
  'on this machine alone, %s over %s, a browser without Secure on http signs in',
  async (host, protocol) => {
    const { read, lines } = await atAddress(host, protocol, false)
    expect(read).toBe('plain')
    expect(lines).toHaveLength(2)
    for (const line of lines) {
      expect(line).toMatch(/^saral-insecure-session=/)
      expect(line).not.toContain('Secure')
      expect(line).toContain('; HttpOnly')
      expect(line).toContain('; SameSite=Lax')
    }
  },
)

test.each([
  ['localhost:3000', 'https', false],
  ['localhost:3000', 'http', true],
  ['127.0.0.1', 'http', true],
  ['192.168.1.7:3000', 'http', false],
  ['0.0.0.0:3000', 'http', false],
  ['localhost.evil.example', 'http', false],
  ['saral.example', 'http', false],
  ['saral.example', 'https', false],
  ['saral.example', 'https', true],
] as const)(
  'everywhere else, %s over %s (published: %s), cookies are bound to their host and to https',
  async (host, protocol, isPublishedOnHttps) => {
    const { read, lines } = await atAddress(host, protocol, isPublishedOnHttps)
    expect(read).toBe('bound')
    expect(lines).toHaveLength(2)
    for (const line of lines) {
      expect(line).toMatch(/^__Host-saral-session=/)
      expect(line).toContain('; Secure')
      expect(line).toContain('; HttpOnly')
      expect(line).toContain('; Path=/')
      expect(line).toContain('; SameSite=Lax')
    }
  },
)
