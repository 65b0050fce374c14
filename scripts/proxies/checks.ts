import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type IncomingHttpHeaders, request } from 'node:http'
import { BASE_PATH } from '#contract/path.ts'
import { IMAGE_MAX_BYTES } from '#domain/limits.ts'
import type { Server, ServerProcess } from '#e2e/rig/server.ts'
import { picture } from '#server/providers/simulated/person.ts'
import type { Browser } from '#server/testing/browser.ts'
import { type Answer, type H2Browser, h2Browser } from './h2-browser.ts'
import type { Relay } from './relay.ts'

/** A proxy that runs before two servers, each behind a relay or not. */
export type Stage = {
  readonly port: number
  readonly plainPort: number
  readonly ca: string
  readonly first: Server
  readonly second: ServerProcess
  readonly relays: readonly Relay[]
  /** A borrower whose next step is the picture of the face. */
  readonly borrower: Browser
  /** Two addresses that no other proxy's checks use. */
  readonly homes: readonly [string, string]
}

export type Check = readonly [name: string, run: (stage: Stage) => Promise<void>]

/** More than the 300 a minute of this call for one address, even if a minute ends meanwhile. */
const CODES = 601
const BROWSERS = 12
/** No proxy looks for another server for longer (docs/proxies). */
const FAILOVER_MS = 5_000
/** A long answer. */
export const OPENAPI = `${BASE_PATH}/openapi.json`
const CODE = `${BASE_PATH}/sms/v1/sendCode`
const FEEDBACK = `${BASE_PATH}/opinion-record/v1/save`

/** The checks with a relay before each server, which sees the proxy's requests. */
export const RELAYED: readonly Check[] = [
  ['a long answer comes as it is written', answerStreams],
  ['a browser stays with one server', browserStays],
  ['a GET is repeated after a broken connection', getIsRepeated],
  ['no POST is repeated after a broken connection', postIsNotRepeated],
]

/** The checks with the servers themselves. The last one kills the first server. */
export const DIRECT: readonly Check[] = [
  ['a page comes by HTTP/2 and TLS 1.3, with the bytes that the server compressed', pageComes],
  ['the headers of an answer are unchanged', headersAreUnchanged],
  ['limits count the address of the borrower, who cannot choose it', addressCounts],
  ['plain http is refused to the API and redirected for pages', plainIsRefused],
  ['the largest picture passes, and one byte more has the words of the product', picturePasses],
  ['a body larger than any form is answered by 413', tooMuchIsRefused],
  ['a killed server is replaced without an error', killedIsReplaced],
]

/** Opens a browser for this act alone. */
export async function withBrowser<T>(
  { port, ca }: Stage,
  act: (browser: H2Browser) => Promise<T>,
  options: Parameters<typeof h2Browser>[2] = {},
): Promise<T> {
  const browser = await h2Browser(port, ca, options)
  try {
    return await act(browser)
  } finally {
    browser.close()
  }
}

async function pageComes(stage: Stage): Promise<void> {
  const headers = { 'accept-encoding': 'gzip, br' }
  const direct = await plainGet(stage.first.origin, '/', headers)
  await withBrowser(stage, async browser => {
    const page = await browser.ask('/', { headers })
    equal(browser.protocols, 'h2 TLSv1.3')
    deepEqual([page.status, page.headers['content-encoding']], [200, 'br'])
    ok(page.body.equals(direct.body), 'the bytes differ from those of the server')
  })
}

async function headersAreUnchanged(stage: Stage): Promise<void> {
  const path = `${BASE_PATH}/client/v1/download-eligibility`
  const direct = await plainGet(stage.first.origin, path)
  const answer = await withBrowser(stage, browser => browser.ask(path))
  // These headers belong to one connection or one moment.
  const {
    connection,
    'keep-alive': keepAlive,
    'transfer-encoding': coding,
    date,
    ...ownHeaders
  } = direct.headers
  for (const name of ['content-security-policy', 'cache-control', 'strict-transport-security'])
    ok(ownHeaders[name], `the server itself sends no ${name}`)
  const passed = Object.keys(ownHeaders).map(name => [name, answer.headers[name]])
  deepEqual([answer.status, Object.fromEntries(passed)], [direct.status, ownHeaders])
}

async function addressCounts(stage: Stage): Promise<void> {
  const [home, other] = stage.homes
  const statuses = await withBrowser(
    stage,
    async browser => {
      const statuses = new Set<number>()
      for (let index = 0; index < CODES; index += 1) {
        const invented = `203.0.113.${index % 250}`
        const headers = {
          'x-forwarded-for': invented,
          'x-real-ip': invented,
          forwarded: `for=${invented}`,
        }
        statuses.add((await browser.ask(CODE, { headers })).status)
      }
      return statuses
    },
    { from: home },
  )
  ok(statuses.has(429), `an address could ask ${CODES} times in two minutes`)
  const { status } = await withBrowser(stage, browser => browser.ask(CODE), { from: other })
  ok(status !== 429, 'the limit of one address holds for another')
}

