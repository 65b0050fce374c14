import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerErrors } from '#server/platform/http/errors.ts'
import { inlineHash } from '#server/platform/http/security-headers.ts'
import { pageLanguage, readPages, serveStatic } from '#server/platform/http/static.ts'

let directory: string
let app: FastifyInstance
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'saral-pages-'))
  await mkdir(join(directory, 'assets'))
  await writeFile(
    join(directory, 'index.html'),
    '<title>app</title><style>a{}</style><script src="/x.js"></script><script type="module">go()</script>',
  )
  await mkdir(join(directory, 'prerendered'))
  await writeFile(
    join(directory, 'prerendered', 'login.en.html'),
    '<title>login</title><style>b{}</style>',
  )
  await writeFile(
    join(directory, 'prerendered', 'login.hi.html'),
    '<title>लॉगिन</title><style>b{}</style>',
  )
  await writeFile(join(directory, 'assets', 'app-abc.js'), 'plain')
  await writeFile(join(directory, 'assets', 'app-abc.js.br'), 'small')
  await writeFile(join(directory, 'assets', 'worker-abc.js'), 'reads')
  await writeFile(join(directory, 'sw.js'), 'worker')
  app = Fastify()
  answerErrors(app)
  await serveStatic(app, await readPages(directory))
})
afterAll(async () => {
  await app.close()
  await rm(directory, { recursive: true })
})
const get = (url: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  app.inject({ method: 'GET', url, headers })

test('serves a page for every path of the app, and its own page where there is one', async () => {
  for (const [url, title] of [
    ['/', 'app'],
    ['/login', 'login'],
    ['/login/?redirect=/order', 'login'],
    ['/orders/7/audit', 'app'],
  ] as const) {
    const answer = await get(url)
    expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([
      url,
      200,
      'no-cache',
    ])
    expect(answer.body).toContain(`<title>${title}</title>`)
  }
})

test('answers HEAD for a page', async () => {
  for (const url of ['/', '/login', '/sw.js']) {
    const answer = await app.inject({ method: 'HEAD', url, headers: { accept: 'text/html' } })
    expect([url, answer.statusCode, answer.body]).toEqual([url, 200, ''])
  }
})

test('serves no page for other addresses', async () => {
  for (const url of [
    '/api1/nothing',
    '/sandbox/nothing',
    '/assets/app-old.js',
    '/favicon.ico',
    '/assets/',
    '//',
    '//evil.example/',
    '//assets/app-abc.js',
  ])
    expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  for (const url of ['/assets/', '//evil.example', '/prerendered/'])
    expect([url, (await get(url, {})).statusCode]).toEqual([url, 404])
  expect((await get('/orders', { accept: 'application/json' })).statusCode).toBe(404)
  expect(
    (await app.inject({ method: 'POST', url: '/orders', headers: { accept: 'text/html' } }))
      .statusCode,
  ).toBe(404)
  expect((await get('/..%2f..%2f..%2fetc%2fpasswd')).body).not.toContain('root:')
})

test('caches files named by their content for ever, revalidates the others, and compresses where the browser can read it', async () => {
  expect((await get('/assets/app-abc.js')).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  )
  expect((await get('/assets/app-abc.js')).body).toBe('plain')
  const small = await get('/assets/app-abc.js', { 'accept-encoding': 'br' })
  expect([small.body, small.headers['content-encoding'], small.headers['cache-control']]).toEqual([
    'small',
    'br',
    'public, max-age=31536000, immutable',
  ])
  expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache')
})

test("only a worker's own policy lets it run WebAssembly", async () => {
  const policy = (await get('/assets/worker-abc.js')).headers['content-security-policy']
  expect(policy).toContain("'wasm-unsafe-eval'")
  expect(policy).toContain("base-uri 'none'; frame-ancestors 'none'")
  expect((await get('/assets/app-abc.js')).headers['content-security-policy']).toBeUndefined()
})

test('allows exactly the inline scripts and styles of our own pages', async () => {
  const pages = await readPages(directory)
  expect(pages?.scriptHashes).toEqual([inlineHash('go()')])
  expect(new Set(pages?.styleHashes)).toEqual(new Set([inlineHash('a{}'), inlineHash('b{}')]))
})

test('serves only the API if the web app is not built', async () => {
  expect(await readPages(join(directory, 'assets'))).toBeUndefined()
})

test("serves a prerendered page in the chosen language, or else the browser's", async () => {
  expect(
    (await get('/login', { accept: 'text/html', cookie: 'a=b; __Host-lang=hi' })).body,
  ).toContain('लॉगिन')
  expect(
    (await get('/login', { accept: 'text/html', 'accept-language': 'hi-IN,hi;q=0.9,en;q=0.8' }))
      .body,
  ).toContain('लॉगिन')
  expect((await get('/login')).headers.vary).toContain('accept-language')
})

test.each([
  [{}, 'en'],
  [{ 'accept-language': 'fr-FR, hi;q=0.8' }, 'hi'],
  [{ 'accept-language': 'en-IN,hi;q=0.8' }, 'en'],
  [{ cookie: '__Host-lang=en', 'accept-language': 'hi' }, 'en'],
  [{ cookie: 'a=b; saral-insecure-lang=hi' }, 'hi'],
  [{ cookie: 'a__Host-lang=hi' }, 'en'],
  [{ cookie: 'lang=hi' }, 'en'],
  [{ cookie: '__Host-lang=hindi' }, 'en'],
] as const)('reads %j as %s', (headers, language) => {
  expect(pageLanguage(headers)).toBe(language)
})
