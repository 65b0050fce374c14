import { beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { readChallenge } from '#contract/proof-of-work.ts'
import { BUDGETS } from '#domain/accounts/code-guessing.ts'
import { forgetOldStandings } from '#server/accounts/code-guesses.ts'
import { chargeSharedBudget } from '#server/accounts/db/code-standing.ts'
import { nativeRoutes } from '#server/accounts/routes.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { cookieName } from '#server/platform/http/cookies.ts'
import { troubles } from '#server/staff/inbox/trouble.ts'
import { testServer } from '#server/testing/app.ts'
import { type Browser, browserOn } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { workingFor } from '#server/testing/work.ts'

const DAY_MS = 86_400_000
const DEVICE_COOKIE = cookieName('device', false)

const server = forFile(() =>
  testServer({
    routes: nativeRoutes,
    config: { limitScale: 1, trustedProxies: ['loopback'], proofOfWorkBits: 0 },
  }),
)
/** Gives each test a product in which nobody has guessed yet. */
beforeEach(() =>
  asOwner(server.database.target, async client => {
    await client.query('DELETE FROM code_standing')
    await client.query("DELETE FROM rate_window WHERE bucket LIKE 'codes-%'")
  }),
)

let last = 9_600_000_000
const newPhone = () => `91${++last}`
/** The calls of a browser that proves work where it is asked to (decision 54). */
function login(browser: Browser) {
  const { sendCode, login: enter } = browser.calls(contract.login)
  return {
    sendCode: (input: { phone: string }) => workingFor(options => sendCode(input, options)),
    login: ({ phone, code }: { phone: string; code: string }) =>
      workingFor(options => enter({ phone, code }, options)),
  }
}
const wrongCode = (code: string) =>
  String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0')

function browserAt(ip: string, origin = server.origin): Browser {
  const browser = browserOn(origin)
  browser.headers['x-forwarded-for'] = ip
  return browser
}

/** A browser that requested a code, the code, and how long the answer says it is. */
async function asking(ip: string, phone = newPhone(), browser = browserAt(ip)) {
  browser.headers['x-forwarded-for'] = ip
  const sent = await login(browser).sendCode({ phone })
  if (!sent.ok) throw new Error(sent.reason)
  const code = await server.codeSentTo(phone)
  expect(code).toHaveLength(sent.data.codeDigits)
  return { browser, phone, code }
}

/** Enters a wrong code of the right length; returns whether the guess was judged. */
async function guess({
  browser,
  phone,
  code,
}: Awaited<ReturnType<typeof asking>>): Promise<boolean> {
  const answer = await login(browser).login({ phone, code: wrongCode(code) })
  if (answer.ok) throw new Error('a wrong code was taken')
  // Of many at once, a slow server refuses some before it looks at them.
  if (answer.reason === 'server-busy') return guess({ phone, browser, code })
  expect(['code-wrong', 'code-tries-exhausted', 'code-longer']).toContain(answer.reason)
  return answer.reason !== 'code-longer'
}

/**
 * Enters this many wrong codes one after another, each for another number; returns the lengths of the
 * codes.
 */
async function guessesFrom(ip: string, times: number): Promise<number[]> {
  const lengths: number[] = []
  for (let time = 0; time < times; time += 1) {
    const asked = await asking(ip)
    expect(await guess(asked)).toBe(true)
    lengths.push(asked.code.length)
  }
  return lengths
}

/** The length of the next code for an unknown device there. */
const digitsAt = async (ip: string) => (await asking(ip)).code.length

/** Takes from a shared budget, as wrong codes of many networks would. */
const spend = (name: 'first' | 'long', thousandths: number) =>
  chargeSharedBudget(server.services.db, {
    scope: `all:${name}`,
    ...BUDGETS[name],
    cost: thousandths,
    now: server.clock.now(),
  })

const signIn = async (ip: string, phone = newPhone(), browser = browserAt(ip)) => {
  const asked = await asking(ip, phone, browser)
  return login(browser).login({ phone, code: asked.code })
}

/** Makes the browser the device on which its borrower's identity was verified. */
const verifyIdentityOn = async (phone: string) =>
  asOwner(server.database.target, client =>
    client.query(
      `UPDATE device SET known_at = now(), known_by = 'identity'
       WHERE borrower_id = (SELECT borrower_id FROM phone_lookup WHERE phone_hash = $1)`,
      [server.services.cipher.keyedHash('phone', phone)],
    ),
  )

/** How many codes of a number may still be tried. */
const guessableCodesOf = async (phone: string): Promise<number> => {
  const hash = server.services.cipher.keyedHash('phone', phone)
  const sql = 'SELECT FROM login_challenge WHERE phone_hash = $1'
  return (await server.database.db.raw(sql, [hash])).length
}

test('few four-digit guesses of a burst from 30 networks are judged, however many come at once', async () => {
  await spend('first', 100_000)
  const asked = await Promise.all(
    Array.from({ length: 30 }, (_, prefix) =>
      Array.from({ length: 3 }, () => asking(`203.0.${prefix}.9`)),
    ).flat(),
  )
  expect(asked.every(({ code }) => code.length === 4)).toBe(true)
  const judged = (await Promise.all(asked.map(guess))).filter(Boolean)
  // What the budget has left, and as many more as six connections may have under way.
  expect(judged.length).toBeLessThanOrEqual(80 + 6)
  expect(judged.length).toBeGreaterThanOrEqual(60)
})

test('with empty budgets a newcomer signs in at once: with six digits, then with eight', async () => {
  expect(await digitsAt('198.51.100.1')).toBe(4)
  await spend('first', 180_000)
  expect(await digitsAt('198.51.101.1')).toBe(6)
  await spend('long', 40_000)
  const asked = await asking('198.51.102.1')
  expect(asked.code).toHaveLength(8)
  expect(await login(asked.browser).login({ ...asked, code: wrongCode(asked.code) })).toMatchObject(
    { reason: 'code-wrong' },
  )
  expect(await login(asked.browser).login(asked)).toMatchObject({ ok: true })
})

test('a code that became too short while it was typed is compared by nobody, and replaced without a wait', async () => {
  const known = newPhone()
  await signIn('198.51.100.1', known)
  server.clock.advance({ seconds: 61 })
  const right = await asking('192.0.2.1', known)
  const unknown = await asking('192.0.3.1')
  await spend('first', 180_000)
  const tooShort = {
    ok: false,
    reason: 'code-longer',
    msg: 'To keep your account safe, this sign-in needs a longer code. Please ask for a new one.',
  }
  const answers = [
    await login(right.browser).login(right),
    await login(unknown.browser).login(unknown),
    await login(unknown.browser).login({ phone: unknown.phone, code: wrongCode(unknown.code) }),
  ]
  for (const answer of answers) expect(answer).toMatchObject(tooShort)
  // At once, without the minute between two codes.
  const longer = await asking('192.0.2.1', known, right.browser)
  expect(longer.code).toHaveLength(6)
  expect(await login(right.browser).login(longer)).toMatchObject({ ok: true })
  // Another browser, which had no code, waits that minute.
  expect(await login(browserAt('192.0.2.1')).sendCode({ phone: known })).toMatchObject({
    reason: 'code-resend-too-soon',
  })
})

test('the inbox says that new devices get longer codes', async () => {
  const notes = async () =>
    (await troubles(server.services, server.clock.now())).map(({ kind, notes }) => [kind, ...notes])
  expect(await notes()).toEqual([])
  await spend('first', 180_000)
  expect(await notes()).toEqual([['sign-in-codes', 'longer']])
})

test('digits of another number than were sent are compared with nothing, and count no try', async () => {
  await spend('first', 180_000)
  const asked = await asking('198.51.100.1')
  for (const code of ['1234', '12345', '12345678', '4321'])
    expect(await login(asked.browser).login({ phone: asked.phone, code })).toMatchObject({
      reason: 'code-length',
      msg: 'Please enter all 6 digits of the code.',
      details: { digits: 6 },
    })
  expect(await login(asked.browser).login(asked)).toMatchObject({ ok: true })
})

test('a longer code costs some work, also in a quiet hour', async () => {
  const { sendCode } = browserAt('198.51.100.1').calls(contract.login)
  const phone = newPhone()
  const bitsOf = async () => {
    const answer = await sendCode({ phone })
    if (answer.ok || answer.reason !== 'proof-of-work-required') return undefined
    return readChallenge(answer.details.challenge)?.bits
  }
  expect(await bitsOf()).toBeUndefined()
  await spend('first', 180_000)
  expect(await bitsOf()).toBe(1)
  await spend('long', 40_000)
  expect(await bitsOf()).toBe(2)
})

test('a campaign elsewhere locks nobody out, and a borrower who mistypes once can retry at once', async () => {
  for (let prefix = 0; prefix < 10; prefix += 1) await guessesFrom(`203.0.${prefix}.9`, 3)
  expect(await signIn('198.51.100.1')).toMatchObject({ ok: true })
  const mistyped = await asking('198.51.101.1')
  expect(await guess(mistyped)).toBe(true)
  expect(await login(mistyped.browser).login(mistyped)).toMatchObject({ ok: true })
})

test('three tries with one code are judged, and the next code of that network is longer', async () => {
  const asked = await asking('198.51.100.1')
  for (let time = 0; time < 3; time += 1) expect(await guess(asked)).toBe(true)
  expect(await digitsAt('198.51.100.2')).toBe(6)
  expect(await digitsAt('198.51.101.1')).toBe(4)
})

test('right codes allow their prefix some wrong ones, once a day for each number', async () => {
  const phone = newPhone()
  for (let again = 0; again < 4; again += 1) {
    expect(await signIn('198.51.100.1', phone)).toMatchObject({ ok: true })
    server.clock.advance({ seconds: 61 })
  }
  expect(await guessesFrom('198.51.100.1', 4)).toEqual([4, 4, 6, 6])
  for (let number = 0; number < 4; number += 1)
    expect(await signIn('198.51.102.1')).toMatchObject({ ok: true })
  expect(await guessesFrom('198.51.102.1', 5)).toEqual([4, 4, 4, 6, 6])
})

test('the prefix of an IPv6 address is a /48', async () => {
  expect(await guessesFrom('2001:db8:1:1::1', 2)).toEqual([4, 4])
  expect(await guessesFrom('2001:db8:1:2::1', 1)).toEqual([6])
  expect(await guessesFrom('2001:db8:2:1::1', 2)).toEqual([4, 4])
})

test('a number’s own device signs in from a guessing prefix, and gets codes after strangers have used up theirs', async () => {
  const phone = newPhone()
  const own = browserAt('198.51.100.1')
  await signIn('198.51.100.1', phone, own)
  await verifyIdentityOn(phone)
  for (let stranger = 0; stranger < 12; stranger += 1) {
    server.clock.advance({ seconds: 61 })
    await login(browserAt(`203.0.${stranger % 6}.1`)).sendCode({ phone })
  }
  const ask = (ip: string) => login(browserAt(ip)).sendCode({ phone })
  expect(await ask('203.0.1.1')).toMatchObject({ reason: 'code-limit-reached' })
  // A newcomer may be the owner on a new device: it goes first, and the others wait anew.
  expect(await ask('203.0.113.1')).toMatchObject({ ok: true })
  expect(await ask('203.0.1.1')).toMatchObject({ details: { waitSeconds: 300 } })
  // Another newcomer waits for newcomers only, and is told so (decision 37).
  expect(await ask('203.0.114.1')).toMatchObject({ details: { waitSeconds: 120, waitMinutes: 2 } })
  server.clock.advance({ seconds: 119 })
  expect(await ask('203.0.114.1')).toMatchObject({ ok: false })
  server.clock.advance({ seconds: 1 })
  expect(await ask('203.0.114.1')).toMatchObject({ ok: true })
  await guessesFrom('192.0.2.1', 5)
  const again = await asking('192.0.2.1', phone, own)
  expect(await login(own).login({ phone, code: wrongCode(again.code) })).toMatchObject({
    reason: 'code-wrong',
  })
  expect(await login(own).login(again)).toMatchObject({ ok: true })
  // The device belongs to this number only.
  expect((await asking('192.0.2.1', newPhone(), own)).code).toHaveLength(6)
})

test('a stranger who requests codes for another’s number uses up only the five codes of their own prefix', async () => {
  const phone = newPhone()
  for (let asked = 0; asked < 5; asked += 1) {
    await asking('203.0.113.1', phone)
    server.clock.advance({ seconds: 61 })
  }
  expect(await login(browserAt('203.0.113.2')).sendCode({ phone })).toMatchObject({
    reason: 'code-limit-reached',
  })
  for (let asked = 0; asked < 5; asked += 1) {
    await asking('198.51.100.1', phone)
    server.clock.advance({ seconds: 61 })
  }
})

test('a newer code of a number voids the older ones, also of two requests at once', async () => {
  const phone = newPhone()
  const first = await asking('198.51.100.1', phone)
  const second = await asking('203.0.113.1', phone)
  expect(await login(first.browser).login(first)).toMatchObject({ reason: 'code-expired' })
  expect(await login(second.browser).login(second)).toMatchObject({ ok: true })

  const other = newPhone()
  const browsers = ['198.51.100.1', '203.0.113.1', '192.0.2.1'].map(ip => browserAt(ip))
  const sent = await Promise.all(browsers.map(each => login(each).sendCode({ phone: other })))
  expect(sent.map(({ ok }) => ok)).toEqual([true, true, true])
  expect(await guessableCodesOf(other)).toBe(1)
})

test('a stranger’s code leaves the one that the number’s own device asked for, whose next one voids the stranger’s', async () => {
  const phone = newPhone()
  const own = browserAt('198.51.100.1')
  await signIn('198.51.100.1', phone, own)
  await verifyIdentityOn(phone)
  server.clock.advance({ seconds: 61 })
  const mine = await asking('198.51.100.1', phone, own)
  await asking('203.0.113.1', phone)
  expect(await login(own).login(mine)).toMatchObject({ ok: true })
  server.clock.advance({ seconds: 61 })
  const stranger = await asking('192.0.2.1', phone)
  await asking('198.51.100.1', phone, own)
  expect(await login(stranger.browser).login(stranger)).toMatchObject({ reason: 'code-expired' })
})

test('a planted device cookie makes no device known; it is replaced by one that we made', async () => {
  const phone = newPhone()
  const planted = 'p'.repeat(86)
  const victim = browserAt('198.51.100.1')
  const attacker = browserAt('192.0.2.1')
  for (const browser of [victim, attacker]) browser.cookies.set(DEVICE_COOKIE, planted)
  await signIn('198.51.100.1', phone, victim)
  await verifyIdentityOn(phone)
  expect(victim.cookies.get(DEVICE_COOKIE)).not.toBe(planted)
  await guessesFrom('192.0.2.1', 5)
  expect((await asking('192.0.2.1', phone, attacker)).code).toHaveLength(6)
  // The owner's cookie stays, and is known.
  const made = victim.cookies.get(DEVICE_COOKIE)
  server.clock.advance({ seconds: 61 })
  expect((await asking('192.0.2.1', phone, victim)).code).toHaveLength(4)
  server.clock.advance({ seconds: 61 })
  await signIn('192.0.2.1', phone, victim)
  expect(victim.cookies.get(DEVICE_COOKIE)).toBe(made)
})

test('a true device cookie of an attacker, planted in a borrower’s browser, becomes no device of theirs', async () => {
  const phone = newPhone()
  const victim = browserAt('198.51.100.1')
  const attacker = browserAt('192.0.2.1')
  await signIn('192.0.2.1', newPhone(), attacker)
  victim.cookies.set(DEVICE_COOKIE, attacker.cookies.get(DEVICE_COOKIE) ?? '')
  await signIn('198.51.100.1', phone, victim)
  await verifyIdentityOn(phone)
  server.clock.advance({ seconds: 61 })
  await guessesFrom('192.0.2.1', 8)
  expect((await asking('192.0.2.1', phone, attacker)).code).toHaveLength(6)
  expect((await asking('192.0.2.1', phone, victim)).code).toHaveLength(4)
})

test('a phone that three borrowers share is known to be that of each, and forgets the fourth', async () => {
  const phones = Array.from({ length: 4 }, newPhone)
  const shared = browserAt('198.51.100.1')
  for (const phone of phones) {
    await signIn('198.51.100.1', phone, shared)
    await verifyIdentityOn(phone)
  }
  server.clock.advance({ seconds: 61 })
  await guessesFrom('192.0.2.1', 8)
  const lengths: number[] = []
  for (const phone of phones) lengths.push((await asking('192.0.2.1', phone, shared)).code.length)
  expect(lengths).toEqual([6, 4, 4, 4])
})

test('headers copied from a device make no device known', async () => {
  const phone = newPhone()
  const device = { os: 'android', deviceId: 'device-0001', idfv: '', brand: 'Pixel' }
  const app = browserAt('198.51.100.1')
  Object.assign(app.headers, device)
  const first = await asking('198.51.100.1', phone, app)
  expect(
    await app.calls(contract.native).login({ by: 'code', phone, code: first.code }),
  ).toMatchObject({ ok: true })
  await verifyIdentityOn(phone)
  server.clock.advance({ seconds: 61 })
  await guessesFrom('192.0.2.1', 5)
  const copied = browserAt('192.0.2.1')
  Object.assign(copied.headers, device)
  const stolen = await asking('192.0.2.1', phone, copied)
  expect(stolen.code).toHaveLength(6)
  const answer = await copied
    .calls(contract.native)
    .login({ by: 'code', phone, code: stolen.code.slice(0, 4) })
  expect(answer).toMatchObject({ reason: 'code-length' })
})

test('stores no address, and removes standings that were unused for a month', async () => {
  await guessesFrom('192.0.2.77', 1)
  const rows = async () =>
    JSON.stringify(await server.database.db.raw('SELECT * FROM code_standing'))
  expect(await rows()).toContain('prefix:')
  expect(await rows()).not.toContain('192.0.2')
  await forgetOldStandings(server.services.db, new Date(server.clock.now().getTime() + 29 * DAY_MS))
  expect(await rows()).toContain('prefix:')
  await forgetOldStandings(server.services.db, new Date(server.clock.now().getTime() + 31 * DAY_MS))
  expect(await rows()).toBe('[]')
})
