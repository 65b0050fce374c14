import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { storeChallenge, useLoginCode } from '#server/accounts/db/sign-in.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { sandboxMessages } from '#server/providers/sms/simulator.ts'
import { testServer } from '#server/testing/app.ts'
import { type Browser, browserOn } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'

const server = forFile(() => testServer())

let last = 9_800_000_000
/** A number that no other test uses. */
const newPhone = () => `91${++last}`
const login = (browser: Browser) => browser.calls(contract.login)
const askFor = async (phone: string, browser = server.browser()) => {
  expect(await login(browser).sendCode({ phone })).toMatchObject({ ok: true })
  return { browser, code: await server.codeSentTo(phone) }
}
const fetchedCode = (
  browser: Browser,
  phone: string,
  headers: Record<string, string> = browser.headers,
) => browser.fetch(`/api1/sms/v1/sendCode?phone=${phone}`, { headers })
const wrongCode = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')

describe('requesting a code', () => {
  test('sends one, and says how long to wait and how many digits it has', async () => {
    const phone = newPhone()
    expect(await login(server.browser()).sendCode({ phone })).toEqual({
      ok: true,
      data: { resendSeconds: 60, codeDigits: 4 },
    })
    expect(await server.codeSentTo(phone)).toMatch(/^\d{4}$/)
  })

  test.each([
    ['en', 'is your Saral sign-in code'],
    ['hi', 'आपका Saral साइन इन कोड है'],
  ])('sends the message in the language of the app (%s)', async (language, words) => {
    const phone = newPhone()
    const browser = server.browser()
    browser.headers['x-language'] = language
    const { code } = await askFor(phone, browser)
    const [message] = await sandboxMessages(server.services, phone)
    expect(message?.text).toMatch(new RegExp(`^${code} ${words}`))
  })

  test.each(['915876543210', '9198765', '9876543210', '91987654321x', ''])(
    'refuses %j, which is no Indian mobile number',
    async phone => {
      const refusal = {
        code: -1,
        reason: 'input-invalid',
        msg: 'Please enter a valid Indian mobile number.',
        errorColumn: [{ column: 'phone' }],
      }
      expect(await login(server.browser()).sendCode({ phone })).toMatchObject(refusal)
    },
  )

  test('is possible again after 60 seconds, for any requester', async () => {
    const phone = newPhone()
    await askFor(phone)
    server.clock.advance({ seconds: 18 })
    expect(await login(server.browser()).sendCode({ phone })).toMatchObject({
      reason: 'code-resend-too-soon',
      msg: 'Please wait 42 seconds before asking for another code.',
      details: { waitSeconds: 42 },
    })
    server.clock.advance({ seconds: 42 })
    await askFor(phone)
  })

  test('is possible five times a day for a number, and then after pauses of at most an hour', async () => {
    const phone = newPhone()
    for (let count = 0; count < 5; count++) {
      await askFor(phone)
      server.clock.advance({ seconds: 61 })
    }
    const waits: number[] = []
    for (let pause = 0; pause < 5; pause++) {
      const refusal = await login(server.browser()).sendCode({ phone })
      expect(refusal).toMatchObject({ reason: 'code-limit-reached' })
      const waitSeconds = refusal.ok ? 0 : Number(refusal.details.waitSeconds)
      waits.push(waitSeconds)
      server.clock.advance({ seconds: waitSeconds })
      await askFor(phone)
    }
    expect(waits).toEqual([600 - 61, 1_200, 2_400, 3_600, 3_600])
    server.clock.advance({ days: 1 })
    await askFor(phone)
  })

  test('answers known and unknown numbers alike', async () => {
    const customer = newPhone()
    await server.signIn(customer)
    server.clock.advance({ seconds: 61 })
    const unknown = newPhone()
    const raw = async (phone: string) => (await fetchedCode(server.browser(), phone)).text()
    expect(await raw(customer)).toBe(await raw(unknown))
  })

  test.each<[string, Record<string, string>, number, string]>([
    ['no header that only our app can send', {}, 400, 'header-invalid'],
    ['a request id that is none', { web_uuid: 'x' }, 400, 'header-invalid'],
    [
      'a header of another site',
      { web_uuid: randomUUID(), 'sec-fetch-site': 'cross-site' },
      403,
      'not-found',
    ],
  ])('cannot be caused by a page of another site: %s', async (_what, headers, status, reason) => {
    const phone = newPhone()
    const answer = await fetchedCode(server.browser(), phone, headers)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ code: -1, data: { reason } })
    expect(await server.codeSentTo(phone)).toBe('no code was sent')
    expect((await fetchedCode(server.browser(), phone)).status).toBe(200)
  })

  test('is not permitted to another site that asks before it sends the header', async () => {
    const answer = await server.browser().fetch('/api1/sms/v1/sendCode', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://other.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'web_uuid',
      },
    })
    expect([...answer.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
  })

  test('gets the same answer for a phone that no message reaches', async () => {
    const phone = `91${9_700_000_000}`
    expect(await login(server.browser()).sendCode({ phone })).toMatchObject({ ok: true })
    expect(await server.codeSentTo(phone)).toBe('no code was sent')
  })
})

