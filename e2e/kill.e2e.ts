import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Balancer, openBalancer } from '#e2e/rig/balancer.ts'
import { faultsIn, underWay } from '#e2e/rig/books.ts'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { type Days, openDays } from '#e2e/rig/days.ts'
import { dice } from '#e2e/rig/dice.ts'
import { HABITS } from '#e2e/rig/habits.ts'
import { type Acknowledgements, lifeOf, liveLoans, nothingYet } from '#e2e/rig/load.ts'
import { minutesUntilMorning } from '#e2e/rig/morning.ts'
import { openSandbox, until } from '#e2e/rig/sandbox.ts'
import { type Server, type ServerProcess, startServer, takeLogFaults } from '#e2e/rig/server.ts'
import { countEvents, standingOf, unsettledBooks } from '#e2e/rig/settled-books.ts'
import {
  liveAsStaff,
  nothingByStaff,
  type StaffAcknowledgements,
  staffFaults,
} from '#e2e/rig/staff-life.ts'

const KILLS = Number(process.env.KILLS ?? 10)
const HAS_TWO_SERVERS = process.env.KILL_SERVERS === '2'
const BORROWERS = HABITS.length
/** The accounts have different last digits, by which the simulated bank shows them. */
const FIRST_ACCOUNT = 550_000_4001
/** Every fourth kill ends all servers and, if it is embedded, the database. */
const POWER_CUT_EVERY = 4
/** Days pass after every second kill. */
const KILLS_A_DAY = 2
/**
 * The days that pass at once, in turn. So the test sees a loan of seven days on days 2, 4, 7, 8 and
 * 10: extended, reminded before its due day and on it, overdue, and reminded again (decision 30).
 */
const STEPS_DAYS = [2, 2, 3, 1, 2]
/** The kills after which everything that the test counts must have happened. */
const KILLS_FOR_ALL = 10
const LIFE_MIN_MS = 50
const LIFE_MAX_MS = 2_500
/**
 * The longest outage after a kill. On a busy machine, where even a start without load is slow, it
 * may last as long as some such starts.
 */
const AWAY_MAX_MS = 5_000
const AWAY_MAX_STARTS = 3
const QUIET_WITHIN_MS = 60_000
/** A payment whose message died with its server is asked about after one minute, and after three. */
const DAY_WITHIN_MS = 240_000
const TIMEOUT_MS = 360_000 + KILLS * 60_000
const MS_PER_DAY = 86_400_000

let server: Server
let second: ServerProcess | undefined
let balancer: Balancer
beforeEach(async () => {
  server = await startServer()
  await openSandbox(server.origin).advance(`PT${minutesUntilMorning(Date.now())}M`)
  second = HAS_TWO_SERVERS ? await server.beside() : undefined
  balancer = await openBalancer(second ? [server.origin, second.origin] : [server.origin])
})
afterEach(async () => {
  await balancer.close()
  await second?.end()
  await server.stop()
})

const servers = HAS_TWO_SERVERS ? 'one of two servers is' : 'the server is'

test(`loses nothing and repeats nothing while days pass and ${servers} killed ${KILLS} times`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
  const ack = nothingYet()
  const byStaff = nothingByStaff()
  const { origin } = balancer
  const beforeMs = await killSome('all')
  const people = await Promise.all(
    Array.from({ length: BORROWERS }, (_, index) =>
      readyBorrower(origin, { account: `${FIRST_ACCOUNT + index}` }),
    ),
  )
  const days = openDays(people.map(({ phone }) => phone))
  let isOver = false
  const lives = people.map((borrower, index) => {
    const life = lifeOf(origin, borrower, { ack, days, isOver: () => isOver })
    return liveLoans(life, (HABITS[index % HABITS.length] ?? HABITS[0])())
  })
  // The first fault ends the test, without waiting for the other borrowers.
  const living = Promise.all([...lives, liveAsStaff(origin, byStaff, () => isOver)])
  const awayMs = await Promise.race([
    storm(seed, days, ack, byStaff),
    living.then(() => Promise.reject(new Error('the borrowers stopped too early'))),
  ])
  const events = await server.reading(countEvents)
  isOver = true
  days.begin()
  await living
  await becomesQuiet()
  // The machine may be busier now than it was before.
  const atRestMs = Math.max(beforeMs, await killSome('all'))
  const maxAwayMs = Math.max(...awayMs)
  console.log(
    `${summaryOf(ack, events)}, ${KILLS} kills, away for at most ${seconds(maxAwayMs)} (${seconds(atRestMs)} at rest), seed ${seed}`,
  )
  // One more close of business books the charges of the loans that still run.
  await openSandbox(server.origin).advance('P1D')
  await becomesQuiet()
  const faults = await server.reading(async db => [
    ...(await faultsIn(db, ack)),
    ...(await staffFaults(db, byStaff)),
    ...(await unsettledBooks(db, ack, byStaff)),
  ])
  expect(faults, `seed ${seed}`).toEqual([])
  if (KILLS >= KILLS_FOR_ALL) expect(missingOf(events), `seed ${seed}`).toEqual([])
  // The server calls for a person, as it should.
  const unexplained = takeLogFaults().filter(line => !line.includes('gave up a refund'))
  expect(unexplained, `seed ${seed}`).toEqual([])
  expect(maxAwayMs, `seed ${seed}`).toBeLessThanOrEqual(
    Math.max(AWAY_MAX_MS, AWAY_MAX_STARTS * atRestMs),
  )
})

