import { afterEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { LOGIN_CODES_PER_DAY } from '#domain/limits.ts'
import { testServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'

/** The vendor refuses the message: it was certainly not sent. */
const refusing = Object.assign(new Error('msg91: refused'), { code: 'refused' })
/** The connection fails: the message may have been sent. */
const silent = Object.assign(new Error('msg91: unreachable'), { code: 'unreachable' })
const FAILURES = [
  ['refuses', refusing],
  ['cannot be reached', silent],
  ['fails in an unknown way', new Error('down')],
] as const

/** The error that the vendor throws at present, after delivery or without. */
let failure: Error | undefined
let delivers = false
const server = forFile(() =>
  testServer({
    config: { trustedProxies: ['loopback'] },
    services: ({ sms }) => ({
      sms: {
        send: async message => {
          if (!failure || delivers) await sms.send(message)
          if (failure) throw failure
        },
      },
    }),
  }),
)
afterEach(() => {
  failure = undefined
  delivers = false
})

let last = 9_500_000_000
const newPhone = () => `91${++last}`
const login = (browser: Browser) => browser.calls(contract.login)
const account = (browser: Browser) => browser.calls(contract.account)
const browserFrom = (network: number) => {
  const browser = server.browser()
  browser.headers['x-forwarded-for'] = `203.0.${network}.1`
  return browser
}
const later = (seconds: number) => server.clock.advance({ seconds })

/** Every window of the limits that is open, by name. */
async function windows() {
  const rows = await server.services.db.raw(
    'SELECT bucket, count FROM rate_window WHERE resets_at > $1 ORDER BY bucket',
    [server.clock.now()],
  )
  return rows.map(({ bucket, count }) => `${bucket} ${count}`)
}
const ofNumbers = (all: readonly string[]) => all.filter(each => /^(login|confirm)/.test(each))

const UNSENT = {
  ok: false,
  code: -1,
  reason: 'code-not-sent',
  msg: 'We could not send the message. Check the number and try again in 15 seconds. If you have a passkey, sign in with it.',
  details: { retrySeconds: 15 },
}

describe.each(FAILURES)('where the vendor of messages %s', (_how, error) => {
  test('says so of known and unknown numbers alike', async () => {
    const customer = newPhone()
    await server.signIn(customer)
    later(61)
    failure = error
    const raw = async (phone: string) => {
      const browser = server.browser()
      const path = `/api1/sms/v1/sendCode?phone=${phone}`
      const answer = await browser.fetch(path, { headers: browser.headers })
      return [answer.status, await answer.text(), [...browser.cookies.keys()]]
    }
    const answer = await raw(customer)
    expect(answer).toEqual(await raw(newPhone()))
    expect(answer[0]).toBe(200)
    expect(await login(server.browser()).sendCode({ phone: customer })).toMatchObject(UNSENT)
  })

  test('counts nothing for the number, from any network', async () => {
    const phone = newPhone()
    // Strangers of many networks, so that newcomers wait for each other.
    for (let network = 0; network < 12; network += 1) {
      later(130)
      expect(await login(browserFrom(network)).sendCode({ phone })).toMatchObject({ ok: true })
    }
    later(130)
    const owner = await server.signIn(phone, browserFrom(99))
    later(3_601)
    const before = ofNumbers(await windows())
    failure = error
    for (const browser of [browserFrom(200), browserFrom(3), owner, browserFrom(99)])
      expect(await login(browser).sendCode({ phone })).toMatchObject(UNSENT)
    expect(ofNumbers(await windows())).toEqual(before)
  })

  test('leaves the number all codes of its day, and the next one no wait', async () => {
    const phone = newPhone()
    failure = error
    for (let tries = 0; tries < 2 * LOGIN_CODES_PER_DAY; tries += 1)
      expect(await login(server.browser()).sendCode({ phone })).toMatchObject(UNSENT)
    failure = undefined
    for (let count = 0; count < LOGIN_CODES_PER_DAY; count += 1) {
      expect(await login(server.browser()).sendCode({ phone })).toMatchObject({ ok: true })
      expect(await login(server.browser()).sendCode({ phone })).toMatchObject({
        reason: count < LOGIN_CODES_PER_DAY - 1 ? 'code-resend-too-soon' : 'code-limit-reached',
      })
      later(61)
    }
  })

  test('the second code says so, and counts nothing', async () => {
    const phone = newPhone()
    const browser = await server.signIn(phone)
    failure = error
    for (let tries = 0; tries < 2 * LOGIN_CODES_PER_DAY; tries += 1)
      expect(await account(browser).sendConfirmCode({})).toMatchObject({
        ok: false,
        reason: 'confirm-code-not-sent',
        msg: 'We could not send the message. Please try again in 15 seconds, or use your passkey if you have one.',
        details: { retrySeconds: 15 },
      })
    failure = undefined
    await server.confirmDevice(phone, browser)
  })
})

test('a code signs in if it arrives although its sending seemed to fail', async () => {
  const phone = newPhone()
  const browser = server.browser()
  failure = silent
  delivers = true
  expect(await login(browser).sendCode({ phone })).toMatchObject(UNSENT)
  const code = await server.codeSentTo(phone)
  expect(await login(browser).login({ phone, code })).toMatchObject({ ok: true })
})

test('a code that was certainly not sent cannot be guessed, and costs no budget', async () => {
  const phone = newPhone()
  const browser = server.browser()
  const before = await windows()
  failure = refusing
  // Keeps the code here, like somebody who guesses it.
  delivers = true
  expect(await login(browser).sendCode({ phone })).toMatchObject(UNSENT)
  expect(await windows()).toEqual(before)
  const code = await server.codeSentTo(phone)
  expect(await login(browser).login({ phone, code })).toMatchObject({ reason: 'code-expired' })
})

test('codes that may have been sent count towards the limits of all codes', async () => {
  const before = await windows()
  failure = silent
  await login(server.browser()).sendCode({ phone: newPhone() })
  const after = await windows()
  expect(after).not.toEqual(before)
  expect(ofNumbers(after)).toEqual(ofNumbers(before))
})
