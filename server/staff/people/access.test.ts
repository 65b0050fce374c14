import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { DEFAULT_ROLES, ROLES } from '#domain/staff/permissions.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type LendingWorld, lendingWorld } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'
import { wholeServer } from '#server/testing/whole.ts'

const world = forFile(() => lendingWorld())

const calls = Object.entries(staffContract).flatMap(([area, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).flatMap(([name, endpoint]) =>
    typeof endpoint.auth === 'object'
      ? [{ area, name, endpoint, needs: endpoint.auth.staff } as const]
      : [],
  ),
)

/** The call with an input that fits no schema: only the check of access answers. */
async function reasonOf(browser: ReturnType<LendingWorld['server']['browser']>, each: Endpoint) {
  const query = each.sends === 'query' ? '?nonsense=1' : ''
  const response = await browser.fetch(`/api1${each.path}${query}`, {
    method: each.method,
    headers: { 'content-type': 'application/json', web_uuid: browser.headers.web_uuid ?? '' },
    ...(each.method === 'POST' && { body: '{"nonsense":1}' }),
  })
  return ((await response.json()) as { data: { reason: string } }).data.reason
}

describe.each(ROLES)('%s', role => {
  test('a role may call exactly what its permissions name', async () => {
    const browser = await staffBrowser(world.server, role)
    const through: string[] = []
    for (const { area, name, endpoint } of calls) {
      const reason = await reasonOf(browser, endpoint)
      expect(['input-invalid', 'not-permitted']).toContain(reason)
      if (reason === 'input-invalid') through.push(`${area}.${name}`)
    }
    const permissions = new Set(DEFAULT_ROLES[role])
    const expected = calls.filter(({ needs }) => permissions.has(needs))
    expect(through).toEqual(expected.map(({ area, name }) => `${area}.${name}`))
    expect(through.length).toBeLessThan(calls.length)
  })
})

test('staff endpoints refuse borrowers and strangers, and borrowers’ endpoints refuse staff', async () => {
  const borrower = await world.server.signIn('919811111111')
  for (const { endpoint } of calls) {
    expect(await reasonOf(borrower, endpoint)).toBe('not-logged-in')
    expect(await reasonOf(world.server.browser(), endpoint)).toBe('not-logged-in')
  }
  const staff = await staffBrowser(world.server, 'administrator')
  for (const endpoints of Object.values(contract))
    for (const endpoint of Object.values(endpoints as Record<string, Endpoint>))
      if (endpoint.auth === 'borrower' && endpoint.sends !== 'form')
        expect(await reasonOf(staff, endpoint)).toBe('not-logged-in')
})

test('a call needs a header that a page of another site cannot send', async () => {
  const browser = await staffBrowser(world.server, 'viewer')
  expect((await browser.fetch('/api1/staff/v1/inbox')).status).toBe(400)
})

test('a session ends after 15 minutes without a request, and after 12 hours in any case', async () => {
  const browser = await staffBrowser(world.server, 'viewer')
  const { db } = world.services
  const me = () => browser.calls(staffContract.staffSession).me({})
  expect((await me()).ok).toBe(true)
  const shift = (minutes: number, column: string) =>
    db.raw(
      `UPDATE staff_session SET ${column} = (${column} AT TIME ZONE 'UTC' - $1 * interval '1 minute') AT TIME ZONE 'UTC'`,
      [minutes],
    )
  await shift(14, 'last_seen_at')
  expect((await me()).ok).toBe(true)
  await shift(16, 'last_seen_at')
  expect(await me()).toMatchObject({ ok: false, reason: 'not-logged-in' })
  const other = await staffBrowser(world.server, 'viewer')
  await shift(12 * 60 + 1, 'created_at')
  expect(await other.calls(staffContract.staffSession).me({})).toMatchObject({ ok: false })
})

test('an act on money needs a proof of the last five minutes', async () => {
  const browser = await staffBrowser(world.server, 'operations')
  const settle = () =>
    browser.calls(staffContract.proposal).settleRefund({
      refundId: '01a1fc5e-4940-7566-bffd-964037d99206',
      reference: 'AXIS00000001',
      why: 'The provider gave up.',
    })
  expect(await settle()).toMatchObject({ ok: false, reason: 'outdated' })
  await world.services.db.raw(
    `UPDATE staff_session SET proved_at = (proved_at AT TIME ZONE 'UTC' - interval '301 s') AT TIME ZONE 'UTC'`,
  )
  expect(await settle()).toMatchObject({ ok: false, reason: 'proof-required' })
})

describe('the console', () => {
  const path = '/api1/staff/v1/challenge'
  const post = (origin: string) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })

  test('does not exist with CONSOLE=no', async () => {
    const { origin, close } = await wholeServer({ config: { console: undefined } })
    expect((await post(origin)).status).toBe(404)
    const document = await (await fetch(`${origin}/api1/openapi.json`)).text()
    expect(document).not.toContain('/staff/v1/')
    await close()
  })

  test('answers only at its own address, if it has one', async () => {
    const url = 'http://console.test'
    const { app, close } = await wholeServer({ config: { console: { url } } })
    const status = async (host: string) =>
      (await app.inject({ method: 'POST', url: path, headers: { host }, payload: {} })).statusCode
    expect([await status('console.test'), await status('saral.test')]).toEqual([200, 404])
    await close()
  })

  test.each(['console.test', 'CONSOLE.test', 'saral.test, console.test'])(
    'is not served at the product’s address by X-Forwarded-Host: %s',
    async forwarded => {
      const config = { console: { url: 'http://console.test' }, trustedProxies: ['loopback'] }
      const { app, close } = await wholeServer({ config })
      const status = async (host: string, more: Record<string, string> = {}) => {
        const headers = { host, ...more }
        return (await app.inject({ method: 'POST', url: path, headers, payload: {} })).statusCode
      }
      const headers = { 'x-forwarded-host': forwarded }
      expect(await status('saral.test', headers)).toBe(404)
      expect(await status('console.test', { 'x-forwarded-host': 'saral.test' })).toBe(200)
      await close()
    },
  )
})
