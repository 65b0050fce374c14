import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoints } from '#contract/endpoint.ts'
import { refused } from '#contract/envelope.ts'
import { contract } from '#contract/index.ts'
import { openapi } from '#contract/openapi.ts'
import { staffContract } from '#contract/staff/index.ts'
import { file, instant, rupees, text } from '#contract/wire.ts'
import { routes } from '#server/platform/actions/call.ts'
import { DEFAULT_PER_MINUTE, LimitReached } from '#server/platform/http/limits.ts'
import { type TestServer, testServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { inWords } from '#words/say.ts'

const trial = {
  echo: {
    does: 'Answers what it was given.',
    method: 'GET',
    path: '/trial/{id}/echo',
    auth: 'public',
    sends: 'query',
    input: v.strictObject({ id: text, amount: rupees }),
    output: v.object({ id: text, amount: rupees, at: instant, language: text }),
    refusals: [],
  },
  fail: {
    does: 'Fails in a chosen way.',
    method: 'POST',
    path: '/trial/fail',
    auth: 'public',
    sends: 'json',
    input: v.strictObject({ how: v.picklist(['crash', 'refuse', 'limit', 'column']) }),
    output: v.null(),
    refusals: ['product-locked', 'answers-incomplete'],
  },
  note: {
    does: 'Takes a word, or none.',
    method: 'POST',
    path: '/trial/note',
    auth: 'public',
    sends: 'json',
    input: v.strictObject({ word: v.optional(text) }),
    output: v.null(),
    refusals: [],
  },
  upload: {
    does: 'Takes a picture.',
    method: 'POST',
    path: '/trial/upload',
    auth: 'borrower',
    sends: 'form',
    input: v.strictObject({ image: file, type: text }),
    output: v.object({ size: v.number(), type: text, first: v.number() }),
    refusals: [],
  },
} satisfies Endpoints

function trialRoutes() {
  return routes(trial, {
    echo: async ({ id, amount }, { now, language }) => ({ id, amount, at: now, language }),
    fail: async ({ how }) => {
      if (how === 'crash')
        throw Object.assign(new Error('the secret is 42'), {
          detail: 'Failing row contains (Asha)',
        })
      if (how === 'limit') throw new LimitReached(17)
      if (how === 'refuse') return refused('product-locked', { details: { loansNeeded: 3 } })
      return refused('answers-incomplete', {
        errorColumn: [{ column: 'a', reason: 'pan-missing' }],
      })
    },
    note: async () => null,
    upload: async ({ image, type }) => ({
      size: image.size,
      type,
      first: new Uint8Array(await image.arrayBuffer())[0] ?? -1,
    }),
  })
}

let asha: Browser
const server = forFile(() => testServer({ routes: trialRoutes }))
beforeAll(async () => {
  asha = await server.signIn('919811111111')
})
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  server.browser().fetch(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })

describe('an answer', () => {
  test('is an envelope in wire forms, and is never cached', async () => {
    const answer = await server
      .browser()
      .fetch('/api1/trial/x%2Fy/echo?amount=12.5', { headers: { 'x-language': 'hi' } })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const data = { id: 'x/y', amount: 12.5, at: server.clock.now().toISOString(), language: 'hi' }
    expect(await answer.json()).toEqual({ code: 0, msg: 'success', data })
  })

  test('to a refusal is HTTP 200 with its completed message', async () => {
    const answer = await post('/api1/trial/fail', '{"how":"refuse"}')
    expect(answer.status).toBe(200)
    const msg = 'This product opens after 3 loans repaid.'
    expect(await answer.json()).toEqual({
      code: -1,
      msg,
      data: { reason: 'product-locked', loansNeeded: 3 },
    })
  })

  test('to a refusal of several fields carries the message of the first', async () => {
    const data = {
      reason: 'answers-incomplete',
      errorColumn: [{ column: 'a', reason: 'pan-missing', msg: 'Please Input Pan Id. ' }],
    }
    expect(await (await post('/api1/trial/fail', '{"how":"column"}')).json()).toEqual({
      code: -1,
      msg: 'Please Input Pan Id. ',
      data,
    })
  })

  test('to a crash reveals nothing of its cause but the id under which it is logged', async () => {
    const answer = await post('/api1/trial/fail', '{"how":"crash"}')
    expect(answer.status).toBe(500)
    const text = await answer.text()
    expect(text).not.toMatch(/secret|Failing row|Asha/)
    const { data } = JSON.parse(text)
    expect(data).toEqual({ reason: 'failed-unexpectedly', requestId: expect.any(String) })
    expect(
      server.logged.some(
        line => line.requestId === data.requestId && JSON.stringify(line).includes('secret is 42'),
      ),
    ).toBe(true)
    expect(JSON.stringify(server.logged)).not.toContain('Asha')
  })

  test('beyond a limit is 429 with Retry-After', async () => {
    const answer = await post('/api1/trial/fail', '{"how":"limit"}')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '17'])
    expect(await answer.json()).toMatchObject({ code: -1, data: { reason: 'rate-limited' } })
  })
})

