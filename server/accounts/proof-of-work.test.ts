import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type CodeFigures, TALLY_SLOT_MS } from '#domain/accounts/proof-of-work.ts'
import { codeFiguresAt, tallyCode } from '#server/accounts/code-tally.ts'
import { nativeRoutes } from '#server/accounts/routes.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { forgetPastWindows } from '#server/platform/db/rate-window.ts'
import { measurements } from '#server/platform/metrics/prometheus.ts'
import { troubles } from '#server/staff/inbox/trouble.ts'
import { testServer } from '#server/testing/app.ts'
import { type Browser, browserOn } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { solvedHeader, workingFor } from '#server/testing/work.ts'

const metrics = measurements()
const server = forFile(() =>
  testServer({
    routes: nativeRoutes,
    config: { limitScale: 1, trustedProxies: ['loopback'], proofOfWorkBits: 3 },
    services: { metrics },
  }),
)

/** Clears all counts, so that each test begins in a quiet time. */
beforeEach(async () => {
  await asOwner(server.database.target, async client => {
    await client.query('DELETE FROM code_standing')
    await client.query("DELETE FROM rate_window WHERE bucket LIKE 'codes-%'")
  })
})

let last = 9_500_000_000
const newPhone = () => `91${++last}`
const login = (browser: Browser) => browser.calls(contract.login)
const PUMPED: CodeFigures = { sent: 100, used: 30, wrong: 0 }
const GUESSED: CodeFigures = { sent: 60, used: 41, wrong: 9 }
const QUIET: CodeFigures = { sent: 100, used: 40, wrong: 8 }

function browserAt(ip: string): Browser {
  const browser = browserOn(server.origin)
  browser.headers['x-forwarded-for'] = ip
  return browser
}

/** Counts these codes of unknown devices some minutes ago. */
async function campaign(figures: CodeFigures, minutesAgo = 10): Promise<void> {
  const at = new Date(server.clock.now().getTime() - minutesAgo * 60_000)
  for (const [outcome, count] of Object.entries(figures))
    for (let time = 0; time < count; time += 1)
      await tallyCode(server.services.db, {
        outcome: outcome as keyof CodeFigures,
        phoneHash: Buffer.from([0, time % 256]),
        at,
      })
}

const send = (browser: Browser, phone: string, headers: Record<string, string> = {}) =>
  login(browser).sendCode({ phone }, { headers })
const required = { ok: false, code: -1, reason: 'proof-of-work-required' }

async function challengeFor(browser: Browser, phone: string): Promise<unknown> {
  const refusal = await send(browser, phone)
  expect(refusal).toMatchObject(required)
  return refusal.ok ? undefined : refusal.details.challenge
}

