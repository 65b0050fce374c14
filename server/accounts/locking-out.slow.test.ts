import { beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { testServer } from '#server/testing/app.ts'
import { type Browser, browserOn } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { workingFor } from '#server/testing/work.ts'

const PATIENCE_MINUTES = 10

const server = forFile(() =>
  testServer({
    config: { limitScale: 1, trustedProxies: ['loopback'], proofOfWorkBits: 0 },
  }),
)
beforeEach(() =>
  asOwner(server.database.target, async client => {
    await client.query('DELETE FROM code_standing')
    await client.query('DELETE FROM rate_window')
  }),
)

let last = 9_400_000_000
const newPhone = () => `91${++last}`
const login = (browser: Browser) => browser.calls(contract.login)

function browserAt(ip: string): Browser {
  const browser = browserOn(server.origin)
  browser.headers['x-forwarded-for'] = ip
  return browser
}

const sendTo = (browser: Browser, phone: string) =>
  workingFor(options => login(browser).sendCode({ phone }, options))
const enter = (browser: Browser, phone: string, code: string) =>
  workingFor(options => login(browser).login({ phone, code }, options))

/** An owner with a device on which the identity was verified. */
async function owner(ip: string): Promise<{ phone: string; device: Browser }> {
  const phone = newPhone()
  const device = await server.signIn(phone, browserAt(ip))
  device.token = undefined
  await asOwner(server.database.target, client =>
    client.query(
      `UPDATE device SET known_at = now(), known_by = 'identity'
       WHERE borrower_id = (SELECT borrower_id FROM phone_lookup WHERE phone_hash = $1)`,
      [server.services.cipher.keyedHash('phone', phone)],
    ),
  )
  server.clock.advance({ seconds: 120 })
  return { phone, device }
}

/** Requests a code of this number, if possible, and tries three at random, without the right one. */
async function attack(ip: string, phone: string): Promise<void> {
  const browser = browserAt(ip)
  await sendTo(browser, phone)
  const right = await server.codeSentTo(phone)
  for (const digit of ['0', '1', '2'])
    if (digit.repeat(right.length) !== right)
      await enter(browser, phone, digit.repeat(right.length))
}

/** Tries to sign in each minute, a minute after the attacker; returns the minutes that it took. */
async function minutesToEnter(
  phone: string,
  device: Browser,
  attackAgain: () => Promise<void>,
): Promise<number> {
  for (let minutes = 0; minutes <= PATIENCE_MINUTES; minutes += 1) {
    await attackAgain()
    server.clock.advance({ seconds: 30 })
    // The owner types for half a minute while the attacker continues.
    if ((await sendTo(device, phone)).ok) {
      const code = await server.codeSentTo(phone)
      await attackAgain()
      server.clock.advance({ seconds: 30 })
      const answer = await enter(device, phone, code)
      if (answer.ok) return minutes
    } else server.clock.advance({ seconds: 30 })
  }
  return Number.POSITIVE_INFINITY
}

test('an attack on a number from 40 prefixes for two hours leaves its owner able to sign in', async () => {
  const { phone, device } = await owner('198.51.100.1')
  let turn = 0
  const attackNext = () => {
    turn += 1
    return attack(`203.0.${turn % 40}.1`, phone)
  }
  for (let minute = 0; minute < 120; minute += 1) {
    await attackNext()
    server.clock.advance({ seconds: 60 })
  }
  expect(await minutesToEnter(phone, device, attackNext)).toBe(0)
  for (const ip of ['198.51.101.1', '198.51.102.1'])
    expect(await minutesToEnter(phone, browserAt(ip), attackNext)).toBeLessThanOrEqual(
      PATIENCE_MINUTES,
    )
})

test('an attack on a number from its owner’s own prefix leaves them the known device, and other networks', async () => {
  const { phone, device } = await owner('198.51.100.1')
  const attackNext = () => attack('198.51.100.77', phone)
  for (let minute = 0; minute < 120; minute += 1) {
    await attackNext()
    server.clock.advance({ seconds: 60 })
  }
  expect(await minutesToEnter(phone, device, attackNext)).toBe(0)
  const elsewhere = browserAt('198.51.102.1')
  expect(await minutesToEnter(phone, elsewhere, attackNext)).toBeLessThanOrEqual(PATIENCE_MINUTES)
})

test('an attack from the owner’s own prefix, on many numbers, leaves its people able to sign in', async () => {
  const { phone, device } = await owner('198.51.100.1')
  // Other borrowers have signed in behind the same gateway.
  const others = Array.from({ length: 6 }, newPhone)
  for (const [at, other] of others.entries())
    await server.signIn(other, browserAt(`198.51.100.${at + 2}`))
  let turn = 0
  const attackNext = () => {
    turn += 1
    return attack(`198.51.100.${100 + (turn % 100)}`, newPhone())
  }
  const attackFor = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      await attackNext()
      server.clock.advance({ seconds: 60 })
    }
  }
  await attackFor(15)
  expect(await minutesToEnter(phone, device, attackNext)).toBe(0)
  // New devices come at several moments of the pauses that the attacker causes.
  for (const [at, other] of others.entries()) {
    const newDevice = browserAt(`198.51.100.${50 + at}`)
    const minutes = await minutesToEnter(other, newDevice, attackNext)
    // A code that became too short meanwhile costs another message.
    expect(minutes).toBeLessThanOrEqual(1)
    await attackFor(3)
  }
})
