import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { BASE_PATH } from '#contract/path.ts'
import { staffContract } from '#contract/staff/index.ts'
import { type ApiDocument, apiPage } from '#server/platform/http/api-page.ts'
import { testServer } from '#server/testing/app.ts'
import { forFile } from '#server/testing/for-file.ts'

const server = forFile(testServer)

const document: ApiDocument = {
  info: { title: 'Trial', version: '1.2.3', description: 'Says <hello>.' },
  servers: [{ url: '/base' }],
  tags: [{ name: 'bank' }],
  paths: {
    '/card': {
      post: {
        operationId: 'bank.add',
        summary: 'Adds a card.',
        security: [{ token: [] }],
        parameters: [{ name: 'key', in: 'header', required: true, schema: { type: 'string' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                properties: {
                  number: { type: 'string', maxLength: 19 },
                  kinds: { items: { enum: ['a', 'b'] } },
                },
                required: ['number'],
              },
            },
          },
        },
        responses: {
          200: {
            description: 'Refused as `taken`.',
            content: {
              'application/json': {
                schema: {
                  oneOf: [{ properties: { data: { properties: { id: { type: 'string' } } } } }],
                },
              },
            },
          },
        },
      },
    },
  },
}

test('the page shows a call with its caller, parameters, body, refusals and answer, escaped', () => {
  const page = apiPage(document)
  for (const part of [
    'Says &lt;hello&gt;.',
    '<code>POST /base/card</code> Adds a card.',
    'bank.add; a borrower',
    'key (header, required): string',
    'number: string, maxLength 19',
    'kinds?: list of &quot;a&quot; | &quot;b&quot;',
    'Refused as `taken`.',
    'id?: string',
  ])
    expect(page).toContain(part)
})

test('the served page lists every call of the contract', async () => {
  const answer = await server.browser().fetch('/api-docs')
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const page = await answer.text()
  const calls = Object.values({ ...contract, ...staffContract }).flatMap(area =>
    Object.values(area),
  )
  const missing = calls
    .map(({ method, path }) => `<code>${method} ${BASE_PATH}${path}</code>`)
    .filter(call => !page.includes(call))
  expect(missing).toEqual([])
})

test('the served page may run no script, and asks for nothing but itself', async () => {
  const answer = await server.browser().fetch('/api-docs')
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+={0,2}';/)
  expect(policy).not.toMatch(/unsafe|script-src|https?:|\*/)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await answer.text()).not.toMatch(
    /<script|<link|<img|<iframe|\ssrc=|url\(|@import|\son\w+=/,
  )
})
