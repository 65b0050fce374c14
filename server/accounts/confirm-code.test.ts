import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import {
  type ConfirmSubject,
  confirmation,
  needsConfirmCode,
  sendConfirmCode,
} from '#server/accounts/confirm-code.ts'
import type { BorrowerCall } from '#server/platform/actions/call.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { type TestServer, testServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

let last = 9_600_000_000
type Device = { borrowerId: string; deviceId: string; now: Date }
const account: ConfirmSubject = {
  purpose: 'bank-card',
  bankCode: 'SBIN0000001',
  cardNo: '123456789012',
}

/** A borrower with two devices, of which the first verified the identity. */
async function borrower(): Promise<{
  phone: string
  browser: Browser
  known: Device
  fresh: Device
}> {
  const phone = `91${++last}`
  // Ids of devices sort by time, which tells the two apart below.
  server.clock.advance({ seconds: 1 })
  await server.signIn(phone)
  server.clock.advance({ seconds: 61 })
  const browser = await server.signIn(phone)
  const devices = await asOwner(server.database.target, async client => {
    const { rows } = await client.query<{ borrower_id: string; device_id: string }>(
      'SELECT * FROM device ORDER BY device_id DESC LIMIT 2',
    )
    await client.query('UPDATE device SET identity_verified_at = now() WHERE device_id = $1', [
      rows[1]?.device_id,
    ])
    return rows
  })
  const [fresh, known] = devices.map(row => ({
    borrowerId: row.borrower_id,
    deviceId: row.device_id,
    now: server.clock.now(),
  }))
  if (!fresh || !known) throw new Error('two devices were expected')
  return { phone, browser, fresh, known }
}

const callOf = (device: Device): BorrowerCall => ({
  ...device,
  sessionId: randomUUID(),
  isAppUser: false,
  requestId: randomUUID(),
  language: 'en',
  client: {
    os: 'ios-h5',
    webUuid: undefined,
    ip: '198.51.100.1',
    linkToken: undefined,
    device: undefined,
  },
  cookies: { read: () => undefined, write: () => undefined, clear: () => undefined },
})

const ask = (browser: Browser, subject: ConfirmSubject) =>
  browser.calls(contract.account).sendConfirmCode(subject)
const judge = (device: Device, code: string | undefined, subject: ConfirmSubject = account) =>
  confirmation(server.services, subject, code, device)

describe('a confirmation is needed', () => {
  test('on a device that did not verify the identity', async () => {
    const { known, fresh } = await borrower()
    expect(await needsConfirmCode(server.services, known)).toBe(false)
    expect(await needsConfirmCode(server.services, fresh)).toBe(true)
    expect(await judge(known, undefined)).not.toHaveProperty('refused')
    expect(await judge(fresh, undefined)).toEqual({ refused: 'confirm-code-required' })
  })

  test('by nobody before an identity is verified', async () => {
    const device = { borrowerId: randomUUID(), deviceId: randomUUID(), now: new Date() }
    expect(await needsConfirmCode(server.services, device)).toBe(false)
  })
})

describe('the code', () => {
  test('has six digits, confirms its subject once, and leaves a repeated request to the transaction', async () => {
    const { phone, browser, fresh } = await borrower()
    expect(await ask(browser, account)).toEqual({
      ok: true,
      data: { resendSeconds: 60, codeDigits: 6 },
    })
    const code = await server.codeSentTo(phone)
    expect(code).toMatch(/^\d{6}$/)
    expect(await judge(fresh, code, { ...account, cardNo: '999999999999' })).toEqual({
      refused: 'confirm-code-wrong',
    })
    for (const expected of [undefined, { refused: 'confirm-code-wrong' }]) {
      const confirmed = await judge(fresh, code)
      if ('refused' in confirmed) throw new Error('the code should be right')
      expect(await server.services.db.transaction(tx => confirmed.use(tx))).toEqual(expected)
    }
  })

  test('of an offer confirms no other offer, and no account', async () => {
    const { phone, fresh } = await borrower()
    const offer: ConfirmSubject = { purpose: 'loan', orderId: randomUUID() }
    await sendConfirmCode(server.services, offer, callOf(fresh))
    const code = await server.codeSentTo(phone)
    const wrong = { refused: 'confirm-code-wrong' }
    expect(await judge(fresh, code, { ...offer, orderId: randomUUID() })).toEqual(wrong)
    expect(await judge(fresh, code, account)).toEqual(wrong)
    expect(await judge(fresh, code, offer)).not.toHaveProperty('refused')
  })

  test('is void after three wrong tries, also at the same time, and expires', async () => {
    const { phone, browser, fresh } = await borrower()
    await ask(browser, account)
    const code = await server.codeSentTo(phone)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    await Promise.all(Array.from({ length: 5 }, () => judge(fresh, wrong)))
    expect(await judge(fresh, code)).toEqual({ refused: 'confirm-code-wrong' })
    server.clock.advance({ seconds: 61 })
    await ask(browser, account)
    const next = await server.codeSentTo(phone)
    expect(
      await judge({ ...fresh, now: new Date(server.clock.now().getTime() + 301_000) }, next),
    ).toEqual({
      refused: 'confirm-code-wrong',
    })
    expect(await judge({ ...fresh, now: server.clock.now() }, next)).not.toHaveProperty('refused')
  })

  test('has the limits of the sign-in code', async () => {
    const { browser } = await borrower()
    await ask(browser, account)
    expect(await ask(browser, account)).toMatchObject({ reason: 'code-resend-too-soon' })
  })

  test('is not sent for another borrower’s order', async () => {
    const { browser } = await borrower()
    expect(await ask(browser, { purpose: 'loan', orderId: randomUUID() })).toMatchObject({
      reason: 'order-not-found',
    })
  })
})

test('an account number may contain spaces, but brings no words into the SMS', async () => {
  const { browser } = await borrower()
  const headers = { token: browser.token ?? '', 'content-type': 'application/json' }
  const body = JSON.stringify({ ...account, cardNo: 'call 9' })
  const answer = await browser.fetch('/api1/sms/v1/sendConfirmCode', {
    method: 'POST',
    headers,
    body,
  })
  expect(await answer.json()).toMatchObject({ code: -1, data: { reason: 'input-invalid' } })
  expect(await ask(browser, { ...account, cardNo: '1234 5678 9012' })).toMatchObject({ ok: true })
})
