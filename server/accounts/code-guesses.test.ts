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
/** Gives each test a product without any guesses. */
beforeEach(() =>
  asOwner(server.database.target, async client => {
    await client.query('DELETE FROM code_standing')
    await client.query("DELETE FROM rate_window WHERE bucket LIKE 'codes-%'")
  }),
)

let last = 9_600_000_000
const newPhone = () => `91${++last}`
/** The calls of a browser that solves a proof of work on request (decision 54). */
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

/** A browser that requested a code, with its number and the code, whose length the answer states. */
async function asking(ip: string, phone = newPhone(), browser = browserAt(ip)) {
  browser.headers['x-forwarded-for'] = ip
  const answer = await login(browser).sendCode({ phone })
  if (!answer.ok) throw new Error(answer.reason)
  const code = await server.codeSentTo(phone)
  expect(code).toHaveLength(answer.data.codeDigits)
  return { browser, phone, code }
}

/** Enters a wrong code of the right length; returns whether it was judged. */
async function guess({
  browser,
  phone,
  code,
}: Awaited<ReturnType<typeof asking>>): Promise<boolean> {
  const answer = await login(browser).login({ phone, code: wrongCode(code) })
  if (answer.ok) throw new Error('a wrong code was taken')
  // A slow server refuses some of many simultaneous requests before it compares them.
  if (answer.reason === 'server-busy') return guess({ phone, browser, code })
  expect(['code-wrong', 'code-tries-exhausted', 'code-longer']).toContain(answer.reason)
  return answer.reason !== 'code-longer'
}

/** Enters this many wrong codes, each for another number; returns the lengths of the codes. */
async function guessesFrom(ip: string, times: number): Promise<number[]> {
  const lengths: number[] = []
  for (let time = 0; time < times; time += 1) {
    const attempt = await asking(ip)
    expect(await guess(attempt)).toBe(true)
    lengths.push(attempt.code.length)
  }
  return lengths
}

/** The length of the next code for an unknown device there. */
const digitsAt = async (ip: string) => (await asking(ip)).code.length

/** Charges a shared budget, like wrong codes of many networks. */
const spend = (name: 'first' | 'long', thousandths: number) =>
  chargeSharedBudget(server.services.db, {
    scope: `all:${name}`,
    ...BUDGETS[name],
    cost: thousandths,
    now: server.clock.now(),
  })

const signIn = async (ip: string, phone = newPhone(), browser = browserAt(ip)) => {
  const attempt = await asking(ip, phone, browser)
  return login(browser).login({ phone, code: attempt.code })
}

/** Marks the browser as the device on which its borrower's identity was verified. */
const verifyIdentityOn = async (phone: string) =>
  asOwner(server.database.target, client =>
    client.query(
      `UPDATE device SET known_at = now(), known_by = 'identity'
       WHERE borrower_id = (SELECT borrower_id FROM phone_lookup WHERE phone_hash = $1)`,
      [server.services.cipher.keyedHash('phone', phone)],
    ),
  )

/** The number of codes of a number that may still be tried. */
const guessableCodesOf = async (phone: string): Promise<number> => {
  const hash = server.services.cipher.keyedHash('phone', phone)
  const sql = 'SELECT FROM login_challenge WHERE phone_hash = $1'
  return (await server.database.db.raw(sql, [hash])).length
}

test('a burst from 30 networks gets few four-digit guesses judged', async () => {
  await spend('first', 100_000)
  const attempts = await Promise.all(
    Array.from({ length: 30 }, (_, prefix) =>
      Array.from({ length: 3 }, () => asking(`203.0.${prefix}.9`)),
    ).flat(),
  )
  expect(attempts.every(({ code }) => code.length === 4)).toBe(true)
  const judged = (await Promise.all(attempts.map(guess))).filter(Boolean)
  // The rest of the budget, and the guesses under way on six connections.
  expect(judged.length).toBeLessThanOrEqual(80 + 6)
  expect(judged.length).toBeGreaterThanOrEqual(60)
})

test('a newcomer signs in at once with empty budgets: with six digits, then with eight', async () => {
  expect(await digitsAt('198.51.100.1')).toBe(4)
  await spend('first', 180_000)
  expect(await digitsAt('198.51.101.1')).toBe(6)
  await spend('long', 40_000)
  const attempt = await asking('198.51.102.1')
  expect(attempt.code).toHaveLength(8)
  expect(
    await login(attempt.browser).login({ ...attempt, code: wrongCode(attempt.code) }),
  ).toMatchObject({ reason: 'code-wrong' })
  expect(await login(attempt.browser).login(attempt)).toMatchObject({ ok: true })
})

