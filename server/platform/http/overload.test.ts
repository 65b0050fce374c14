import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { BASE_PATH } from '#contract/path.ts'
import type { Gate, Urgency } from '#server/platform/http/admission.ts'
import { refuseOverload } from '#server/platform/http/overload.ts'

test('reads are refused early, in our form, while money and webhooks are served', async () => {
  const entered: Urgency[] = []
  const full: Gate = {
    enter: ({ urgency, admit, refuse }) => {
      entered.push(urgency)
      if (urgency === 'first') admit()
      else refuse()
      return () => undefined
    },
  }
  const app = Fastify()
  app.decorateReply('outcome', undefined)
  refuseOverload(app, true, full)
  const answer = async () => 'served'
  app.get('/home', { config: { limitedAs: contract.home.index } }, answer)
  app.post('/loan', { config: { limitedAs: contract.order.loan } }, answer)
  app.post('/webhook', { config: { limitedAs: 'nothing', comesFirst: true } }, answer)
  app.get('/page', answer)

  const refusal = await app.inject('/home')
  expect(refusal.statusCode).toBe(503)
  expect(refusal.json()).toMatchObject({ code: -1, data: { reason: 'server-busy' } })
  expect(refusal.headers).toMatchObject({
    'retry-after': '2',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  for (const [method, url] of [
    ['POST', '/loan'],
    ['POST', '/webhook'],
    ['GET', '/page'],
  ] as const)
    expect((await app.inject({ method, url })).body).toBe('served')
  expect(entered).toEqual(['usual', 'first', 'first'])
  await app.close()
})

describe('HAProxy refuses before the server (docs/proxies/haproxy.cfg)', () => {
  const file = readFileSync(new URL('../../../docs/proxies/haproxy.cfg', import.meta.url), 'utf8')

  test('with the words and headers of the server', async () => {
    const app = Fastify()
    app.decorateReply('outcome', undefined)
    refuseOverload(app, false, {
      enter: ({ refuse }) => {
        refuse()
        return () => undefined
      },
    })
    app.get('/home', { config: { limitedAs: contract.home.index } }, async () => 'served')
    const refusal = await app.inject('/home')
    await app.close()

    const [, type, text = '', headers = ''] =
      /http-error status 503 content-type "([^"]+)" string "((?:[^"\\]|\\.)*)" (.*)/.exec(file) ??
      []
    const haproxyHeaders = [...headers.matchAll(/hdr (\S+) (?:"([^"]*)"|(\S+))/g)].map(
      ([, name = '', quoted, plain]) => [name.toLowerCase(), quoted ?? plain],
    )
    const { 'content-length': length, connection, date, ...others } = refusal.headers
    expect(text.replaceAll('\\"', '"')).toBe(refusal.body)
    expect({ 'content-type': type, ...Object.fromEntries(haproxyHeaders) }).toEqual(others)
  })

  test('and lets the calls that move money go first, as the server does', () => {
    const first = [...file.matchAll(/acl first path (.*)/g)].flatMap(([, paths = '']) =>
      paths.split(' '),
    )
    const paths = Object.values(contract)
      .flatMap(area => Object.values<Endpoint>(area))
      .filter(({ idempotent }) => idempotent)
    expect(first.sort()).toEqual(paths.map(({ path }) => BASE_PATH + path).sort())
    expect(file).toContain('acl first path_beg /webhook/\n')
  })
})