async function plainIsRefused({ plainPort }: Stage): Promise<void> {
  const origin = `http://localhost:${plainPort}`
  equal((await plainGet(origin, CODE)).status, 403)
  const page = await plainGet(origin, '/orders?from=sms')
  ok([301, 308].includes(page.status), `a page is answered by ${page.status}`)
  equal(page.headers.location, 'https://localhost/orders?from=sms')
}

async function picturePasses(stage: Stage): Promise<void> {
  const largest = JSON.parse((await upload(stage, IMAGE_MAX_BYTES)).body.toString())
  ok(largest.data?.imageId, `the largest picture is answered by ${JSON.stringify(largest)}`)
  const larger = JSON.parse((await upload(stage, IMAGE_MAX_BYTES + 1)).body.toString())
  equal(larger.msg, 'Image size is too big, limit 10MB')
}

async function tooMuchIsRefused(stage: Stage): Promise<void> {
  equal((await upload(stage, 14 * 1024 * 1024)).status, 413)
}

/** Sends a picture of so many bytes: a reader ignores what follows the picture's end. */
async function upload(stage: Stage, bytes: number): Promise<Answer> {
  const small = picture()
  const form = new FormData()
  form.append('image', new Blob([small, Buffer.alloc(bytes - small.size)]), 'face.png')
  const encoded = new Response(form)
  const { cookies, headers, token = '' } = stage.borrower
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const type = encoded.headers.get('content-type') ?? ''
  const body = Buffer.from(await encoded.arrayBuffer())
  return withBrowser(stage, browser =>
    browser.ask(`${BASE_PATH}/auth/v3/living-check`, {
      method: 'POST',
      headers: { ...headers, token, cookie, 'content-type': type },
      body,
    }),
  )
}

async function killedIsReplaced(stage: Stage): Promise<void> {
  const { port, ca, first } = stage
  const browsers = await Promise.all(Array.from({ length: BROWSERS }, () => h2Browser(port, ca)))
  await Promise.all(browsers.map(browser => browser.ask('/')))
  await first.kill9()
  const began = performance.now()
  const statuses = await Promise.all(
    browsers.map(async browser => [
      (await browser.ask('/')).status,
      (await browser.ask('/')).status,
    ]),
  )
  const took = performance.now() - began
  for (const browser of browsers) browser.close()
  deepEqual(
    statuses,
    browsers.map(() => [200, 200]),
  )
  ok(took < FAILOVER_MS, `the other server answered after ${Math.round(took)} ms`)
}

async function answerStreams(stage: Stage): Promise<void> {
  const whole = await plainGet(stage.first.origin, OPENAPI)
  const answer = await withBrowser(stage, browser =>
    browser.ask(`${OPENAPI}?hold`, {
      onFirstBytes: () => {
        for (const relay of stage.relays) relay.release()
      },
    }),
  )
  ok(answer.body.equals(whole.body), 'the answer is not that of the server')
}

async function browserStays(stage: Stage): Promise<void> {
  const cookie = await withBrowser(stage, async browser => {
    await browser.ask('/')
    return browser.cookie()
  })
  ok(cookie, 'the proxy sets no cookie named server')
  for (let index = 0; index < BROWSERS; index += 1)
    await withBrowser(stage, browser => browser.ask('/?same'), { cookie })
  const counts = stage.relays.map(relay => relay.counted('same')).sort((a, b) => a - b)
  deepEqual(counts, [0, BROWSERS])
}

async function getIsRepeated(stage: Stage): Promise<void> {
  const { status } = await withBrowser(stage, browser => browser.ask('/?cutget'))
  deepEqual([status, countOf(stage, 'cutget')], [200, 2])
}

/**
 * Sends one with a body and one without, each after other requests, whose connections proxies keep.
 * HAProxy answers in place of 502 that the browser may repeat it (docs/proxies/haproxy.cfg).
 */
async function postIsNotRepeated(stage: Stage): Promise<void> {
  for (const [word, body] of [
    ['cutfull', Buffer.from('{}')],
    ['cutempty', undefined],
  ] as const) {
    await withBrowser(stage, async browser => {
      for (let index = 0; index < BROWSERS; index += 1)
        equal((await browser.ask('/health')).status, 200)
      const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
      const question = { method: 'POST', headers, ...(body && { body }) } as const
      const outcome = await browser.ask(`${FEEDBACK}?${word}`, question).then(
        ({ status }) => String(status),
        (error: Error) => error.message,
      )
      ok(/^50[234]$|REFUSED_STREAM$/.test(outcome), `a broken connection becomes ${outcome}`)
    })
    equal(countOf(stage, word), 1, `the proxy sent ${word} again`)
  }
}

function countOf({ relays }: Stage, word: string): number {
  return relays.reduce((sum, relay) => sum + relay.counted(word), 0)
}

/** Sends a request over plain HTTP/1.1, and returns the answer unchanged. */
function plainGet(
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  const { port } = new URL(origin)
  return new Promise((resolve, reject) => {
    request(
      { host: '127.0.0.1', port, path, headers: { host: 'localhost', ...headers } },
      answer => {
        const chunks: Buffer[] = []
        answer.on('data', chunk => chunks.push(chunk)).on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks),
          }),
        )
      },
    )
      .on('error', reject)
      .end()
  })
}