describe('a proof of work', () => {
  test.each([
    ['pumped', PUMPED],
    ['guessed', GUESSED],
  ])(
    'is required while codes are %s, before a code is sent and before one is compared',
    async (_what, figures) => {
      const phone = newPhone()
      const browser = browserAt('198.51.100.1')
      expect(await send(browser, phone)).toMatchObject({ ok: true })
      const code = await server.codeSentTo(phone)
      await campaign(figures)
      expect(await login(browser).login({ phone, code })).toMatchObject(required)
      const other = newPhone()
      expect(await send(browserAt('198.51.100.2'), other)).toMatchObject(required)
      expect(await server.codeSentTo(other)).toBe('no code was sent')

      let works = 0
      const count = () => {
        works += 1
        return true
      }
      const entered = await workingFor(
        options => login(browser).login({ phone, code }, options),
        count,
      )
      expect(entered).toMatchObject({ ok: true })
      const stranger = browserAt('198.51.100.2')
      expect(
        await workingFor(options => login(stranger).sendCode({ phone: other }, options), count),
      ).toMatchObject({ ok: true })
      expect(works).toBe(2)
    },
  )

  test('is not required in quiet times, nor an hour after a campaign', async () => {
    await campaign(QUIET)
    expect(await send(browserAt('198.51.100.1'), newPhone())).toMatchObject({ ok: true })
    await campaign(PUMPED, 61)
    expect(await send(browserAt('198.51.100.1'), newPhone())).toMatchObject({ ok: true })
    await campaign(PUMPED, 57)
    expect(await send(browserAt('198.51.100.1'), newPhone())).toMatchObject(required)
  })

  test('counts a code as sent only once its owner had time to type it', async () => {
    await campaign(PUMPED, 0)
    expect(await send(browserAt('198.51.100.1'), newPhone())).toMatchObject({ ok: true })
    server.clock.advance({ seconds: TALLY_SLOT_MS / 1000 })
    expect(await send(browserAt('198.51.100.1'), newPhone())).toMatchObject(required)
  })

  test('is not required from a known device, but from a native app whose device is unknown', async () => {
    const phone = newPhone()
    const device = await server.signIn(phone, browserAt('198.51.100.1'))
    await asOwner(server.database.target, client =>
      client.query(
        `UPDATE device SET known_at = now(), known_by = 'identity'
         WHERE borrower_id = (SELECT borrower_id FROM phone_lookup WHERE phone_hash = $1)`,
        [server.services.cipher.keyedHash('phone', phone)],
      ),
    )
    server.clock.advance({ seconds: 61 })
    await campaign(PUMPED)
    device.token = undefined
    expect(await send(device, phone)).toMatchObject({ ok: true })
    const code = await server.codeSentTo(phone)
    expect(await login(device).login({ phone, code })).toMatchObject({ ok: true })
    // The device is known for this number only.
    expect(await send(device, newPhone())).toMatchObject(required)

    const app = browserAt('198.51.100.9')
    Object.assign(app.headers, { os: 'android', deviceId: 'device-0001', idfv: '', brand: 'Pixel' })
    expect(await send(app, newPhone())).toMatchObject(required)
    const entry = { by: 'code', phone: newPhone(), code: '1234' } as const
    expect(await app.calls(contract.native).login(entry)).toMatchObject(required)
  })

  test('is the same for known and unknown numbers, right and wrong codes', async () => {
    const customer = newPhone()
    await server.signIn(customer, browserAt('198.51.100.1'))
    server.clock.advance({ seconds: 61 })
    const browser = browserAt('198.51.100.2')
    expect(await send(browser, customer)).toMatchObject({ ok: true })
    const right = await server.codeSentTo(customer)
    await campaign(GUESSED)
    const shape = async (call: ReturnType<typeof send> | ReturnType<Client['login']>) => {
      const answer = await call
      if (answer.ok) throw new Error('no proof was asked for')
      return { ...answer, details: Object.keys(answer.details).sort() }
    }
    type Client = ReturnType<typeof login>
    const expected = {
      ...required,
      msg: 'We could not check that this is not a robot. Please try again.',
      details: ['challenge', 'reason'],
      errorColumn: [],
    }
    const wrong = right === '0000' ? '0001' : '0000'
    for (const call of [
      send(browserAt('192.0.2.1'), customer),
      send(browserAt('192.0.2.1'), newPhone()),
      login(browser).login({ phone: customer, code: right }),
      login(browser).login({ phone: customer, code: wrong }),
      login(browser).login({ phone: newPhone(), code: right }),
    ])
      expect(await shape(call)).toEqual(expected)
    // None of these tries counted: three are left.
    for (const reason of ['code-wrong', 'code-wrong', 'code-tries-exhausted'])
      expect(
        await workingFor(options =>
          login(browser).login({ phone: customer, code: wrong }, options),
        ),
      ).toMatchObject({ reason })
  })

  test('works once, for its number, its call and five minutes, and only unchanged', async () => {
    const browser = browserAt('198.51.100.1')
    expect(await send(browser, newPhone())).toMatchObject({ ok: true })
    await campaign(PUMPED)
    const phone = newPhone()
    const solved = await solvedHeader(await challengeFor(browser, phone))
    const [text = ''] = Object.values(solved)
    const with_ = (value: string) => ({ 'proof-of-work': value })

    expect(await send(browser, newPhone(), solved)).toMatchObject(required)
    expect(await login(browser).login({ phone, code: '1234' }, { headers: solved })).toMatchObject(
      required,
    )
    const numbers = text.split(':')[1]?.split(',').map(Number) ?? []
    const unsolved = text.replace(/:.*/, `:${numbers.map(number => number + 500_000).join()}`)
    // An easier proof by its own account, a later one, one with fewer parts, and an unreadable one.
    for (const changed of [
      unsolved,
      text.replace(/\.3\./, '.0.'),
      text.replace(/\.(\d{10})\./, (_all, at) => `.${Number(at) + 60}.`),
      text.replace(/,\d+$/, ''),
      text.replace(/:.*/, ':'),
      'x',
    ])
      expect(await send(browser, phone, with_(changed))).toMatchObject(required)

    expect(await send(browser, phone, solved)).toMatchObject({ ok: true })
    server.clock.advance({ seconds: 61 })
    expect(await send(browser, phone, solved)).toMatchObject(required)

    const late = newPhone()
    const first = await solvedHeader(await challengeFor(browser, late))
    const second = await solvedHeader(await challengeFor(browser, late))
    server.clock.advance({ seconds: 300 })
    expect(await send(browser, late, first)).toMatchObject({ ok: true })
    server.clock.advance({ seconds: 1 })
    expect(await send(browser, late, second)).toMatchObject(required)
  })

  test('is used by one of several requests at once', async () => {
    const phone = newPhone()
    const browser = browserAt('198.51.100.1')
    expect(await send(browser, phone)).toMatchObject({ ok: true })
    const code = (await server.codeSentTo(phone)) === '0000' ? '0001' : '0000'
    await campaign(PUMPED)
    const guess = (headers: Record<string, string>) =>
      login(browser).login({ phone, code }, { headers })
    const refusal = await guess({})
    const solved = await solvedHeader(refusal.ok ? undefined : refusal.details.challenge)
    const answers = await Promise.all([1, 2, 3].map(() => guess(solved)))
    expect(answers.map(answer => !answer.ok && answer.reason).sort()).toEqual([
      'code-wrong',
      'proof-of-work-required',
      'proof-of-work-required',
    ])
  })
})

