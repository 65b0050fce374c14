import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { vendorClient } from '#server/providers/vendor-http.ts'
import {
  type Mishap,
  type VendorServer,
  vendorServer,
} from '#server/testing/vendors/vendor-server.ts'

let vendor: VendorServer
beforeAll(async () => {
  vendor = await vendorServer(({ path }) => {
    if (path === '/refuse')
      return { status: 422, json: { code: 'amount_invalid', message: 'the account 12345678901 …' } }
    if (path === '/closed') return { status: 403, json: {} }
    return { json: { id: 'x1', extra: true } }
  })
})
afterAll(() => vendor.close())

const schema = v.object({ id: v.string() })
const client = (options: { timeoutMs?: number } = {}) =>
  vendorClient({
    vendor: 'acme',
    baseUrl: vendor.origin,
    headers: { 'x-secret': 'hush-hush' },
    ...options,
  })
const call = {
  what: 'pay',
  method: 'POST',
  path: '/pay?account=12345678901',
  body: { name: 'Anna Verma' },
} as const

test('parses an answer, and drops unknown fields', async () => {
  expect(await client().ask(call, schema)).toEqual({ kind: 'ok', data: { id: 'x1' } })
  expect(vendor.calls.at(-1)).toMatchObject({
    method: 'POST',
    path: '/pay',
    body: { name: 'Anna Verma' },
  })
})

test.each<[Mishap, string]>([
  ['down', 'unreachable (status 503)'],
  ['busy', 'unreachable (status 429)'],
  ['slow', 'unreachable (no answer in time)'],
  ['cut', 'unreachable (no connection)'],
  ['malformed', 'malformed (status 200)'],
  ['redirect', 'malformed (status 302)'],
  ['huge', 'malformed (too long an answer)'],
])('%s: %s', async (mishap, words) => {
  vendor.mishaps.push(mishap)
  const before = vendor.calls.length
  // Only a vendor that never answers is waited for: a busy machine answers late, too.
  const error = await client(mishap === 'slow' ? { timeoutMs: 300 } : {})
    .ask(call, schema)
    .then(
      () => undefined,
      (thrown: Error) => thrown,
    )
  expect(error?.message).toBe(`acme, pay: ${words}`)
  expect(vendor.calls).toHaveLength(before + 1)
  expect(JSON.stringify({ ...error, stack: error?.stack, cause: error?.cause })).not.toMatch(
    /12345678901|Anna|hush/,
  )
})

test('a refusal is an answer; as an error it names only the code', async () => {
  const refusal = await client().ask({ ...call, path: '/refuse' }, schema)
  expect(refusal).toMatchObject({ kind: 'refused', status: 422 })
  if (refusal.kind !== 'refused') return
  expect(client().unexpected(call, refusal).message).toBe(
    'acme, pay: refused (status 422, amount_invalid)',
  )
})

test('rejected keys are a fault of ours, never an answer', async () => {
  await expect(client().ask({ ...call, path: '/closed' }, schema)).rejects.toMatchObject({
    kind: 'not-admitted',
  })
})
