import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsIn, underWay, unsettledBooks } from '#e2e/rig/books.ts'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { dice } from '#e2e/rig/dice.ts'
import { liveLoans, nothingYet } from '#e2e/rig/load.ts'
import { until } from '#e2e/rig/sandbox.ts'
import { type Server, startServer } from '#e2e/rig/server.ts'

const KILLS = 20
const BORROWERS = 20
/** Every fourth time the database goes, too. */
const POWER_CUT_EVERY = 4
const SHORTEST_LIFE_MS = 50
const LONGEST_LIFE_MS = 3_000
const QUIET_WITHIN_MS = 60_000

let server: Server
beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'warn' })
})
afterAll(() => server.stop())

test(`the server is killed ${KILLS} times while ${BORROWERS} people borrow: nothing is lost, nothing happens twice`, async () => {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
  const next = dice(seed)
  const ack = nothingYet()
  const people = await Promise.all(Array.from({ length: BORROWERS }, () => readyBorrower(server.origin)))
  let isOver = false
  const lives = people.map(person => liveLoans(server.origin, person, ack, () => isOver))
  // A fault ends the test at once, and not only when all the others are done.
  const living = Promise.all(lives)
  const storm = async () => {
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await pause(SHORTEST_LIFE_MS + next() * (LONGEST_LIFE_MS - SHORTEST_LIFE_MS))
      await server.kill9(kill % POWER_CUT_EVERY === 0 ? 'server-and-database' : 'server')
      await server.restart()
      expect(await server.reading(db => faultsIn(db, ack)), `after kill ${kill}, seed ${seed}`).toEqual([])
    }
  }
  await Promise.race([storm(), living.then(() => Promise.reject(new Error('the borrowers stopped too early')))])
  isOver = true
  await living
  await until(
    'all that is under way to end',
    () => server.reading(async db => (await underWay(db)) === 0 || undefined),
    QUIET_WITHIN_MS,
  )
  const faults = await server.reading(async db => [...(await faultsIn(db, ack)), ...(await unsettledBooks(db, ack))])
  expect(faults, `seed ${seed}`).toEqual([])
  expect(ack.settled.size).toBeGreaterThan(BORROWERS)
  console.log(
    `${ack.orders.size} loans, ${ack.settled.size} of them settled, ${ack.paid.size} payments, ${ack.retries} requests sent again, ${KILLS} kills, seed ${seed}`,
  )
})
