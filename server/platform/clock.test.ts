import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxClock, wallClock } from '#server/platform/clock.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('the sandbox clock moves forward, stores its offset, and leaves wall time alone', async () => {
  let wallMs = 1_000_000
  const clock = await sandboxClock(database.db, { wallMs: () => wallMs })
  expect(clock.now().getTime()).toBe(1_000_000)
  expect((await clock.advance(5_000)).getTime()).toBe(1_005_000)
  wallMs += 10
  expect([clock.now().getTime(), clock.wall().getTime()]).toEqual([1_005_010, 1_000_010])
  const afterRestart = await sandboxClock(database.db, { wallMs: () => wallMs })
  expect(afterRestart.now().getTime()).toBe(1_005_010)
})

test("business time stands still after a small step back of the system's clock, and refuses to be moved back by hand", async () => {
  let wallMs = 1_000_000
  const clock = await sandboxClock(database.db, { wallMs: () => wallMs })
  const before = [clock.now(), clock.wall()]
  wallMs -= 5_000
  expect([clock.now(), clock.wall()]).toEqual(before)
  await expect(clock.advance(-1)).rejects.toThrow('forward')
})

test('a clock that jumps two days ahead and comes back follows the system again, and reports it once', async () => {
  const start = new Date('2026-11-22T12:00:00Z').getTime()
  const twoDays = 2 * 86_400_000
  for (const open of [sandboxClock.bind(undefined, database.db), wallClock]) {
    let wallMs = start
    const setBacks: [Date, Date][] = []
    const clock = await open({
      wallMs: () => wallMs,
      onSetBack: (from, to) => setBacks.push([from, to]),
    })
    const offset = clock.now().getTime() - start
    wallMs = start + twoDays
    expect(clock.now().getTime()).toBe(start + twoDays + offset)
    wallMs = start + 1_500
    expect(clock.now().getTime()).toBe(start + 1_500 + offset)
    wallMs = start + 2_000
    expect(clock.wall().getTime()).toBe(start + 2_000)
    expect(setBacks).toEqual([[new Date(start + twoDays), new Date(start + 1_500)]])
  }
})
