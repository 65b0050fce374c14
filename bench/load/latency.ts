import { type Measure, median, percentile, shown } from '#bench/table.ts'
import { type FilledServer, settleDown } from './filled.ts'
import { answersPerSecond, latenciesAtPace } from './hammer.ts'
import { applyRequest, homeRequest } from './people.ts'

const CONNECTIONS = 64
/** An odd number, so that one of them is the median. */
const ROUNDS = 9
const APPLIED_A_ROUND = 500
/** Quick requests need many, or a single pause of the machine decides the highest percentile. */
const HOMES_A_ROUND = 1_250
/** The requests of each kind that a new process answers before the measurement. */
const WARM_UP = 3_200
const HALF = 0.5
const MOST = 0.95
const NEARLY_ALL = 0.99
const NAMES = new Map([
  [HALF, 'p50'],
  [MOST, 'p95'],
  [NEARLY_ALL, 'p99'],
])

/** The fixed pace of the latency targets, the same for every version and machine. */
const FIXED_PER_SECOND = 400

/** The number of people who apply at the database with few orders, and at the one with many. */
export const APPLICANTS = {
  few: WARM_UP + 2 * ROUNDS * APPLIED_A_ROUND,
  many: WARM_UP + ROUNDS * APPLIED_A_ROUND,
}

/** Latencies in milliseconds, by round. */
type Latencies = { readonly apply: number[][]; readonly home: number[][] }
const none = (): Latencies => ({ apply: [], home: [] })

/**
 * Compares the latency with few orders in the database and with many: two servers on one machine get
 * requests in turn at the same pace, so that other load affects both. Then measures the first server
 * at half of its throughput (`most` applications per second).
 */
export async function compareLatencies(
  few: FilledServer,
  many: FilledServer,
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
  const share = `${shown(FIXED_PER_SECOND / most)} of its throughput`
  return [
    ...ofOne(
      atFew,
      few.orders,
      `at ${FIXED_PER_SECOND}/s on ${CONNECTIONS} connections, ${share}`,
      30,
    ),
    ...ofOne(atMany, many.orders, `at ${FIXED_PER_SECOND}/s on ${CONNECTIONS} connections`, 30),
    ...ofOne(
      atHalf,
      few.orders,
      `at ${shown(most / 2)}/s on ${CONNECTIONS} connections, half of its throughput`,
    ),
    ...[...NAMES.keys()].flatMap(tail => [
      ratio('apply', tail, atFew, atMany),
      ratio('home', tail, atFew, atMany),
    ]),
  ]
}

/** Restarts a server and sends requests that are not measured, so that both servers start equal. */
async function warmUp({ server, take }: FilledServer): Promise<void> {
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
  { server, take }: FilledServer,
  latencies: Latencies,
  perSecond: number,
): Promise<void> {
  const load = { origin: server.origin, connections: CONNECTIONS }
  const first = take(APPLIED_A_ROUND)
  const applications = { ...load, request: (at: number) => applyRequest(first + at) }
  latencies.apply.push(await latenciesAtPace(applications, APPLIED_A_ROUND, perSecond))
  latencies.home.push(
    await latenciesAtPace({ ...load, request: homeRequest }, HOMES_A_ROUND, perSecond),
  )
}

/** `targetMs` is the target for the 99th percentile of applications. */
function ofOne(
  { apply, home }: Latencies,
  orders: number,
  note: string,
  targetMs?: number,
): Measure[] {
  const where = `at ${orders.toLocaleString('en')} orders`
  return [...NAMES].flatMap(([part, name]) => [
    {
      what: `apply ${name} ${where}`,
      unit: 'ms',
      value: percentile(apply.flat(), part),
      ...(part === NEARLY_ALL && targetMs !== undefined && { target: { atMost: targetMs } }),
      note,
    },
    { what: `home ${name} ${where}`, unit: 'ms', value: percentile(home.flat(), part), note },
  ])
}

/** Returns the median over the rounds: a pause of the machine affects only one of them. */
function ratio(what: keyof Latencies, part: number, atFew: Latencies, atMany: Latencies): Measure {
  const ratios = atMany[what].map(
    (many, round) => percentile(many, part) / percentile(atFew[what][round] ?? [], part),
  )
  return {
    what: `${what} ${NAMES.get(part)}: many orders to few orders`,
    unit: '',
    value: median(ratios),
    target: { atMost: 1.2 },
    note: `median of ${ratios.map(shown).join(' ')}`,
  }
}
