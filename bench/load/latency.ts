import { type Measure, median, percentile, shown } from '#bench/table.ts'
import { type Filled, settleDown } from './filled.ts'
import { answersPerSecond, latenciesAtPace } from './hammer.ts'
import { applyRequest, homeRequest } from './people.ts'

const CONNECTIONS = 64
/** An odd number: one of them is in the middle. */
const ROUNDS = 9
const APPLIED_A_ROUND = 500
/** Quick ones need more, or a single pause of the machine decides their tail. */
const HOMES_A_ROUND = 1_250
/** A process that is new is slow: so many requests of each kind come before the first that counts. */
const WARM_UP = 3_200
const HALF = 0.5
const MOST = 0.95
const NEARLY_ALL = 0.99
const NAMES = new Map([
  [HALF, 'p50'],
  [MOST, 'p95'],
  [NEARLY_ALL, 'p99'],
])

/** The load at which latencies are promised: the same for every version and machine, so that they can be compared. */
const FIXED_PER_SECOND = 400

/** How many people apply at the database with few orders, and at the one with many. */
export const APPLICANTS = {
  few: WARM_UP + 2 * ROUNDS * APPLIED_A_ROUND,
  many: WARM_UP + ROUNDS * APPLIED_A_ROUND,
}

/** By round. */
type Latencies = { readonly apply: number[][]; readonly home: number[][] }
const none = (): Latencies => ({ apply: [], home: [] })

/**
 * The time until an answer with few orders in the tables and with many: two servers on two databases of the same machine, asked in turn
 * at one pace, so that whatever else the machine does falls on both. And then, of the first, at half of the `most` that it bears.
 */
export async function compareLatencies(
  few: Filled,
  many: Filled,
  most: number,
): Promise<Measure[]> {
  for (const filled of [few, many]) await warmUp(filled)
  const atFew = none()
  const atMany = none()
  const atHalf = none()
  for (let round = 0; round < ROUNDS; round += 1) {
    await addRound(few, atFew, FIXED_PER_SECOND)
    await addRound(many, atMany, FIXED_PER_SECOND)
  }
  for (let round = 0; round < ROUNDS; round += 1) await addRound(few, atHalf, most / 2)
  const part = `${shown(FIXED_PER_SECOND / most)} of what it bears`
  return [
    ...ofOne(
      atFew,
      few.orders,
      `at ${FIXED_PER_SECOND}/s on ${CONNECTIONS} connections, ${part}`,
      30,
    ),
    ...ofOne(atMany, many.orders, `at ${FIXED_PER_SECOND}/s on ${CONNECTIONS} connections`, 30),
    ...ofOne(
      atHalf,
      few.orders,
      `at ${shown(most / 2)}/s on ${CONNECTIONS} connections, half of what it bears`,
    ),
    ...[...NAMES.keys()].flatMap(tail => [
      ratio('apply', tail, atFew, atMany),
      ratio('home', tail, atFew, atMany),
    ]),
  ]
}

/** Both start anew and have done the same work before they are measured, with plans made for tables as full as theirs. */
async function warmUp({ server, take }: Filled): Promise<void> {
  await server.restart()
  const first = take(WARM_UP)
  await answersPerSecond(
    { origin: server.origin, connections: CONNECTIONS, request: at => applyRequest(first + at) },
    WARM_UP,
  )
  await answersPerSecond(
    { origin: server.origin, connections: CONNECTIONS, request: homeRequest },
    WARM_UP,
  )
  await server.reading(settleDown)
}

async function addRound(
  { server, take }: Filled,
  latencies: Latencies,
  perSecond: number,
): Promise<void> {
  const asked = { origin: server.origin, connections: CONNECTIONS }
  const first = take(APPLIED_A_ROUND)
  const applied = { ...asked, request: (at: number) => applyRequest(first + at) }
  latencies.apply.push(await latenciesAtPace(applied, APPLIED_A_ROUND, perSecond))
  latencies.home.push(
    await latenciesAtPace({ ...asked, request: homeRequest }, HOMES_A_ROUND, perSecond),
  )
}

/** `promised`: within how many milliseconds nearly all applications are to be answered. */
function ofOne(
  { apply, home }: Latencies,
  orders: number,
  note: string,
  promised?: number,
): Measure[] {
  const where = `at ${orders.toLocaleString('en')} orders`
  return [...NAMES].flatMap(([part, name]) => [
    {
      what: `apply ${name} ${where}`,
      unit: 'ms',
      value: percentile(apply.flat(), part),
      ...(part === NEARLY_ALL && promised !== undefined && { target: { atMost: promised } }),
      note,
    },
    { what: `home ${name} ${where}`, unit: 'ms', value: percentile(home.flat(), part), note },
  ])
}

/** In the middle of the rounds: a pause of the machine is as long as a tail, and falls on one round of one of both. */
function ratio(what: keyof Latencies, part: number, atFew: Latencies, atMany: Latencies): Measure {
  const ratios = atMany[what].map(
    (many, round) => percentile(many, part) / percentile(atFew[what][round] ?? [], part),
  )
  return {
    what: `${what} ${NAMES.get(part)}: many orders to few`,
    unit: '',
    value: median(ratios),
    target: { atMost: 1.2 },
    note: `of ${ratios.map(shown).join(' ')}`,
  }
}
