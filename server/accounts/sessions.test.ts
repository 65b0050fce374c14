import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { secretHash } from '#server/accounts/db/session.ts'
import { findBorrowerByPhone } from '#server/accounts/db/sign-in.ts'
import { forgetOldSessions } from '#server/accounts/sessions.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { cookieName } from '#server/platform/http/cookies.ts'
import { type TestServer, testServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

let last = 9_800_000_000
const newPhone = () => `91${++last}`
/** As the app shows a number: two digits at its beginning, three at its end. */
const masked = (phone: string) => `+91 ${phone.slice(2, 4)}••• ••${phone.slice(-3)}`
const login = (browser: Browser) => browser.calls(contract.login)

/** The number of token hashes that lead to sessions of a number. */
async function tokensStored(phone: string): Promise<number> {
  const [row] = await server.services.db.raw(
    'SELECT count(*)::int AS tokens FROM session_lookup WHERE borrower_id = $1',
    [await borrowerOf(phone)],
  )
  return Number(row?.tokens)
}

async function borrowerOf(phone: string): Promise<string | undefined> {
  const { db, cipher } = server.services
  return findBorrowerByPhone(db, cipher.keyedHash('phone', phone))
}

describe('a session', () => {
  const me = (browser: Browser) => browser.calls(contract.account).me({})

  test('needs its token and its cookie', async () => {
    const browser = await server.signIn(newPhone())
    expect(await me(browser)).toEqual({
      ok: true,
      data: {
        maskedPhone: expect.stringMatching(/^\+91 98••• ••\d{3}$/),
        loansRepaid: 0,
        loansRepaidOnTime: 0,
        tiers: [
          { loansOnTime: 1, discount: 500 },
          { loansOnTime: 2, discount: 900 },
          { loansOnTime: 4, discount: 1_300 },
          { loansOnTime: 5, discount: 1_400 },
        ],
        ladder: [
          { loansRepaid: 1, least: 1_000_00, most: 5_000_00 },
          { loansRepaid: 3, least: 3_000_00, most: 10_000_00 },
          { loansRepaid: 5, least: 5_000_00, most: 40_000_00 },
        ],
        isAppUser: false,
        isLimited: false,
        hasPasskey: false,
      },
    })
    const withoutCookie = server.browser()
    withoutCookie.token = browser.token
    expect(await me(withoutCookie)).toMatchObject({ ok: false, code: -4, reason: 'not-logged-in' })
    browser.token = undefined
    expect(await me(browser)).toMatchObject({ code: -4 })
  })

  test('does not accept another borrower’s cookie', async () => {
    const one = await server.signIn(newPhone())
    const two = await server.signIn(newPhone())
    const mixed = server.browser()
    mixed.token = two.token
    for (const [name, value] of one.cookies) mixed.cookies.set(name, value)
    expect(await me(mixed)).toMatchObject({ code: -4 })
  })

  /** Gives the browser's session a token of the version before: a secret that names nobody. */
  async function withOlderToken(browser: Browser): Promise<void> {
    const before = hashOf(browser)
    browser.token = randomBytes(32).toString('base64url')
    await storeToken(before, hashOf(browser))
  }

  const hashOf = ({ token = '' }: Browser) => Buffer.from(secretHash('token', token), 'hex')

  /** Stores another hash of a session's token. A look-up is keyed by it, so it is written again. */
  async function storeToken(before: Buffer, after: Buffer): Promise<void> {
    const { db } = server.services
    await db.raw('UPDATE session SET token_hash = $2 WHERE token_hash = $1', [before, after])
    const [row] = await db.raw(
      'DELETE FROM session_lookup WHERE token_hash = $1 RETURNING borrower_id, session_id',
      [before],
    )
    await db.raw(
      'INSERT INTO session_lookup (token_hash, borrower_id, session_id) VALUES ($1, $2, $3)',
      [after, row?.borrower_id, row?.session_id],
    )
  }

  test('that began before the upgrade goes on, and ends on log-out', async () => {
    const phone = newPhone()
    const browser = await server.signIn(phone)
    await withOlderToken(browser)
    expect(browser.token).toHaveLength(43)
    const halves = new Map(browser.cookies)
    expect(await me(browser)).toMatchObject({ ok: true })
    await login(browser).logout({ everywhere: false })
    for (const [name, value] of halves) browser.cookies.set(name, value)
    expect(await me(browser)).toMatchObject({ code: -4 })
    expect(await tokensStored(phone)).toBe(0)
  })

  test('that a server of the previous version began goes on, and ends on log-out', async () => {
    const phone = newPhone()
    const browser = await server.signIn(phone)
    await withOlderToken(browser)
    // That server does not know the column.
    await server.services.db.raw('UPDATE session SET token_hash = NULL WHERE borrower_id = $1', [
      await borrowerOf(phone),
    ])
    expect(await me(browser)).toMatchObject({ ok: true })
    await login(browser).logout({ everywhere: true })
    expect(await tokensStored(phone)).toBe(0)
  })

  /** Stores the browser's session as version 0.0.1 did: a keyed hash of the token and of the cookie. */
  async function asVersion001(phone: string, browser: Browser): Promise<void> {
    await withOlderToken(browser)
    const { db, cipher } = server.services
    const borrowerId = await borrowerOf(phone)
    const token = cipher.keyedHash('session-token', browser.token ?? '')
    const cookie = cipher.keyedHash(
      'session-cookie',
      browser.cookies.get(cookieName('session', false)) ?? '',
    )
    await storeToken(hashOf(browser), token)
    await db.raw('UPDATE session SET cookie_hash = $2 WHERE borrower_id = $1', [borrowerId, cookie])
  }

  test('of version 0.0.1 goes on with its own cookie alone, and ends on log-out', async () => {
    const phone = newPhone()
    const browser = await server.signIn(phone)
    const stranger = await server.signIn(newPhone())
    await asVersion001(phone, browser)
    expect(await me(browser)).toMatchObject({ ok: true, data: { maskedPhone: masked(phone) } })
    const halves = new Map(browser.cookies)
    for (const cookies of [new Map<string, string>(), stranger.cookies]) {
      const mixed = server.browser()
      mixed.token = browser.token
      for (const [name, value] of cookies) mixed.cookies.set(name, value)
      expect(await me(mixed)).toMatchObject({ code: -4 })
    }
    await login(browser).logout({ everywhere: false })
    for (const [name, value] of halves) browser.cookies.set(name, value)
    expect(await me(browser)).toMatchObject({ code: -4 })
    expect(await tokensStored(phone)).toBe(0)
  })

  test('of version 0.0.1 ends 30 days after its sign-in, like every other', async () => {
    const phone = newPhone()
    const browser = await server.signIn(phone)
    await asVersion001(phone, browser)
    for (const days of [10, 10, 10]) {
      server.clock.advance({ days })
      expect(await me(browser)).toMatchObject({ ok: true })
    }
    server.clock.advance({ seconds: 1 })
    expect(await me(browser)).toMatchObject({ code: -4 })
    await forgetOldSessions(server.services)
    expect(await tokensStored(phone)).toBe(0)
  })

  test('is not found by its token with another borrower in it', async () => {
    const one = await server.signIn(newPhone())
    const two = await server.signIn(newPhone())
    const mixed = server.browser()
    mixed.token = (one.token ?? '').slice(0, 43) + (two.token ?? '').slice(43)
    for (const [name, value] of one.cookies) mixed.cookies.set(name, value)
    expect(await me(mixed)).toMatchObject({ code: -4 })
  })

  test('ends at once on log-out, while those of other devices go on', async () => {
    const phone = newPhone()
    const phoneBrowser = await server.signIn(phone)
    server.clock.advance({ seconds: 61 })
    const laptop = await server.signIn(phone)
    const halves = new Map(laptop.cookies)
    expect(await login(laptop).logout({ everywhere: false })).toEqual({ ok: true, data: null })
    expect(await tokensStored(phone)).toBe(1)
    for (const [name, value] of halves) laptop.cookies.set(name, value)
    expect(await me(laptop)).toMatchObject({ code: -4 })
    expect(await me(phoneBrowser)).toMatchObject({ ok: true })
  })

  test('ends everywhere on log-out everywhere', async () => {
    const phone = newPhone()
    const one = await server.signIn(phone)
    server.clock.advance({ seconds: 61 })
    const two = await server.signIn(phone)
    server.clock.advance({ seconds: 61 })
    const three = await server.signIn(phone)
    const halves = new Map(two.cookies)
    await login(two).logout({ everywhere: true })
    for (const [name, value] of halves) two.cookies.set(name, value)
    for (const browser of [one, two, three]) expect(await me(browser)).toMatchObject({ code: -4 })
    expect(await tokensStored(phone)).toBe(0)
  })

  test('ends when its borrower signs in for the tenth time after it, and others’ stay', async () => {
    const phone = newPhone()
    const stranger = await server.signIn(newPhone())
    const browsers: Browser[] = []
    for (let count = 0; count < 11; count += 1) {
      server.clock.advance({ days: 1 })
      if (count === 10) expect(await me(browsers[0] as Browser)).toMatchObject({ ok: true })
      browsers.push(await server.signIn(phone))
    }
    const [oldest, ...newest] = browsers
    expect(await me(oldest as Browser)).toMatchObject({ code: -4 })
    for (const browser of newest) expect(await me(browser)).toMatchObject({ ok: true })
    expect(await me(stranger)).toMatchObject({ ok: true })
    expect(await tokensStored(phone)).toBe(10)
  })

  test('in a browser is not replaced by a code that another browser was sent', async () => {
    const victim = await server.signIn(newPhone())
    const cookies = new Map(victim.cookies)
    const phone = newPhone()
    const attacker = server.browser()
    await login(attacker).sendCode({ phone })
    const code = await server.codeSentTo(phone)
    expect(await login(victim).login({ phone, code })).toMatchObject({ reason: 'code-expired' })
    expect(victim.cookies).toEqual(cookies)
    expect(await me(victim)).toMatchObject({ ok: true })
  })

  test('of another person is replaced by a code only after a question, and then it ends', async () => {
    const asha = newPhone()
    const ravi = newPhone()
    const shared = await server.signIn(asha)
    const { token } = shared
    const cookies = new Map(shared.cookies)
    await login(shared).sendCode({ phone: ravi })
    const code = await server.codeSentTo(ravi)
    // The question costs no try, whatever the code is.
    for (const tried of [code, '0000', '0000', '0000'])
      expect(await login(shared).login({ phone: ravi, code: tried })).toMatchObject({
        reason: 'session-of-another',
        msg: `You are signed in as ${masked(asha)}. Sign in as ${masked(ravi)} instead?`,
      })
    expect(await me(shared)).toMatchObject({ ok: true, data: { maskedPhone: masked(asha) } })
    const answer = await login(shared).login({ phone: ravi, code, replace: true })
    expect(answer).toMatchObject({ ok: true })
    expect(await tokensStored(asha)).toBe(0)
    const before = server.browser()
    before.token = token
    for (const [name, value] of cookies) before.cookies.set(name, value)
    expect(await me(before)).toMatchObject({ code: -4 })
  })

  test('of the same person needs no question for a new code, and ends as well', async () => {
    const phone = newPhone()
    const browser = await server.signIn(phone)
    const before = server.browser()
    before.token = browser.token
    for (const [name, value] of browser.cookies) before.cookies.set(name, value)
    expect(await me(before)).toMatchObject({ ok: true })
    server.clock.advance({ seconds: 61 })
    await login(browser).sendCode({ phone })
    const code = await server.codeSentTo(phone)
    expect(await login(browser).login({ phone, code })).toMatchObject({ ok: true })
    expect(await me(before)).toMatchObject({ code: -4 })
    expect(await tokensStored(phone)).toBe(1)
  })

  test('is removed with the hash of its token once it is too old', async () => {
    const phone = newPhone()
    await server.signIn(phone)
    expect(await tokensStored(phone)).toBe(1)
    server.clock.advance({ days: 14, seconds: 1 })
    await forgetOldSessions(server.services)
    expect(await tokensStored(phone)).toBe(0)
  })

  test('ends after 14 days without use, and after 30 days in any case', async () => {
    const idle = await server.signIn(newPhone())
    server.clock.advance({ days: 14, seconds: 1 })
    expect(await me(idle)).toMatchObject({ code: -4 })
    const busy = await server.signIn(newPhone())
    for (const days of [10, 10, 10]) {
      server.clock.advance({ days })
      expect(await me(busy)).toMatchObject({ ok: true })
    }
    server.clock.advance({ seconds: 1 })
    expect(await me(busy)).toMatchObject({ code: -4 })
  })

  test('has HttpOnly, Secure, Lax cookies of this host only, and no secret stored in clear', async () => {
    const server = await testServer({ config: { isPublishedOnHttps: true } })
    const phone = newPhone()
    const browser = server.browser()
    await login(browser).sendCode({ phone })
    const code = await server.codeSentTo(phone)
    const answer = await browser.fetch('/api1/user/v1/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...browser.headers },
      body: JSON.stringify({ phone, code }),
    })
    const set = answer.headers.getSetCookie()
    expect(set.map(line => line.split('=', 1)[0])).toEqual([
      '__Host-saral-challenge',
      '__Host-saral-session',
      '__Host-saral-device',
    ])
    for (const line of set)
      expect(line).toMatch(
        /Path=\/; HttpOnly; Secure; SameSite=Lax|Path=\/;.*HttpOnly; Secure; SameSite=Lax/,
      )
    const tables = [
      'borrower',
      'phone_lookup',
      'session',
      'session_lookup',
      'device',
      'login_challenge',
    ]
    const dump = await asOwner(server.database.target, async client =>
      JSON.stringify(
        (
          await client.query(
            tables.map(table => `SELECT t::text FROM ${table} t`).join(' UNION ALL '),
          )
        ).rows,
      ),
    )
    const { data } = (await answer.json()) as { data: { token: string } }
    const secrets = [phone, data.token, ...browser.cookies.values()]
    for (const secret of secrets) {
      expect(dump).not.toContain(secret)
      expect(dump).not.toContain(Buffer.from(secret).toString('hex'))
    }
    await server.close()
  })

  test('over http on this machine alone has cookies with other names and without Secure', async () => {
    const challengeAt = async (host: string) =>
      (
        await server.app.inject({
          method: 'GET',
          url: `/api1/sms/v1/sendCode?phone=${newPhone()}`,
          headers: { host, web_uuid: 'a-browser-of-a-test' },
        })
      ).headers['set-cookie']
    expect(await challengeAt('localhost:3000')).toMatch(/^saral-insecure-challenge=(?!.*Secure)/)
    expect(await challengeAt('192.168.1.7:3000')).toMatch(/^__Host-saral-challenge=.*Secure/)
  })
})