test('codes of unknown devices are counted as sent, used and wrong, for an hour', async () => {
  const { db, clock } = server.services
  const figuresIn = (minutes: number) =>
    codeFiguresAt(db, new Date(clock.now().getTime() + minutes * 60_000))
  const browser = browserAt('198.51.100.1')
  const phone = newPhone()
  await send(browser, phone)
  const code = await server.codeSentTo(phone)
  await login(browser).login({ phone, code: code === '0000' ? '0001' : '0000' })
  await login(browser).login({ phone, code })
  expect(await figuresIn(0)).toEqual({ sent: 0, used: 1, wrong: 1 })
  expect(await figuresIn(2)).toEqual({ sent: 1, used: 1, wrong: 1 })
  await forgetPastWindows(db, new Date(clock.now().getTime() + 57 * 60_000))
  expect(await figuresIn(57)).toEqual({ sent: 1, used: 1, wrong: 1 })
  expect(await figuresIn(60)).toEqual({ sent: 0, used: 0, wrong: 0 })
})

test('metrics count required and solved proofs, and the inbox says that codes are pumped', async () => {
  const counted = async (outcome: string) =>
    Number(
      new RegExp(`saral_proofs_of_work_total{outcome="${outcome}"} (\\d+)`).exec(
        await metrics.text(),
      )?.[1] ?? 0,
    )
  const before = [await counted('required'), await counted('accepted')]
  const alarms = async () =>
    (await troubles(server.services, server.services.clock.now())).filter(
      ({ kind }) => kind === 'sign-in-codes',
    )
  expect(await alarms()).toEqual([])
  await campaign(PUMPED)
  const phone = newPhone()
  await workingFor(options => login(browserAt('198.51.100.1')).sendCode({ phone }, options))
  const after = [await counted('required'), await counted('accepted')]
  expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([1, 1])
  expect(await alarms()).toMatchObject([
    { notes: ['pumped'], codes: { sent: 100, used: 30, wrong: 0 } },
  ])
})
