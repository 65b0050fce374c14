import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowCode } from '#server/accounts/code-limits.ts'
import { tallyCode } from '#server/accounts/code-tally.ts'
import type { Database } from '#server/platform/db/open.ts'
import { type TestServer, testServer } from '#server/testing/app.ts'

const NUMBERS = 12

let server: TestServer
/** A connection for each transaction, so that those that wait for the first do not block the others. */
let db: Database
beforeAll(async () => {
  server = await testServer()
  db = await server.services.db.another(NUMBERS + 2)
})
afterAll(async () => {
  await db.close()
  await server.close()
})

/** Counts a code for a number of its own prefix, from its own address, and then works. */
function countCode(number: number, work: () => Promise<void>): Promise<void> {
  const { services } = server
  const at = server.clock.now()
  const phone = `91${9_000_000_000 + number * 10_000_019}`
  return db.transaction(async tx => {
    const request = {
      kind: 'login',
      phone,
      ip: `10.${number}.0.1`,
      knownDevice: undefined,
    } as const
    expect(await allowCode({ services, tx, at }, request)).toBeUndefined()
    const phoneHash = services.cipher.keyedHash('phone', phone)
    await tallyCode(tx, { outcome: 'sent', phoneHash, at })
    await work()
  })
}

test('codes of other numbers are counted while one is being counted', async () => {
  const counted: number[] = []
  const others = Array.from({ length: NUMBERS }, (_, at) => at + 1)
  let waiting: Promise<void>[] = []
  await countCode(0, async () => {
    waiting = others.map(number => countCode(number, async () => void counted.push(number)))
    // A few share a row with the first and wait for it; most do not.
    await expect.poll(() => counted.length, { timeout: 60_000 }).toBeGreaterThan(NUMBERS / 3)
  })
  await Promise.all(waiting)
  expect(counted).toHaveLength(NUMBERS)
})
