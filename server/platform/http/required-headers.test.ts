import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { routes } from '#server/platform/actions/call.ts'
import { staffRoutes } from '#server/staff/routes.ts'
import { type TestServer, testServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'
import { filesForTest } from '#server/testing/files.ts'

const { files, remove } = filesForTest()

const pay = {
  does: 'Moves money.',
  method: 'POST',
  path: '/trial/pay',
  auth: 'borrower',
  sends: 'json',
  idempotent: true,
  input: v.strictObject({}),
  output: v.null(),
  refusals: [],
} as const satisfies Endpoint

let server: TestServer
let asha: Browser
beforeAll(async () => {
  server = await testServer({
    routes: services => [
      ...routes({ pay }, { pay: async () => null }),
      ...staffRoutes({ ...services, files }),
    ],
  })
  asha = await server.signIn('919876543210')
})
afterAll(async () => {
  await server.close()
  await remove()
})

const malformed: [what: string, value: string | string[] | undefined][] = [
  ['none', undefined],
  ['an empty one', ''],
  ['a short one', 'x'.repeat(15)],
  ['a long one', 'x'.repeat(65)],
  ['one with other characters', 'a browser of a test!'],
  ['two', ['a-browser-of-a-test', 'another-browser-of-it']],
]

describe.each([
  ['GET', '/api1/sms/v1/sendCode?phone=919876543210'],
  ['GET', '/api1/staff/v1/me'],
  ['POST', '/api1/staff/v1/sign-out'],
] as const)('%s %s', (method, url) => {
  test.each(malformed)('names the header web_uuid: %s', async (_what, value) => {
    const answer = await server.app.inject({
      method,
      url,
      headers: value === undefined ? {} : { web_uuid: value },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      code: -1,
      msg: 'This request was not complete: its header web_uuid is missing or wrong. Please open the page again.',
      data: { reason: 'header-invalid', header: 'web_uuid' },
    })
  })
})

test.each([
  ['none', undefined],
  ['an empty one', ''],
  ['a long one', 'x'.repeat(65)],
  ['one with other characters', 'a key'],
  ['two', ['a', 'b']],
])('names the header Idempotency-Key: %s', async (_what, value) => {
  const { token, cookies } = asha
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api1/trial/pay',
    payload: {},
    headers: {
      token: token ?? '',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(value !== undefined && { 'idempotency-key': value }),
    },
  })
  expect(answer.json()).toEqual({
    code: -1,
    msg: 'This request was not complete: its header Idempotency-Key is missing or wrong. Please try again.',
    data: { reason: 'idempotency-key-required', header: 'Idempotency-Key' },
  })
})

test('names the content type of a body that cannot be read', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api1/user/v1/login',
    payload: 'phone=919876543210',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.statusCode).toBe(415)
  expect(answer.json()).toMatchObject({
    data: { reason: 'input-invalid', errorColumn: [{ column: 'content-type' }] },
  })
})
