import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxClock } from '#server/clock.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('the sandbox clock is moved forward, remembers it, and leaves the wall alone', async () => {
  let wallMs = 1_000_000
  const clock = await sandboxClock(database.db, () => wallMs)
  expect(clock.now().getTime()).toBe(1_000_000)
  expect((await clock.advance(5_000)).getTime()).toBe(1_005_000)
  wallMs += 10
  expect([clock.now().getTime(), clock.wall().getTime()]).toEqual([1_005_010, 1_000_010])
  const afterRestart = await sandboxClock(database.db, () => wallMs)
  expect(afterRestart.now().getTime()).toBe(1_005_010)
})

test('no clock runs backwards', async () => {
  let wallMs = 5_000
  const clock = await sandboxClock(database.db, () => wallMs)
  const before = clock.now()
  wallMs = 1_000
  expect(clock.now()).toEqual(before)
  await expect(clock.advance(-1)).rejects.toThrow('forward')
})
