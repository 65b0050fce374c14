import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Database, Queryable } from '#server/platform/db/open.ts'
import { type TestServer, testServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'
import { peopleOn } from '#server/testing/people.ts'
import { type VerificationParts, verificationParts } from '#server/testing/verification.ts'

/** The names of the statements that the server ran. */
let statements: string[] = []
let parts: VerificationParts
let server: TestServer
beforeAll(async () => {
  parts = verificationParts()
  server = await testServer({
    routes: parts.routes,
    services: ({ db }) => ({ db: noting(db) }),
  })
})
afterAll(async () => {
  await server.close()
  parts.remove()
})

/** The connection, which notes the name of each statement. */
function noting<Connection extends Queryable>(connection: Connection): Connection {
  return new Proxy(connection, {
    get(target, property) {
      const part: unknown = Reflect.get(target, property)
      if (property === 'transaction')
        return (work: (tx: Queryable) => Promise<unknown>) =>
          (target as unknown as Database).transaction(tx => work(noting(tx)))
      if (typeof part !== 'function' || !['query', 'one', 'maybeOne'].includes(String(property)))
        return part
      return (statement: { name: string }, ...values: unknown[]) => {
        statements.push(statement.name)
        return part.call(target, statement, ...values)
      }
    },
  })
}

/** The statements of an action, in their order, and its answer without what differs by chance. */
async function work(act: () => Promise<{ ok: boolean; reason?: string }>) {
  statements = []
  const { ok, reason } = await act()
  return { ok, reason, statements: [...statements] }
}

const KNOWN = '919300000001'
const UNKNOWN = '919300000002'
const login = (browser: Browser) => browser.calls(contract.login)
const wrong = (code: string) => (code === '0000' ? '0001' : '0000')

test('a customer’s number causes the same statements as another: a code, wrong codes, exhausted ones', async () => {
  await server.signIn(KNOWN)
  server.clock.advance({ days: 1 })
  const workFor = async (phone: string) => {
    const browser = server.browser()
    const answer = await work(() => login(browser).sendCode({ phone }))
    const code = wrong(await server.codeSentTo(phone))
    const tries: unknown[] = []
    for (let time = 0; time < 4; time += 1)
      tries.push(await work(() => login(browser).login({ phone, code })))
    return [answer, ...tries]
  }
  const ofKnown = await workFor(KNOWN)
  expect(ofKnown).toEqual(await workFor(UNKNOWN))
  expect(ofKnown).toMatchObject([
    { ok: true },
    { reason: 'code-wrong' },
    { reason: 'code-wrong' },
    { reason: 'code-tries-exhausted' },
    { reason: 'code-tries-exhausted' },
  ])
})

test('a customer’s Aadhaar number causes the same statements as another until its OTP is right', async () => {
  const people = peopleOn(server)
  const customer = await people.somebodyProven()
  const workFor = async (aadhaar: string) => {
    const { kyc } = await people.somebody()
    return [
      await work(() => kyc.sendAadhaarOtp({ aadhaar })),
      await work(() => kyc.verifyAadhaarOtp({ aadhaar, otp: '000000' })),
    ]
  }
  const ofCustomer = await workFor(customer.aadhaar)
  expect(ofCustomer).toEqual(await workFor((await people.somebody()).aadhaar))
  expect(ofCustomer).toMatchObject([{ ok: true }, { reason: 'aadhaar-otp-wrong' }])
})

const ROUNDS = 40

test('a customer’s number and another take the same time within noise', async () => {
  const phones = { known: KNOWN, unknown: UNKNOWN }
  const browser = server.browser()
  const took = { known: [] as number[], unknown: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    server.clock.advance({ days: 1 })
    // Both kinds take turns in going first.
    const turns =
      round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const turn of turns) {
      const phone = phones[turn]
      const startMs = performance.now()
      const answer = await login(browser).sendCode({ phone })
      const sentMs = performance.now() - startMs
      const code = wrong(await server.codeSentTo(phone))
      const againMs = performance.now()
      const judged = await login(browser).login({ phone, code })
      took[turn].push(sentMs + performance.now() - againMs)
      expect([answer.ok, judged.ok]).toEqual([true, false])
    }
  }
  const z = rankSumZ(took.known, took.unknown)
  const report = `medians ${median(took.known).toFixed(2)} and ${median(took.unknown).toFixed(2)} ms, z ${z.toFixed(2)}`
  // Chance alone goes beyond 5 once in a million runs; of 40 rounds, one standard deviation would be about 4.
  expect(Math.abs(z), report).toBeLessThan(5)
})

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The standardised rank sum of Mann and Whitney: about normal if both come from one distribution. */
function rankSumZ(a: readonly number[], b: readonly number[]): number {
  const ranked = [...a.map(ms => ({ ms, isA: true })), ...b.map(ms => ({ ms, isA: false }))]
  ranked.sort((one, other) => one.ms - other.ms)
  const sum = ranked.reduce((total, { isA }, at) => total + (isA ? at + 1 : 0), 0)
  const mean = (a.length * (ranked.length + 1)) / 2
  return (sum - mean) / Math.sqrt((a.length * b.length * (ranked.length + 1)) / 12)
}