describe('limits over all codes', () => {
  test('an address that sends too many requests a minute gets 429 with Retry-After', async () => {
    const strict = await testServer({ config: { limitScale: 0.001 } })
    const ask = (phone: string) => login(strict.browser()).sendCode({ phone })
    expect(await ask(newPhone())).toMatchObject({ ok: true })
    expect(await ask(newPhone())).toMatchObject({
      reason: 'rate-limited',
      retryAfterSeconds: expect.any(Number),
    })
    await strict.close()
  })

  test('half of a day’s codes go to the first requests; of the rest, a new network gets three', async () => {
    const strict = await testServer({
      config: { limitScale: 1, trustedProxies: ['loopback'], proofOfWorkBits: 0 },
    })
    /** Each of the rows that share one half. */
    const spendHalf = (half: 'code-all' | 'code-kept', remaining: number) =>
      asOwner(strict.database.target, client =>
        client.query(
          `INSERT INTO rate_window (bucket, count, resets_at)
           SELECT $1 || ':' || row, $2::int, $3 FROM generate_series(0, 15) AS row
           ON CONFLICT (bucket) DO UPDATE SET count = excluded.count, resets_at = excluded.resets_at`,
          [half, 200_000 / 2 / 16 - remaining, new Date(strict.clock.now().getTime() + 3_600_000)],
        ),
      )
    const askAt = async (ip: string) => {
      const browser = browserOn(strict.origin)
      browser.headers['x-forwarded-for'] = ip
      return (await fetchedCode(browser, newPhone())).status
    }
    await spendHalf('code-all', 1)
    for (let time = 0; time < 4; time += 1) {
      expect(await askAt('203.0.113.1')).toBe(200)
      await spendHalf('code-all', 1)
    }
    await spendHalf('code-all', 0)
    for (const status of [200, 200, 200, 429]) expect(await askAt('203.0.113.1')).toBe(status)
    expect(await askAt('198.51.100.1')).toBe(200)
    await spendHalf('code-kept', 0)
    const answer = await fetchedCode(strict.browser(), newPhone())
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBe(3_600)
    expect(await answer.json()).toMatchObject({ code: -1, data: { reason: 'rate-limited' } })
    await strict.close()
  })

  test('a prefix of numbers has its own budget', async () => {
    const strict = await testServer({ config: { limitScale: 1 } })
    const phone = newPhone()
    await login(strict.browser()).sendCode({ phone })
    await asOwner(strict.database.target, client =>
      client.query("UPDATE rate_window SET count = 2000 WHERE bucket LIKE 'code-prefix:%'"),
    )
    expect(await login(strict.browser()).sendCode({ phone: newPhone() })).toMatchObject({
      reason: 'rate-limited',
    })
    expect(await login(strict.browser()).sendCode({ phone: '917000000001' })).toMatchObject({
      ok: true,
    })
    await strict.close()
  })
})

