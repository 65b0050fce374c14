import { percentile } from '#bench/statistics.ts'
import { type Measure, shown } from '#bench/table.ts'
import { type Filled, settleDown } from './filled.ts'
import { answersPerSecond, latenciesAtPace } from './hammer.ts'
import { applyRequest, homeRequest } from './requests.ts'

const CONNECTIONS = 64
const ROUNDS = 4
const APPLIED_A_ROUND = 500
/** Quick ones need more, or a single pause of the machine decides their tail. */
const HOMES_A_ROUND = 2_500
/** A process that is new is slow: so many requests of each kind come before the first that counts. */
const WARM_UP = 3_200
const [HALF, MOST, NEARLY_ALL] = [0.5, 0.95, 0.99]
const NAMES = new Map([
  [HALF, 'p50'],
  [MOST, 'p95'],
  [NEARLY_ALL, 'p99'],
])

/** How many people apply at each database. */
export const APPLICANTS = WARM_UP + ROUNDS * APPLIED_A_ROUND

type Latencies = { readonly apply: number[]; readonly home: number[] }

/**
 * The time until an answer with few orders in the tables and with many: two servers on two databases of the same machine, asked in turn
 * at one pace, so that whatever else the machine does falls on both.
 */
export async function compareLatencies(few: Filled, many: Filled, perSecond: number): Promise<Measure[]> {
  for (const filled of [few, many]) await warmUp(filled)
  const [atFew, atMany]: [Latencies, Latencies] = [
    { apply: [], home: [] },
    { apply: [], home: [] },
  ]
  for (let round = 0; round < ROUNDS; round += 1) {
    await addRound(few, atFew, perSecond)
    await addRound(many, atMany, perSecond)
  }
  const note = `at ${shown(perSecond)}/s on ${CONNECTIONS} connections, half of what it bears`
  return [
    ...ofOne(atFew, few.orders, note),
    ...ofOne(atMany, many.orders, note),
    ...[...NAMES.keys()].flatMap(part => [ratio('apply', part, atFew, atMany), ratio('home', part, atFew, atMany)]),
  ]
}

/** Both start anew and have done the same work before they are measured, with plans made for tables as full as theirs. */
async function warmUp({ server, take }: Filled): Promise<void> {
  await server.restart()
  const first = take(WARM_UP)
  await answersPerSecond({ origin: server.origin, connections: CONNECTIONS, request: at => applyRequest(first + at) }, WARM_UP)
  await answersPerSecond({ origin: server.origin, connections: CONNECTIONS, request: homeRequest }, WARM_UP)
  await server.reading(settleDown)
}

async function addRound({ server, take }: Filled, latencies: Latencies, perSecond: number): Promise<void> {
  const asked = { origin: server.origin, connections: CONNECTIONS }
  const first = take(APPLIED_A_ROUND)
  const applied = { ...asked, request: (at: number) => applyRequest(first + at) }
  latencies.apply.push(...(await latenciesAtPace(applied, APPLIED_A_ROUND, perSecond)))
  latencies.home.push(...(await latenciesAtPace({ ...asked, request: homeRequest }, HOMES_A_ROUND, perSecond)))
}

function ofOne({ apply, home }: Latencies, orders: number, note: string): Measure[] {
  const where = `at ${orders.toLocaleString('en')} orders`
  return [...NAMES].flatMap(([part, name]) => [
    {
      what: `apply ${name} ${where}`,
      unit: 'ms',
      value: percentile(apply, part),
      ...(part === NEARLY_ALL && { target: { atMost: 30 } }),
      note,
    },
    { what: `home ${name} ${where}`, unit: 'ms', value: percentile(home, part), note },
  ])
}

function ratio(what: keyof Latencies, part: number, atFew: Latencies, atMany: Latencies): Measure {
  return {
    what: `${what} ${NAMES.get(part)}: many orders to few`,
    unit: '',
    value: percentile(atMany[what], part) / percentile(atFew[what], part),
    target: { atMost: 1.2 },
    note: `of ${ROUNDS} rounds in turn`,
  }
}