test('a code that became too short while it was typed is not compared, and replaced without a wait', async () => {
  const phone = newPhone()
  await signIn('198.51.100.1', phone)
  server.clock.advance({ seconds: 61 })
  const right = await asking('192.0.2.1', phone)
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
  const longer = await asking('192.0.2.1', phone, right.browser)
  expect(longer.code).toHaveLength(6)
  expect(await login(right.browser).login(longer)).toMatchObject({ ok: true })
  // Another browser without a code waits that minute.
  expect(await login(browserAt('192.0.2.1')).sendCode({ phone })).toMatchObject({
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

test('a code of another length than was sent is not compared, and counts no try', async () => {
  await spend('first', 180_000)
  const attempt = await asking('198.51.100.1')
  for (const code of ['1234', '12345', '12345678', '4321'])
    expect(await login(attempt.browser).login({ phone: attempt.phone, code })).toMatchObject({
      reason: 'code-length',
      msg: 'Please enter all 6 digits of the code.',
      details: { digits: 6 },
    })
  expect(await login(attempt.browser).login(attempt)).toMatchObject({ ok: true })
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

test('a campaign elsewhere locks out nobody, and a borrower who mistypes once can retry at once', async () => {
  for (let prefix = 0; prefix < 10; prefix += 1) await guessesFrom(`203.0.${prefix}.9`, 3)
  expect(await signIn('198.51.100.1')).toMatchObject({ ok: true })
  const mistyped = await asking('198.51.101.1')
  expect(await guess(mistyped)).toBe(true)
  expect(await login(mistyped.browser).login(mistyped)).toMatchObject({ ok: true })
})

test('three tries with one code are judged, and the next code of that network is longer', async () => {
  const attempt = await asking('198.51.100.1')
  for (let time = 0; time < 3; time += 1) expect(await guess(attempt)).toBe(true)
  expect(await digitsAt('198.51.100.2')).toBe(6)
  expect(await digitsAt('198.51.101.1')).toBe(4)
})

test('right codes earn their prefix some wrong ones, once a day for each number', async () => {
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
  const device = browserAt('198.51.100.1')
  await signIn('198.51.100.1', phone, device)
  await verifyIdentityOn(phone)
  for (let stranger = 0; stranger < 12; stranger += 1) {
    server.clock.advance({ seconds: 61 })
    await login(browserAt(`203.0.${stranger % 6}.1`)).sendCode({ phone })
  }
  const ask = (ip: string) => login(browserAt(ip)).sendCode({ phone })
  expect(await ask('203.0.1.1')).toMatchObject({ reason: 'code-limit-reached' })
  // A newcomer may be the owner on a new device: it goes first, and the others' wait starts again.
  expect(await ask('203.0.113.1')).toMatchObject({ ok: true })
  expect(await ask('203.0.1.1')).toMatchObject({ details: { waitSeconds: 300 } })
  // Another newcomer waits only for newcomers, and reads so (decision 37).
  expect(await ask('203.0.114.1')).toMatchObject({ details: { waitSeconds: 120, waitMinutes: 2 } })
  server.clock.advance({ seconds: 119 })
  expect(await ask('203.0.114.1')).toMatchObject({ ok: false })
  server.clock.advance({ seconds: 1 })
  expect(await ask('203.0.114.1')).toMatchObject({ ok: true })
  await guessesFrom('192.0.2.1', 5)
  const again = await asking('192.0.2.1', phone, device)
  expect(await login(device).login({ phone, code: wrongCode(again.code) })).toMatchObject({
    reason: 'code-wrong',
  })
  expect(await login(device).login(again)).toMatchObject({ ok: true })
  // The device belongs to this number only.
  expect((await asking('192.0.2.1', newPhone(), device)).code).toHaveLength(6)
})

test('a stranger who requests codes for another’s number uses up only the five codes of their own prefix', async () => {
  const phone = newPhone()
  for (let count = 0; count < 5; count += 1) {
    await asking('203.0.113.1', phone)
    server.clock.advance({ seconds: 61 })
  }
  expect(await login(browserAt('203.0.113.2')).sendCode({ phone })).toMatchObject({
    reason: 'code-limit-reached',
  })
  for (let count = 0; count < 5; count += 1) {
    await asking('198.51.100.1', phone)
    server.clock.advance({ seconds: 61 })
  }
})

test('a newer code of a number voids the older ones, also after simultaneous requests', async () => {
  const phone = newPhone()
  const first = await asking('198.51.100.1', phone)
  const second = await asking('203.0.113.1', phone)
  expect(await login(first.browser).login(first)).toMatchObject({ reason: 'code-expired' })
  expect(await login(second.browser).login(second)).toMatchObject({ ok: true })

  const other = newPhone()
  const browsers = ['198.51.100.1', '203.0.113.1', '192.0.2.1'].map(ip => browserAt(ip))
  const answers = await Promise.all(browsers.map(each => login(each).sendCode({ phone: other })))
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true])
  expect(await guessableCodesOf(other)).toBe(1)
})

test('a stranger’s code leaves that of the number’s own device, whose next one voids the stranger’s', async () => {
  const phone = newPhone()
  const device = browserAt('198.51.100.1')
  await signIn('198.51.100.1', phone, device)
  await verifyIdentityOn(phone)
  server.clock.advance({ seconds: 61 })
  const mine = await asking('198.51.100.1', phone, device)
  await asking('203.0.113.1', phone)
  expect(await login(device).login(mine)).toMatchObject({ ok: true })
  server.clock.advance({ seconds: 61 })
  const stranger = await asking('192.0.2.1', phone)
  await asking('198.51.100.1', phone, device)
  expect(await login(stranger.browser).login(stranger)).toMatchObject({ reason: 'code-expired' })
})

test('a planted device cookie makes no device known, and is replaced by one of ours', async () => {
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
  const cookie = victim.cookies.get(DEVICE_COOKIE)
  server.clock.advance({ seconds: 61 })
  expect((await asking('192.0.2.1', phone, victim)).code).toHaveLength(4)
  server.clock.advance({ seconds: 61 })
  await signIn('192.0.2.1', phone, victim)
  expect(victim.cookies.get(DEVICE_COOKIE)).toBe(cookie)
})

test('a genuine device cookie of an attacker in a borrower’s browser does not become a device of the borrower', async () => {
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

test('a phone that three borrowers share is known for each, and forgets the fourth', async () => {
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