describe('exchanging a code', () => {
  test('creates a session, and registers the borrower the first time', async () => {
    const phone = newPhone()
    const first = await askFor(phone)
    const entered = await login(first.browser).login({ phone, code: first.code })
    expect(entered).toEqual({
      ok: true,
      data: { token: expect.stringMatching(/^[\w-]{65}$/), isRegister: 1 },
    })
    server.clock.advance({ seconds: 61 })
    const second = await askFor(phone, first.browser)
    const again = await login(second.browser).login({ phone, code: second.code })
    expect(again).toMatchObject({ ok: true, data: { isRegister: 0 } })
    expect(again.ok && entered.ok && again.data.token !== entered.data.token).toBe(true)
  })

  test('works once', async () => {
    const phone = newPhone()
    const { browser, code } = await askFor(phone)
    const stolen = new Map(browser.cookies)
    expect(await login(browser).login({ phone, code })).toMatchObject({ ok: true })
    for (const [name, value] of stolen) browser.cookies.set(name, value)
    expect(await login(browser).login({ phone, code })).toMatchObject({ reason: 'code-expired' })
  })

  test('works for one of two simultaneous requests', async () => {
    const phone = newPhone()
    const { browser, code } = await askFor(phone)
    const answers = await Promise.all([
      login(browser).login({ phone, code }),
      login(browser).login({ phone, code }),
    ])
    expect(answers.map(answer => answer.ok).sort()).toEqual([false, true])
  })

  test('works only in the browser that requested the code, and only for its number', async () => {
    const phone = newPhone()
    const { browser, code } = await askFor(phone)
    expect(await login(server.browser()).login({ phone, code })).toMatchObject({
      reason: 'code-expired',
    })
    expect(await login(browser).login({ phone: newPhone(), code })).toMatchObject({
      reason: 'code-expired',
    })
    expect(await login(browser).login({ phone, code })).toMatchObject({ ok: true })
  })

  test('works within five minutes', async () => {
    const phone = newPhone()
    const { browser, code } = await askFor(phone)
    server.clock.advance({ seconds: 301 })
    expect(await login(browser).login({ phone, code })).toMatchObject({ reason: 'code-expired' })
  })

  test('allows three tries, also when many come at once', async () => {
    const phone = newPhone()
    const { browser, code } = await askFor(phone)
    const bad = wrongCode(code)
    expect(await login(browser).login({ phone, code: bad })).toMatchObject({
      reason: 'code-wrong',
      code: -1,
    })
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => login(browser).login({ phone, code: bad })),
    )
    expect(answers.filter(answer => !answer.ok && answer.reason === 'code-wrong')).toHaveLength(1)
    expect(await login(browser).login({ phone, code })).toMatchObject({
      reason: 'code-tries-exhausted',
    })
  })

  test('binds a native client, which keeps no cookies, by its own id', async () => {
    const phone = newPhone()
    const native = server.browser()
    native.headers.os = 'android'
    await askFor(phone, native)
    expect(native.cookies.size).toBe(0)
    const other = server.browser()
    other.headers.os = 'android'
    const code = await server.codeSentTo(phone)
    expect(await login(other).login({ phone, code })).toMatchObject({ reason: 'code-expired' })
    expect(await login(native).login({ phone, code })).toMatchObject({ ok: true })
  })

  test('creates one borrower for two simultaneous first sign-ins of a number', async () => {
    const phone = newPhone()
    const one = await askFor(phone)
    // A code that the second request does not void.
    await asOwner(server.database.target, client =>
      client.query('UPDATE login_challenge SET is_of_known_device = true'),
    )
    server.clock.advance({ seconds: 61 })
    const two = await askFor(phone)
    const answers = await Promise.all([
      login(one.browser).login({ phone, code: one.code }),
      login(two.browser).login({ phone, code: two.code }),
    ])
    expect(answers.map(answer => answer.ok && answer.data.isRegister).sort()).toEqual([0, 1])
  })
})

test('the configuration sets the length of the code', async () => {
  const six = await testServer({ config: { loginCodeDigits: 6 } })
  const phone = newPhone()
  expect(await login(six.browser()).sendCode({ phone })).toMatchObject({
    ok: true,
    data: { codeDigits: 6 },
  })
  expect(await six.codeSentTo(phone)).toMatch(/^\d{6}$/)
  await six.close()
})

test('a sign-in code is used up by the first of two simultaneous requests', async () => {
  const { db, clock } = server.services
  const [challengeHash, phoneHash, codeHash] = [1, 2, 3].map(byte => Buffer.alloc(32, byte))
  if (!challengeHash || !phoneHash || !codeHash) throw new Error('a hash is missing')
  const expiresAt = new Date(clock.now().getTime() + 300_000)
  const hashes = { challengeHash, phoneHash, codeHash }
  await storeChallenge(db, { ...hashes, expiresAt, isOfKnownDevice: false, digits: 4 })
  const used = await Promise.all([
    useLoginCode(db, challengeHash, codeHash),
    useLoginCode(db, challengeHash, codeHash),
  ])
  expect(used.filter(Boolean)).toHaveLength(1)
})
