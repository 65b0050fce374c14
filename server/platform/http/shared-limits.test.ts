import { beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { BASE_PATH } from '#contract/path.ts'
import { testServer } from '#server/testing/app.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type SharedLimits, sharedLimits } from './shared-limits.ts'

const LOGIN = '203.0.113.7 /user/v1/login'
const HOME = '203.0.113.7 /home/v1/home'

let here: SharedLimits
let there: SharedLimits
const server = forFile(() => testServer())
beforeEach(() => {
  // The next full minute, so that each test has its own.
  const { clock } = server
  clock.advance({ seconds: 60 - (Math.floor(clock.wall().getTime() / 1000) % 60) })
  here = sharedLimits(server.services)
  there = sharedLimits(server.services)
})

const ask = (limits: SharedLimits, key: string, times: number): number => {
  let current = 0
  for (let time = 0; time < times; time += 1) current = limits.count(key).current
  return current
}
const exchange = async () => {
  await here.exchange()
  await there.exchange()
}

test('requests at one server count at the other after an exchange, and none counts twice', async () => {
  expect([ask(here, LOGIN, 5), ask(there, LOGIN, 3)]).toEqual([5, 3])
  await exchange()
  expect(ask(there, LOGIN, 1)).toBe(9)
  expect(ask(here, LOGIN, 1)).toBe(6)
  await exchange()
  await exchange()
  expect([ask(here, LOGIN, 1), ask(there, LOGIN, 1)]).toEqual([10, 11])
})

test('requests during an exchange are reported by the next one', async () => {
  ask(here, LOGIN, 2)
  const underWay = here.exchange()
  expect(ask(here, LOGIN, 2)).toBe(4)
  await underWay
  expect(ask(here, LOGIN, 1)).toBe(5)
  await here.exchange()
  ask(there, LOGIN, 1)
  await there.exchange()
  expect(ask(there, LOGIN, 1)).toBe(7)
})

test('the count starts again after a minute', async () => {
  ask(here, LOGIN, 5)
  await exchange()
  server.clock.advance({ seconds: 60 })
  expect(here.count(LOGIN)).toEqual({ current: 1, ttl: 60_000 })
  await exchange()
  expect(ask(here, LOGIN, 1)).toBe(2)
})

test('a cheap call is counted by each server alone, and no address is stored', async () => {
  ask(here, HOME, 5)
  ask(here, LOGIN, 1)
  await exchange()
  expect(ask(there, HOME, 1)).toBe(1)
  const rows = await server.database.db.raw(
    "SELECT bucket FROM rate_window WHERE bucket LIKE 'address:%'",
  )
  expect(JSON.stringify(rows)).not.toContain('203.0.113')
})

test('the real server enforces the limit of a call, and names the seconds to wait', async () => {
  const strict = await testServer({ config: { limitScale: 2 / 300 } })
  const { method, path } = contract.login.sendCode
  const post = () => fetch(strict.origin + BASE_PATH + path, { method })
  const answers = [await post(), await post(), await post()]
  expect(answers.map(({ status }) => status === 429)).toEqual([false, false, true])
  expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0)
  await strict.close()
})