test('each sign-in, failed or not, and each refused access is logged with keyed hashes of address and person', async () => {
  const hashed = (value: string) =>
    server.services.cipher.keyedHash('log', value).subarray(0, 12).toString('base64url')
  const from = hashed('127.0.0.1')
  const phone = newPhone()
  const browser = server.browser()
  await login(browser).sendCode({ phone })
  const code = await server.codeSentTo(phone)
  const wrong = String((Number(code) + 1) % 10_000).padStart(4, '0')
  await login(browser).login({ phone, code: wrong })
  const entered = await login(browser).login({ phone, code })
  browser.token = entered.ok ? entered.data.token : undefined
  await browser.calls(contract.account).me({})
  browser.token = 'x'.repeat(43)
  await browser.calls(contract.account).me({})
  const [{ borrower_id: id } = {}] = await server.services.db.raw(
    'SELECT borrower_id FROM phone_lookup WHERE phone_hash = $1',
    [server.services.cipher.keyedHash('phone', phone)],
  )
  const route = '/api1/user/v1/login'
  const ofNumber = { from, who: hashed(phone) }
  expect(server.logged.slice(-4)).toMatchObject([
    { ...ofNumber, route, reason: 'code-wrong' },
    { ...ofNumber, route, code: 0 },
    { from, who: hashed(String(id)), code: 0 },
    { from, reason: 'not-logged-in' },
  ])
  expect(JSON.stringify(server.logged.slice(-5))).not.toContain('127.0.0.1')
})

test('logs nothing personal', async () => {
  const phone = newPhone()
  const browser = await server.signIn(phone)
  await browser.calls(contract.account).me({})
  const text = JSON.stringify(server.logged)
  for (const secret of [phone, phone.slice(2), browser.token, ...browser.cookies.values()])
    expect(text).not.toContain(secret)
  expect(server.logged.at(-1)).toMatchObject({
    method: 'GET',
    route: '/api1/user/v1/me',
    status: 200,
    code: 0,
    requestId: expect.any(String),
  })
})