/**
 * Kills servers again and again, and lets days pass in between. Returns the outage after each kill
 * in milliseconds.
 */
async function storm(
  seed: number,
  days: Days,
  ack: Acknowledgements,
  byStaff: StaffAcknowledgements,
): Promise<number[]> {
  const next = dice(seed)
  const awayMs: number[] = []
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await pause(LIFE_MIN_MS + next() * (LIFE_MAX_MS - LIFE_MIN_MS))
    awayMs.push(
      await killSome(kill % POWER_CUT_EVERY === 0 ? 'all' : next() < 0.5 ? 'first' : 'second'),
    )
    expect(
      await server.reading(async db => [
        ...(await faultsIn(db, ack)),
        ...(await staffFaults(db, byStaff)),
      ]),
      `after kill ${kill}, seed ${seed}`,
    ).toEqual([])
    if (kill % KILLS_A_DAY === 0) await passDays(days, ack, kill / KILLS_A_DAY - 1)
  }
  await untilAllIsDone(days, ack)
  return awayMs
}

/**
 * Kills servers, or all with the database, and starts them again. Returns the milliseconds from
 * their death until the service is ready.
 */
async function killSome(which: 'first' | 'second' | 'all'): Promise<number> {
  const victim = which === 'second' && second ? second : server
  if (which === 'all') await second?.kill9()
  await (which === 'all' ? server.kill9('server-and-database') : victim.kill9())
  const killedAt = performance.now()
  const [readyAt] = await Promise.all([
    untilReady(),
    victim.restart(),
    which === 'all' && second?.restart(),
  ])
  return readyAt - killedAt
}

/** Waits until the service is ready, and returns when it was. */
async function untilReady(): Promise<number> {
  await until('the service to be ready', () =>
    fetch(`${balancer.origin}/ready`).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    ),
  )
  return performance.now()
}

/**
 * Lets days pass once every borrower is done with the day. Does not wait for the close of business,
 * so that the next kill may end it. A second server rests meanwhile: only the one that moves the
 * clock, or starts later, knows the new time.
 */
async function passDays(days: Days, ack: Acknowledgements, turn: number): Promise<void> {
  await untilAllIsDone(days, ack)
  const step = STEPS_DAYS[turn % STEPS_DAYS.length] ?? 1
  const sandbox = openSandbox(server.origin)
  await second?.end()
  const before = await sandbox.now()
  // The next kill may end the close of business.
  sandbox.advance(`P${step}D`).catch(() => undefined)
  await until(
    'the clock to move',
    async () =>
      (await sandbox.now()).getTime() - before.getTime() >= step * MS_PER_DAY || undefined,
  )
  await second?.restart()
  days.begin()
}

async function untilAllIsDone(days: Days, ack: Acknowledgements): Promise<void> {
  await until(
    'every borrower to be done with the day',
    async () => days.busy().length === 0 || undefined,
    DAY_WITHIN_MS,
  ).catch(async (failure: Error) => {
    const orders = await server.reading(db => standingOf(db, ack, days.busy()))
    throw new Error([failure.message, ...orders].join('\n'), { cause: failure })
  })
}

async function becomesQuiet(): Promise<void> {
  const isQuiet = () => server.reading(async db => (await underWay(db)) === 0 || undefined)
  await until('the open work to end', isQuiet, QUIET_WITHIN_MS)
}

function missingOf(events: Record<string, number>): string[] {
  return Object.keys(events).filter(name => events[name] === 0)
}

function summaryOf(
  { orders, settled, paid, retries }: Acknowledgements,
  events: Record<string, number>,
): string {
  const counts = Object.entries(events).map(([name, count]) => `${count} ${name}`)
  return `${orders.size} loans, ${settled.size} of them settled, ${paid.size} payments, ${counts.join(', ')}, ${retries} requests sent again`
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