describe('a body', () => {
  const reasonOf = async (answer: Response) => [
    answer.status,
    ((await answer.json()) as { data: { reason: string } }).data.reason,
  ]

  test.each(['{"how":"refuse","isAdmin":true}', '{"how":"dance"}', '{}', '', '[]', '"x"', 'null'])(
    '%s is refused',
    async body => {
      expect(await reasonOf(await post('/api1/trial/fail', body))).toEqual([200, 'input-invalid'])
    },
  )
  test.each(['{"how":', '{"__proto__":{"how":"crash"},"how":"refuse"}'])(
    '%s never reaches a handler',
    async body => {
      expect(await reasonOf(await post('/api1/trial/fail', body))).toEqual([400, 'input-invalid'])
    },
  )
  test('null is refused where an empty object is not', async () => {
    expect((await post('/api1/trial/note', '{}')).status).toBe(200)
    expect(await reasonOf(await post('/api1/trial/note', 'null'))).toEqual([200, 'input-invalid'])
  })
  test('over 64 KB is 413', async () => {
    expect(
      await reasonOf(await post('/api1/trial/fail', JSON.stringify({ how: 'x'.repeat(70_000) }))),
    ).toEqual([413, 'too-large'])
  })
  test('of another type is 415', async () => {
    expect(
      await reasonOf(
        await post('/api1/trial/fail', 'how=crash', {
          'content-type': 'application/x-www-form-urlencoded',
        }),
      ),
    ).toEqual([415, 'input-invalid'])
  })
  test('refuses unknown and repeated parameters of a query too', async () => {
    expect(
      await reasonOf(await server.browser().fetch('/api1/trial/x/echo?amount=1&debug=1')),
    ).toEqual([200, 'input-invalid'])
    expect(
      await reasonOf(await server.browser().fetch('/api1/trial/x/echo?amount=1&amount=2')),
    ).toEqual([200, 'input-invalid'])
  })
})

describe('a form', () => {
  const upload = (size: number, more: Record<string, string> = {}) => {
    const form = new FormData()
    form.append('image', new Blob([new Uint8Array(size).fill(7)], { type: 'image/png' }), 'x.png')
    for (const [name, value] of Object.entries({ type: 'face', ...more })) form.append(name, value)
    return asha.fetch('/api1/trial/upload', {
      method: 'POST',
      body: form,
      headers: { token: asha.token ?? '' },
    })
  }

  test('delivers its file', async () => {
    const image = new Blob([new Uint8Array([9, 8])], { type: 'image/png' })
    expect(await asha.calls(trial).upload({ image, type: 'face' })).toEqual({
      ok: true,
      data: { size: 2, type: 'face', first: 9 },
    })
  })
  test('refuses unknown fields', async () => {
    expect(await (await upload(1, { isAdmin: '1' })).json()).toMatchObject({
      data: { reason: 'input-invalid' },
    })
  })
  test('over 12 MB is 413', async () => {
    const answer = await upload(13 * 1024 * 1024)
    expect([answer.status, await answer.json()]).toEqual([
      413,
      expect.objectContaining({ data: { reason: 'too-large' } }),
    ])
  })
  test.each([
    ['application/json', '{"image":{"size":1,"arrayBuffer":1},"type":"face"}', 200],
    ['multipart/form-data; boundary=x', 'no form', 400],
    ['multipart/form-data', 'no boundary', 400],
  ])('that is not a form, sent as %s, is refused', async (type, body, status) => {
    const headers = { token: asha.token ?? '', 'content-type': type }
    const answer = await asha.fetch('/api1/trial/upload', { method: 'POST', body, headers })
    expect([answer.status, await answer.json()]).toMatchObject([
      status,
      { data: { reason: 'input-invalid' } },
    ])
  })
  test('is read only for a borrower', async () => {
    expect(
      await server
        .browser()
        .calls(trial)
        .upload({ image: new Blob(['x']), type: 'face' }),
    ).toMatchObject({ code: -4 })
  })
})

