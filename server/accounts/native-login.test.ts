import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { partnerSignature } from '#server/accounts/native-login.ts'
import { nativeRoutes } from '#server/accounts/routes.ts'
import { latestSubjects } from '#server/platform/audit/entries.ts'
import { type TestServer, testServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'

const secret = randomBytes(32)
const nextSecret = randomBytes(32)
let server: TestServer
beforeAll(async () => {
  server = await testServer({
    routes: nativeRoutes,
    config: { partners: new Map([['partner-1', [secret, nextSecret]]]) },
  })
})
afterAll(() => server.close())

let last = 9_700_000_000
const newPhone = () => `91${++last}`
const DEVICE = {
  deviceId: 'device-0001',
  version: '1.0',
  idfv: 'IDFV-1',
  idfa: '',
  sdkVersion: '17.4',
  brand: 'Apple',
}

/** A native app: no cookies, and headers that name its device. */
function app(device: Partial<typeof DEVICE> = {}): Browser {
  const browser = server.browser()
  Object.assign(browser.headers, { os: 'ios', ...DEVICE, ...device })
  return browser
}
/** A page inside the app: a browser that names the device in its headers. */
function pageInApp(device: Partial<typeof DEVICE> = {}): Browser {
  const browser = server.browser()
  Object.assign(browser.headers, { ...DEVICE, ...device })
  return browser
}
const native = (browser: Browser) => browser.calls(contract.native)
const me = (browser: Browser) => browser.calls(contract.account).me({})
const isIn = async (browser: Browser) => (await me(browser)).ok

async function logInWithCode(browser: Browser, phone: string) {
  await browser.calls(contract.login).sendCode({ phone })
  const answer = await native(browser).login({
    by: 'code',
    phone,
    code: await server.codeSentTo(phone),
  })
  if (answer.ok) browser.token = answer.data.token
  return answer
}

async function appOf(phone: string): Promise<Browser> {
  const browser = app()
  expect(await logInWithCode(browser, phone)).toMatchObject({ ok: true })
  return browser
}

describe('a native app', () => {
  test('logs in with a code, keeps no cookie, and is flagged as an app user', async () => {
    const browser = app()
    expect(await logInWithCode(browser, newPhone())).toMatchObject({
      ok: true,
      data: { isRegister: 1 },
    })
    expect(browser.cookies.size).toBe(0)
    expect(await me(browser)).toMatchObject({ ok: true, data: { isAppUser: true } })
  })

  test('cannot use its token on another device, in a browser, or without its headers', async () => {
    const browser = app()
    await logInWithCode(browser, newPhone())
    const { token } = browser
    for (const thief of [
      app({ deviceId: 'device-0002' }),
      app({ idfv: 'IDFV-2' }),
      app({ brand: 'Other' }),
      server.browser(),
    ]) {
      thief.token = token
      expect(await isIn(thief)).toBe(false)
    }
    const other = await server.signIn(newPhone())
    other.token = token
    expect(await isIn(other)).toBe(false)
  })

  test('needs no cookie for its session, and loses it by none', async () => {
    const browser = app()
    await logInWithCode(browser, newPhone())
    const visitor = await server.signIn(newPhone())
    for (const [name, value] of visitor.cookies) browser.cookies.set(name, value)
    expect(browser.cookies.size).toBe(2)
    expect(await isIn(browser)).toBe(true)
  })

  test('keeps its session through an update of the app and a reset of the advertising id', async () => {
    const browser = app()
    await logInWithCode(browser, newPhone())
    Object.assign(browser.headers, { version: '2.0', sdkVersion: '18', idfa: 'NEW' })
    expect(await isIn(browser)).toBe(true)
  })

  test('must name its device, and cannot use a browser’s session', async () => {
    const browser = server.browser()
    browser.headers.os = 'ios'
    const phone = newPhone()
    expect(await logInWithCode(browser, phone)).toMatchObject({ reason: 'device-required' })
    browser.headers.deviceId = 'short'
    expect(await native(browser).login({ by: 'code', phone, code: '0000' })).toMatchObject({
      reason: 'device-required',
    })
    expect(await me(await server.signIn(newPhone()))).toMatchObject({ data: { isAppUser: false } })
  })

  test('gets the usual refusal for a wrong code', async () => {
    const browser = app()
    const phone = newPhone()
    await browser.calls(contract.login).sendCode({ phone })
    const wrong = (await server.codeSentTo(phone)) === '1111' ? '2222' : '1111'
    expect(await native(browser).login({ by: 'code', phone, code: wrong })).toMatchObject({
      reason: 'code-wrong',
    })
  })
})

describe('an exchange code', () => {
  async function codeOf(browser: Browser) {
    const answer = await native(browser).exchangeCode({})
    if (!answer.ok) throw new Error(answer.reason)
    return answer.data.exchangeCode
  }

  const redeem = (page: Browser, exchangeCode: string) =>
    native(page).login({ by: 'exchange', exchangeCode })
  const EXPIRED = { ok: false, reason: 'exchange-code-expired' }

  test('creates one session of the same borrower in a page of the app, with cookies and the flag', async () => {
    const browser = await appOf(newPhone())
    const exchangeCode = await codeOf(browser)
    const page = pageInApp()
    const entered = await redeem(page, exchangeCode)
    if (!entered.ok) throw new Error(entered.reason)
    page.token = entered.data.token
    const inApp = await me(browser)
    const inPage = await me(page)
    expect(inPage).toEqual(inApp)
    expect(page.cookies.size).toBe(2)
    expect(await redeem(pageInApp(), exchangeCode)).toMatchObject(EXPIRED)
  })

  test('expires after a minute, and cannot be forged', async () => {
    const exchangeCode = await codeOf(await appOf(newPhone()))
    server.clock.advance({ seconds: 61 })
    expect(await redeem(pageInApp(), exchangeCode)).toMatchObject(EXPIRED)
    expect(await redeem(pageInApp(), 'x'.repeat(43))).toMatchObject(EXPIRED)
  })

  test('needs a session bound to a device: a browser’s session gets none, nor does that of a page in the app', async () => {
    const visitor = await server.signIn(newPhone())
    expect(await native(visitor).exchangeCode({})).toMatchObject({
      ok: false,
      reason: 'device-required',
    })
    const page = pageInApp()
    const entered = await redeem(page, await codeOf(await appOf(newPhone())))
    if (entered.ok) page.token = entered.data.token
    expect(await isIn(page)).toBe(true)
    expect(await native(page).exchangeCode({})).toMatchObject({
      ok: false,
      reason: 'device-required',
    })
  })

  test.each([
    ['an ordinary browser', () => server.browser(), 'device-required'],
    ['another device', () => pageInApp({ deviceId: 'device-0002' }), 'exchange-code-expired'],
    ['another installation', () => pageInApp({ idfv: 'IDFV-2' }), 'exchange-code-expired'],
  ])(
    'creates no session in %s, and leaves the session there alive',
    async (_where, open, reason) => {
      const visitor = await server.signIn(newPhone(), open())
      const before = await me(visitor)
      expect(await redeem(visitor, await codeOf(await appOf(newPhone())))).toMatchObject({
        ok: false,
        reason,
      })
      expect(await me(visitor)).toEqual(before)
    },
  )

  test.each([false, true])(
    'ends with the session that requested it (everywhere: %s)',
    async everywhere => {
      const browser = await appOf(newPhone())
      const exchangeCode = await codeOf(browser)
      expect(await browser.calls(contract.login).logout({ everywhere })).toMatchObject({ ok: true })
      expect(await redeem(pageInApp(), exchangeCode)).toMatchObject(EXPIRED)
    },
  )

  test('ends with its session when another device logs out everywhere, and leaves others’ codes alone', async () => {
    const phone = newPhone()
    const other = await server.signIn(phone)
    server.clock.advance({ seconds: 61 })
    const exchangeCode = await codeOf(await appOf(phone))
    const ofSomebodyElse = await codeOf(await appOf(newPhone()))
    await other.calls(contract.login).logout({ everywhere: true })
    expect(await redeem(pageInApp(), exchangeCode)).toMatchObject(EXPIRED)
    expect(await redeem(pageInApp(), ofSomebodyElse)).toMatchObject({ ok: true })
  })

  test('adds an entry for its new session to the audit log', async () => {
    const browser = await appOf(newPhone())
    const entries = async () =>
      (await latestSubjects(server.services.db, 'sign-in-exchange-code', 1_000)).length
    const before = await entries()
    expect(await redeem(pageInApp(), 'x'.repeat(43))).toMatchObject(EXPIRED)
    expect(await entries()).toBe(before)
    expect(await redeem(pageInApp(), await codeOf(browser))).toMatchObject({ ok: true })
    expect(await entries()).toBe(before + 1)
  })

  test('needs a session', async () => {
    expect(await native(app()).exchangeCode({})).toMatchObject({ code: -4 })
  })
})

describe('a partner', () => {
  const request = (about: Record<string, unknown> = {}, key = secret) => {
    const timestamp = Math.floor(server.clock.wall().getTime() / 1000)
    const parameters = {
      partnerId: 'partner-1',
      phone: newPhone(),
      deviceId: DEVICE.deviceId,
      timestamp,
      nonce: randomUUID(),
      ...about,
    }
    return { ...parameters, sign: partnerSignature(key, parameters) }
  }

  test('signs as documented (the vector was made with openssl)', () => {
    const parameters = {
      partnerId: 'p',
      phone: '919876543210',
      deviceId: 'device-0001',
      timestamp: 1_800_000_000,
      nonce: 'n'.repeat(16),
    }
    expect(partnerSignature(Buffer.alloc(32, 1), parameters)).toBe(
      'd9083750ea720dfcec251d44c94161abe42631bda9f7f4e84858d6b8ccc1f200',
    )
  })

  test('logs its user in on the device that it signed for', async () => {
    const browser = app()
    const signed = request()
    const answer = await native(browser).partnerLogin(signed)
    expect(answer).toMatchObject({ ok: true, data: { isRegister: 1 } })
    if (answer.ok) browser.token = answer.data.token
    expect(await me(browser)).toMatchObject({ data: { isAppUser: true } })
    expect(
      await native(app()).partnerLogin(request({ phone: signed.phone }, nextSecret)),
    ).toMatchObject({
      data: { isRegister: 0 },
    })
  })

  test.each([
    ['another secret', () => request({}, randomBytes(32))],
    ['an unknown partner', () => request({ partnerId: 'partner-2' })],
    ['a changed parameter', () => ({ ...request(), phone: newPhone() })],
    [
      'an old time',
      () => request({ timestamp: Math.floor(server.clock.wall().getTime() / 1000) - 301 }),
    ],
    [
      'a time to come',
      () => request({ timestamp: Math.floor(server.clock.wall().getTime() / 1000) + 302 }),
    ],
    ['another device', () => request({ deviceId: 'device-9999' })],
  ])('is refused with %s, without the reason', async (_what, make) => {
    expect(await native(app()).partnerLogin(make())).toEqual({
      ok: false,
      code: -1,
      reason: 'partner-refused',
      msg: 'This sign-in was refused.',
      errorColumn: [],
      details: { reason: 'partner-refused' },
    })
  })

  test('can use a nonce once, even at the same time', async () => {
    const signed = request()
    const answers = await Promise.all([1, 2, 3].map(() => native(app()).partnerLogin(signed)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await native(app()).partnerLogin(signed)).toMatchObject({ reason: 'partner-refused' })
  })

  test('cannot log a browser in', async () => {
    expect(await native(server.browser()).partnerLogin(request())).toMatchObject({
      reason: 'device-required',
    })
  })
})
