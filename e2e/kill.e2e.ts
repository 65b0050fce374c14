import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Balancer, openBalancer } from '#e2e/rig/balancer.ts'
import { faultsIn, underWay, unsettledBooks } from '#e2e/rig/books.ts'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { dice } from '#e2e/rig/dice.ts'
import { type Acknowledged, liveLoans, nothingYet } from '#e2e/rig/load.ts'
import { until } from '#e2e/rig/sandbox.ts'
import { type Server, type ServerProcess, startServer } from '#e2e/rig/server.ts'
import { watchReadiness } from '#e2e/rig/watcher.ts'

const KILLS = Number(process.env.KILLS ?? 10)
const HAS_TWO_SERVERS = process.env.KILL_SERVERS === '2'
const BORROWERS = 20
/** Every fourth kill ends all servers and, if it is embedded, the database. */
const POWER_CUT_EVERY = 4
const SHORTEST_LIFE_MS = 50
const LONGEST_LIFE_MS = 2_500
const QUIET_WITHIN_MS = 60_000
const TIMEOUT_MS = 180_000 + KILLS * 20_000

let server: Server
let second: ServerProcess | undefined
let balancer: Balancer
beforeEach(async () => {
  server = await startServer()
  second = HAS_TWO_SERVERS ? await server.beside() : undefined
  balancer = await openBalancer(second ? [server.origin, second.origin] : [server.origin])
})
afterEach(async () => {
  await balancer.close()
  await second?.end()
  await server.stop()
})

const servers = HAS_TWO_SERVERS ? 'one of two servers is' : 'the server is'

test(`loses nothing and repeats nothing while ${servers} killed ${KILLS} times`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
  const next = dice(seed)
  const ack = nothingYet()
  const { origin } = balancer
  const people = await Promise.all(Array.from({ length: BORROWERS }, () => readyBorrower(origin)))
  let isOver = false
  const lives = people.map(person => liveLoans(origin, person, ack, () => isOver))
  // The first fault ends the test, without waiting for the other borrowers.
  const living = Promise.all(lives)
  const readiness = watchReadiness(origin)
  const storm = async () => {
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await pause(SHORTEST_LIFE_MS + next() * (LONGEST_LIFE_MS - SHORTEST_LIFE_MS))
      await killSome(kill % POWER_CUT_EVERY === 0 ? 'all' : next() < 0.5 ? 'first' : 'second')
      expect(
        await server.reading(db => faultsIn(db, ack)),
        `after kill ${kill}, seed ${seed}`,
      ).toEqual([])
    }
  }
  await Promise.race([
    storm(),
    living.then(() => Promise.reject(new Error('the borrowers stopped too early'))),
  ])
  await until(
    'everybody to have repaid a loan',
    async () => ack.settled.size > BORROWERS || undefined,
    TIMEOUT_MS,
  )
  const awayMs = await readiness.end()
  isOver = true
  await living
  await becomesQuiet()
  const faults = await server.reading(async db => [
    ...(await faultsIn(db, ack)),
    ...(await unsettledBooks(db, ack)),
  ])
  expect(faults, `seed ${seed}`).toEqual([])
  console.log(
    `${summaryOf(ack)}, ${KILLS} kills, at most ${(awayMs / 1000).toFixed(1)} s until the service answered again, seed ${seed}`,
  )
})

/** Kills servers, or all with the database, and starts them again. */
async function killSome(which: 'first' | 'second' | 'all'): Promise<void> {
  if (which === 'second' && second) {
    await second.kill9()
    return second.restart()
  }
  if (which === 'all') await second?.kill9()
  await server.kill9(which === 'all' ? 'server-and-database' : 'server')
  await Promise.all([server.restart(), which === 'all' && second?.restart()])
}

async function becomesQuiet(): Promise<void> {
  const isQuiet = () => server.reading(async db => (await underWay(db)) === 0 || undefined)
  await until('the open work to end', isQuiet, QUIET_WITHIN_MS)
}

function summaryOf({ orders, settled, paid, retries }: Acknowledged): string {
  return `${orders.size} loans, ${settled.size} of them settled, ${paid.size} payments, ${retries} requests sent again`
}