describe('addresses and headers', () => {
  /** The whole answer to bytes that no client would send. */
  const answerTo = async (request: string) => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    socket.write(request)
    return textOf(socket)
  }

  test('an unknown address is 404 in the envelope', async () => {
    for (const path of ['/api1/nothing', '/api1', '/nothing', '/..%2f..%2fetc/passwd']) {
      const answer = await server.browser().fetch(path)
      expect([path, answer.status, await answer.json()]).toEqual([
        path,
        404,
        { code: -1, msg: 'This address does not exist.', data: { reason: 'not-found' } },
      ])
    }
  })

  test('an unreadable address is refused in the envelope, with all security headers', async () => {
    const answer = await server.browser().fetch('/%')
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { code: -1, data: { reason: 'input-invalid' } },
    ])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
    })
  })

  test('a browser that opens an unreadable address is sent to the page of unknown addresses', async () => {
    const open = (path: string) =>
      server
        .browser()
        .fetch(path, { headers: { accept: 'text/html,*/*;q=0.8' }, redirect: 'manual' })
    const answer = await open('/orders/%E0%A4%A?x=1')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/not-found'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect((await open('/api1/%')).status).toBe(400)
  })

  test.each([
    ['no HTTP', 'nonsense\r\n\r\n', 400],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    ['headers of 20 KB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['no host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two hosts', 'GET /health HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n', 400],
  ])(
    'a request with %s is refused in the envelope, with all security headers',
    async (_what, request, status) => {
      const [head = '', body = ''] = (await answerTo(request)).split('\r\n\r\n')
      expect(head).toMatch(`HTTP/1.1 ${status} `)
      expect(JSON.parse(body)).toMatchObject({ code: -1, data: { reason: 'input-invalid' } })
      for (const header of [
        /^content-security-policy: default-src 'none';.*frame-ancestors 'none'/im,
        /^x-content-type-options: nosniff$/im,
        /^cache-control: no-store$/im,
      ])
        expect(head).toMatch(header)
    },
  )

  test('a browser may do nothing with an answer of the API that it shows as a page', async () => {
    const { headers } = await server.browser().fetch('/api1/client/v1/nothing')
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy':
        "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  test('every page carries the security headers', async () => {
    const { headers } = await server.browser().fetch('/nothing')
    const policy = headers.get('content-security-policy') ?? ''
    for (const part of [
      "default-src 'none'",
      "script-src 'self';",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(`${policy};`).toContain(part)
    expect(policy).not.toMatch(/unsafe|https:|data:/)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(self), geolocation=(self)'),
    })
    expect(headers.has('strict-transport-security')).toBe(false)
    expect(headers.has('x-powered-by')).toBe(false)
    expect(headers.has('access-control-allow-origin')).toBe(false)
  })

  test('HSTS is sent where the product is published on https', async () => {
    const published = await testServer({ config: { isPublishedOnHttps: true } })
    for (const path of ['/health', '/login', '/api1/nothing', '/%']) {
      const { headers } = await published.browser().fetch(path)
      expect([path, headers.get('strict-transport-security')]).toEqual([
        path,
        'max-age=31536000; includeSubDomains',
      ])
    }
    await published.close()
  })

  test('a page of another site cannot use the API through the borrower’s browser', async () => {
    const ask = async (site: string) => {
      const headers = { 'sec-fetch-site': site }
      return (
        await server.app.inject({ method: 'GET', url: '/api1/trial/x/echo?amount=1', headers })
      ).statusCode
    }
    expect([
      await ask('cross-site'),
      await ask('same-site'),
      await ask('same-origin'),
      await ask('none'),
    ]).toEqual([403, 403, 200, 200])
  })

  test('TRACE, which repeats a request, is not supported', async () => {
    const answer = await server.app.inject({
      method: 'TRACE',
      url: '/',
      headers: { token: 'told' },
    })
    expect([answer.statusCode, answer.body.includes('told')]).toEqual([404, false])
  })

  test('trusts forwarded headers of configured proxies only', async () => {
    const config = { limitScale: 1 / DEFAULT_PER_MINUTE }
    const statuses = async (of: TestServer) => {
      const ask = async (headers: Record<string, string>) =>
        (await of.browser().fetch('/api1/trial/x/echo?amount=1', { headers })).status
      return [await ask({}), await ask({ 'x-forwarded-for': '203.0.113.9' })]
    }
    const proxied = await testServer({
      routes: trialRoutes,
      config: { ...config, trustedProxies: ['loopback'] },
    })
    expect(await statuses(proxied)).toEqual([200, 200])
    const direct = await testServer({ routes: trialRoutes, config })
    expect(await statuses(direct)).toEqual([200, 429])
    await Promise.all([proxied.close(), direct.close()])
  })

  test('serves its own description', async () => {
    const answer = await server.browser().fetch('/api1/openapi.json')
    expect(await answer.json()).toEqual(
      JSON.parse(
        JSON.stringify(
          openapi({ ...contract, ...staffContract }, '0.0.0', (what, values) =>
            inWords('en', what, values),
          ),
        ),
      ),
    )
  })

  test('reports whether it is alive and whether it is ready', async () => {
    expect(await (await server.browser().fetch('/health')).json()).toEqual({ status: 'ok' })
    expect(await (await server.browser().fetch('/ready')).json()).toEqual({ status: 'ready' })
  })
})
