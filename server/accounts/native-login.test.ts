import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { noteIdentityVerified } from '#server/accounts/db/device.ts'
import { findBorrowerByPhone } from '#server/accounts/db/sign-in.ts'
import { partnerSignature } from '#server/accounts/native-login.ts'
import { nativeRoutes } from '#server/accounts/routes.ts'
import { latestSubjects } from '#server/platform/audit/entries.ts'
import { cookieName } from '#server/platform/http/cookies.ts'
import { testServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'
import { type DeviceKey, newDeviceKey, signBy } from '#server/testing/device-key.ts'
import { forFile } from '#server/testing/for-file.ts'

const secret = randomBytes(32)
const nextSecret = randomBytes(32)
const server = forFile(() =>
  testServer({
    routes: nativeRoutes,
    config: { partners: new Map([['partner-1', [secret, nextSecret]]]) },
  }),
)

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

/** An older native app: no cookies, no key, and headers that name its device. */
function oldApp(device: Partial<typeof DEVICE> = {}): Browser {
  const browser = server.browser()
  Object.assign(browser.headers, { os: 'ios', ...DEVICE, ...device })
  return browser
}
/** A native app on a device with this key. */
function app(key: DeviceKey): Browser {
  const browser = oldApp()
  signBy(browser, key, server.origin, server.clock.wall)
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

async function appOf(phone: string, key: DeviceKey): Promise<Browser> {
  const browser = app(key)
  expect(await logInWithCode(browser, phone)).toMatchObject({ ok: true })
  return browser
}

describe('a native app', () => {
  test('logs in with a code, keeps no cookie, and is flagged as an app user', async () => {
    const browser = app(await newDeviceKey())
    expect(await logInWithCode(browser, newPhone())).toMatchObject({
      ok: true,
      data: { isRegister: 1 },
    })
    expect(browser.cookies.size).toBe(0)
    expect(await me(browser)).toMatchObject({ ok: true, data: { isAppUser: true } })
  })

  test('cannot use its token on another device, in a browser, or without its key', async () => {
    const browser = await appOf(newPhone(), await newDeviceKey())
    const { token } = browser
    // The first has copied every header.
    for (const thief of [oldApp(), app(await newDeviceKey()), server.browser()]) {
      thief.token = token
      expect(await isIn(thief)).toBe(false)
    }
    const other = await server.signIn(newPhone())
    other.token = token
    expect(await isIn(other)).toBe(false)
    expect(await isIn(browser)).toBe(true)
  })

  test('needs no cookie for its session, and no cookie ends it', async () => {
    const browser = await appOf(newPhone(), await newDeviceKey())
    const visitor = await server.signIn(newPhone())
    for (const [name, value] of visitor.cookies) browser.cookies.set(name, value)
    expect(browser.cookies.size).toBe(2)
    expect(await isIn(browser)).toBe(true)
  })

  test('keeps its session through an update of the app and a reset of the advertising id', async () => {
    const browser = await appOf(newPhone(), await newDeviceKey())
    Object.assign(browser.headers, { version: '2.0', sdkVersion: '18', idfa: 'NEW' })
    expect(await isIn(browser)).toBe(true)
  })

  test('of an older version, without a key, uses its token with its headers alone', async () => {
    const browser = oldApp()
    expect(await logInWithCode(browser, newPhone())).toMatchObject({ ok: true })
    expect(await isIn(browser)).toBe(true)
    for (const thief of [
      oldApp({ deviceId: 'device-0002' }),
      oldApp({ idfv: 'IDFV-2' }),
      oldApp({ brand: 'Other' }),
      server.browser(),
    ]) {
      thief.token = browser.token
      expect(await isIn(thief)).toBe(false)
    }
  })

  test('must name its device, and cannot use a browser’s session', async () => {
    const browser = server.browser()
    browser.headers.os = 'ios'
    const phone = newPhone()
    expect(await logInWithCode(browser, phone)).toMatchObject({
      reason: 'device-required',
      details: { header: 'deviceId' },
    })
    browser.headers.deviceId = 'short'
    expect(await native(browser).login({ by: 'code', phone, code: '0000' })).toMatchObject({
      reason: 'device-required',
    })
    expect(await me(await server.signIn(newPhone()))).toMatchObject({ data: { isAppUser: false } })
  })

  test('gets the usual refusal for a wrong code', async () => {
    const browser = app(await newDeviceKey())
    const phone = newPhone()
    await browser.calls(contract.login).sendCode({ phone })
    const wrong = (await server.codeSentTo(phone)) === '1111' ? '2222' : '1111'
    expect(await native(browser).login({ by: 'code', phone, code: wrong })).toMatchObject({
      reason: 'code-wrong',
    })
  })
})

const tokenHash = (token: string) => createHash('sha256').update(token).digest('base64url')
const ME = '/api1/user/v1/me'

describe('a proof', () => {
  let key: Awaited<ReturnType<typeof generateKeyPair>>
  let jwk: JWK
  let token: string
  beforeAll(async () => {
    key = await generateKeyPair('ES256')
    jwk = await exportJWK(key.publicKey)
    const browser = oldApp()
    browser.prove = (method, path, secret) =>
      signed({ htm: method, htu: server.origin + path }, secret)
    await logInWithCode(browser, newPhone())
    token = browser.token ?? ''
  })

  /** A proof for reading one's own account, with changes. */
  function signed(
    claims: Record<string, unknown> = {},
    secret: string | undefined = token,
    header: JWTHeaderParameters = { typ: 'dpop+jwt', alg: 'ES256', jwk },
    by: Parameters<SignJWT['sign']>[0] = key.privateKey,
  ): Promise<string> {
    const iat = server.clock.wall().getTime() / 1000
    const ath = secret && tokenHash(secret)
    const usual = { jti: randomUUID(), htm: 'GET', htu: server.origin + ME, iat, ath }
    return new SignJWT({ ...usual, ...claims }).setProtectedHeader(header).sign(by)
  }
  /** The code of the answer to a request with these headers. */
  async function codeOf(headers: Record<string, string>): Promise<number> {
    const { code } = (await (
      await server.browser().fetch(ME, { headers: { os: 'ios', ...DEVICE, ...headers } })
    ).json()) as { code: number }
    return code
  }
  const NOT_LOGGED_IN = -4
  const now = () => server.clock.wall().getTime() / 1000

  test('by the key of the session opens it, as the standard describes', async () => {
    expect(await codeOf({ token, dpop: await signed() })).toBe(0)
    expect(await codeOf({ token })).toBe(NOT_LOGGED_IN)
  })

  test('opens it once', async () => {
    const dpop = await signed()
    const codes = await Promise.all([1, 2, 3].map(() => codeOf({ token, dpop })))
    expect(codes.toSorted()).toEqual([NOT_LOGGED_IN, NOT_LOGGED_IN, 0])
    expect(await codeOf({ token, dpop })).toBe(NOT_LOGGED_IN)
  })

  test('is valid for a minute on either side of our clock', async () => {
    for (const [iat, code] of [
      [now() - 60, 0],
      [now() + 60, 0],
      [now() - 61, NOT_LOGGED_IN],
      [now() + 61, NOT_LOGGED_IN],
      ['now', NOT_LOGGED_IN],
      [undefined, NOT_LOGGED_IN],
    ])
      expect([iat, await codeOf({ token, dpop: await signed({ iat }) })]).toEqual([iat, code])
  })

  test.each<[string, () => Promise<string>]>([
    ['another method', () => signed({ htm: 'POST' })],
    ['another address', () => signed({ htu: `${server.origin}/api1/home/v1/index` })],
    ['another host', () => signed({ htu: `https://saral.example${ME}` })],
    ['another token', () => signed({}, 'another')],
    ['no token', () => signed({ ath: undefined })],
    ['no id', () => signed({ jti: undefined })],
    ['another kind of message', () => signed({}, token, { typ: 'jwt', alg: 'ES256', jwk })],
    ['no algorithm', async () => unsigned({ typ: 'dpop+jwt', alg: 'none', jwk })],
    [
      'a shared secret, which is the public key',
      async () =>
        signed(
          {},
          token,
          { typ: 'dpop+jwt', alg: 'HS256', jwk },
          Buffer.from(jwk.x ?? '', 'base64url'),
        ),
    ],
    [
      'the key of another device',
      async () => {
        const other = await generateKeyPair('ES256')
        const its = await exportJWK(other.publicKey)
        return signed({}, token, { typ: 'dpop+jwt', alg: 'ES256', jwk: its }, other.privateKey)
      },
    ],
    [
      'the key of another device under the name of this one',
      async () => {
        const other = await generateKeyPair('ES256')
        return signed({}, token, { typ: 'dpop+jwt', alg: 'ES256', jwk }, other.privateKey)
      },
    ],
    ['no JWT at all', async () => 'x'],
  ])('is rejected with %s', async (_what, make) => {
    expect(await codeOf({ token, dpop: await make() })).toBe(NOT_LOGGED_IN)
  })

  async function unsigned(header: object): Promise<string> {
    const [, payload] = (await signed()).split('.')
    return `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.`
  }

  test('that is invalid permits neither a code nor a sign-in', async () => {
    const browser = oldApp()
    const phone = newPhone()
    const rsa = await generateKeyPair('RS256')
    const header = { typ: 'dpop+jwt', alg: 'RS256', jwk: await exportJWK(rsa.publicKey) }
    const REFUSED = { ok: false, reason: 'device-proof-refused' }
    for (const prove of [
      (claims: Record<string, unknown>) => signed({ ...claims, iat: now() - 3_600 }, ''),
      (claims: Record<string, unknown>) => signed(claims, '', header, rsa.privateKey),
    ]) {
      browser.prove = (htm, path) => prove({ htm, htu: server.origin + path, ath: undefined })
      expect(await browser.calls(contract.login).sendCode({ phone })).toMatchObject(REFUSED)
      expect(await native(browser).login({ by: 'code', phone, code: '0000' })).toMatchObject(
        REFUSED,
      )
    }
  })
})

describe('a device', () => {
  /** The number's identity is verified, on some other device. */
  async function verify(phone: string) {
    const { db, cipher, clock } = server.services
    const borrowerId = await findBorrowerByPhone(db, cipher.keyedHash('phone', phone))
    await db.raw('UPDATE borrower SET identity_verified_at = $2 WHERE borrower_id = $1', [
      borrowerId,
      clock.now(),
    ])
  }
  const isLimited = async (browser: Browser) => {
    const answer = await me(browser)
    return answer.ok ? answer.data.isLimited : answer.reason
  }
  /** The requester waits before another code if somebody in its network requested one already. */
  const askFor = (browser: Browser, phone: string) =>
    browser.calls(contract.login).sendCode({ phone })
  const TOO_SOON = { reason: 'code-resend-too-soon' }

  test('with a key is known once its owner confirmed it, also at its next sign-in', async () => {
    const phone = newPhone()
    const key = await newDeviceKey()
    const browser = await appOf(phone, key)
    await verify(phone)
    expect(await isLimited(browser)).toBe(true)
    await server.confirmDevice(phone, browser)
    expect(await isLimited(browser)).toBe(false)
    server.clock.advance({ seconds: 61 })
    expect(await isLimited(await appOf(phone, key))).toBe(false)
    server.clock.advance({ seconds: 61 })
    expect(await isLimited(await appOf(phone, await newDeviceKey()))).toBe(true)
  })

  test('that is known requests codes beside strangers, by its key and not by copied headers', async () => {
    const phone = newPhone()
    const key = await newDeviceKey()
    const browser = await appOf(phone, key)
    await server.confirmDevice(phone, browser)
    server.clock.advance({ seconds: 61 })
    expect(await askFor(oldApp(), phone)).toMatchObject({ ok: true })
    expect(await askFor(app(key), phone)).toMatchObject({ ok: true })
    expect(await askFor(oldApp(), phone)).toMatchObject(TOO_SOON)
    expect(await askFor(app(await newDeviceKey()), phone)).toMatchObject(TOO_SOON)
  })

  test('without a key is never known: limited, without a second code, without exchange codes', async () => {
    const phone = newPhone()
    const browser = oldApp()
    await logInWithCode(browser, phone)
    expect(await native(browser).exchangeCode({})).toMatchObject({ reason: 'device-key-required' })
    const { db, cipher, clock } = server.services
    const borrowerId = (await findBorrowerByPhone(db, cipher.keyedHash('phone', phone))) ?? ''
    const [device] = await db.raw('SELECT device_id FROM device WHERE borrower_id = $1', [
      borrowerId,
    ])
    await noteIdentityVerified(db, {
      borrowerId,
      deviceId: String(device?.device_id),
      at: clock.now(),
    })
    expect(await isLimited(browser)).toBe(true)
    expect(await browser.calls(contract.account).sendConfirmCode({})).toMatchObject({
      reason: 'device-key-required',
    })
    expect(
      await db.raw('SELECT known_at FROM device WHERE borrower_id = $1', [borrowerId]),
    ).toEqual([{ known_at: null }])
    // Even a stored row that says so makes no session on it known.
    await db.raw("UPDATE device SET known_at = $2, known_by = 'code' WHERE borrower_id = $1", [
      borrowerId,
      clock.now(),
    ])
    expect(await isLimited(browser)).toBe(true)
  })

  test('is not known by a cookie that holds the name of its headers or of its key', async () => {
    const phone = newPhone()
    const key = await newDeviceKey()
    await server.confirmDevice(phone, await appOf(phone, key))
    server.clock.advance({ seconds: 61 })
    expect(await askFor(oldApp(), phone)).toMatchObject({ ok: true })
    const binding = JSON.stringify([DEVICE.deviceId, DEVICE.idfv, DEVICE.brand])
    for (const planted of [await key.thumbprint(), `native:${binding}`]) {
      const browser = server.browser()
      browser.cookies.set(cookieName('device', false), encodeURIComponent(planted))
      expect(await askFor(browser, phone)).toMatchObject(TOO_SOON)
    }
  })
})

describe('an exchange code', () => {
  let key: DeviceKey
  let app1: Browser
  beforeAll(async () => {
    key = await newDeviceKey()
  })
  beforeEach(async () => {
    app1 = await appOf(newPhone(), key)
  })
  async function codeOf(browser: Browser) {
    const answer = await native(browser).exchangeCode({})
    if (!answer.ok) throw new Error(answer.reason)
    return answer.data.exchangeCode
  }
  const LOGIN = '/api1/user/v1/user-login'
  const proofOf = (exchangeCode: string, by = key, path = LOGIN) =>
    by.prove({
      method: 'POST',
      address: server.origin + path,
      secret: exchangeCode,
      at: server.clock.wall(),
    })

  const redeem = async (page: Browser, exchangeCode: string, proof?: string) =>
    native(page).login({
      by: 'exchange',
      exchangeCode,
      proof: proof ?? (await proofOf(exchangeCode)),
    })
  const EXPIRED = { ok: false, reason: 'exchange-code-expired' }

  test('creates one session of the same borrower in a page of the app, with cookies and the flag', async () => {
    const exchangeCode = await codeOf(app1)
    const page = pageInApp()
    const entered = await redeem(page, exchangeCode)
    if (!entered.ok) throw new Error(entered.reason)
    page.token = entered.data.token
    const inApp = await me(app1)
    const inPage = await me(page)
    expect(inPage).toEqual(inApp)
    expect(page.cookies.size).toBe(2)
    expect(await redeem(pageInApp(), exchangeCode)).toMatchObject(EXPIRED)
  })

  test('replaces the session of another person only after a question, and works after it', async () => {
    const page = pageInApp()
    await server.signIn(newPhone(), page)
    const visitor = await me(page)
    const exchangeCode = await codeOf(app1)
    expect(await redeem(page, exchangeCode)).toMatchObject({ reason: 'session-of-another' })
    expect(await me(page)).toEqual(visitor)
    const entered = await native(page).login({
      by: 'exchange',
      exchangeCode,
      proof: await proofOf(exchangeCode),
      replace: true,
    })
    page.token = entered.ok ? entered.data.token : undefined
    expect(await me(page)).toEqual(await me(app1))
  })

  test('does not change the kind of the session of the same person', async () => {
    const phone = newPhone()
    const page = pageInApp()
    await server.signIn(phone, page)
    expect(await me(page)).toMatchObject({ data: { isAppUser: false } })
    server.clock.advance({ seconds: 61 })
    const exchangeCode = await codeOf(await appOf(phone, key))
    const entered = await redeem(page, exchangeCode)
    page.token = entered.ok ? entered.data.token : undefined
    expect(await me(page)).toMatchObject({ ok: true, data: { isAppUser: false } })
    server.clock.advance({ seconds: 61 })
    expect(await logInWithCode(page, phone)).toMatchObject({ ok: true })
    expect(await me(page)).toMatchObject({ ok: true, data: { isAppUser: false } })
  })

  test('expires after a minute, and cannot be forged', async () => {
    const exchangeCode = await codeOf(app1)
    server.clock.advance({ seconds: 61 })
    expect(await redeem(pageInApp(), exchangeCode)).toMatchObject(EXPIRED)
    expect(await redeem(pageInApp(), 'x'.repeat(43))).toMatchObject(EXPIRED)
  })

  test('needs a session bound to a key: a browser’s session gets none, nor does that of a page in the app', async () => {
    const visitor = await server.signIn(newPhone())
    expect(await native(visitor).exchangeCode({})).toMatchObject({
      ok: false,
      reason: 'device-required',
    })
    const page = pageInApp()
    const entered = await redeem(page, await codeOf(app1))
    if (entered.ok) page.token = entered.data.token
    expect(await isIn(page)).toBe(true)
    expect(await native(page).exchangeCode({})).toMatchObject({
      ok: false,
      reason: 'device-required',
    })
  })

  test.each<[string, (code: string) => Promise<string>]>([
    ['another device', async code => proofOf(code, await newDeviceKey())],
    ['the same device for another code', () => proofOf('x'.repeat(43))],
    ['the same device for another call', code => proofOf(code, key, ME)],
    ['nobody', async () => 'x.y.z'],
  ])(
    'is used up by a proof of %s, creates no session, and leaves the one there alive',
    async (_whose, prove) => {
      const visitor = await server.signIn(newPhone(), pageInApp())
      const before = await me(visitor)
      const exchangeCode = await codeOf(app1)
      expect(await redeem(visitor, exchangeCode, await prove(exchangeCode))).toMatchObject(EXPIRED)
      expect(await me(visitor)).toEqual(before)
      expect(await redeem(pageInApp(), exchangeCode)).toMatchObject(EXPIRED)
    },
  )

  test.each([false, true])(
    'ends with the session that requested it (everywhere: %s)',
    async everywhere => {
      const exchangeCode = await codeOf(app1)
      expect(await app1.calls(contract.login).logout({ everywhere })).toMatchObject({ ok: true })
      expect(await redeem(pageInApp(), exchangeCode)).toMatchObject(EXPIRED)
    },
  )

  test('ends with its session when another device logs out everywhere, and leaves others’ codes alone', async () => {
    const phone = newPhone()
    const other = await server.signIn(phone)
    server.clock.advance({ seconds: 61 })
    const exchangeCode = await codeOf(await appOf(phone, key))
    const ofSomebodyElse = await codeOf(await appOf(newPhone(), key))
    await other.calls(contract.login).logout({ everywhere: true })
    expect(await redeem(pageInApp(), exchangeCode)).toMatchObject(EXPIRED)
    expect(await redeem(pageInApp(), ofSomebodyElse)).toMatchObject({ ok: true })
  })

  test('adds an entry for its new session to the audit log', async () => {
    const entries = async () =>
      (await latestSubjects(server.services.db, 'sign-in-exchange-code', 1_000)).length
    const before = await entries()
    expect(await redeem(pageInApp(), 'x'.repeat(43))).toMatchObject(EXPIRED)
    expect(await entries()).toBe(before)
    expect(await redeem(pageInApp(), await codeOf(app1))).toMatchObject({ ok: true })
    expect(await entries()).toBe(before + 1)
  })

  test('needs a session', async () => {
    expect(await native(app(key)).exchangeCode({})).toMatchObject({ code: -4 })
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
    const browser = app(await newDeviceKey())
    const signed = request()
    const answer = await native(browser).partnerLogin(signed)
    expect(answer).toMatchObject({ ok: true, data: { isRegister: 1 } })
    if (answer.ok) browser.token = answer.data.token
    expect(await me(browser)).toMatchObject({ data: { isAppUser: true } })
    expect(await native(browser).exchangeCode({})).toMatchObject({ ok: true })
    expect(
      await native(oldApp()).partnerLogin(request({ phone: signed.phone }, nextSecret)),
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
    expect(await native(oldApp()).partnerLogin(make())).toEqual({
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
    const answers = await Promise.all([1, 2, 3].map(() => native(oldApp()).partnerLogin(signed)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await native(oldApp()).partnerLogin(signed)).toMatchObject({ reason: 'partner-refused' })
  })

  test('cannot log a browser in', async () => {
    expect(await native(server.browser()).partnerLogin(request())).toMatchObject({
      reason: 'device-required',
    })
  })
})
