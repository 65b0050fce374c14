import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { median, percentile } from '#bench/statistics.ts'
import { type Measure, shown } from '#bench/table.ts'
import { BASE_PATH } from '#contract/path.ts'
import { type Server, startServer } from '#e2e/rig/server.ts'
import { startEmbedded } from '#server/db/embedded/start.ts'
import { fixedKeys, type Sealer, sealer } from '#server/db/seal.ts'
import { answersPerSecond, latenciesAtPace } from './hammer.ts'
import { openLine, requestText } from './line.ts'
import { addPastOrders } from './past-orders.ts'
import { person, settlePeople } from './people.ts'
import { findPgbench, scriptOf, transactionsPerSecond } from './pgbench.ts'
import { recordApply } from './transaction.ts'

/** The embedded database admits no more beside the server's own connections. */
const CLIENTS = 16
const CONNECTIONS_AT_PACE = 64
/** Applications of one round, through HTTP and by pgbench alike. */
const ROUND = CLIENTS * 100
const ROUNDS = 3
const READS = 6_000
/** What is asked at a fixed pace, as a part of what the server can do at most: so loaded, it is not yet overrun. */
const PACED = 2_000
const PACE = 0.5

export type LoadOptions = {
  /** How many orders are in the tables for the first, and for the second measurement of latency. */
  readonly orders: readonly [few: number, many: number]
}

/** How much the server bears, beside what the database and Fastify alone bear on the same machine in the same run. */
export async function measureLoad({ orders: [few, many] }: LoadOptions): Promise<Measure[]> {
  const [master, hashing] = [randomBytes(32), randomBytes(32)]
  const keys = { active: 'k1', masters: { k1: master.toString('base64') }, hashing: hashing.toString('base64') }
  // Another process would take the jobs: what is measured is the answering of requests.
  const server = await startServer({ SARAL_KEYS: JSON.stringify(keys), JOBS: 'no' })
  try {
    const seals = sealer(fixedKeys({ active: 'k1', masters: new Map([['k1', master]]), hashing }))
    await server.reading(async db => {
      await settlePeople(db, seals, peopleNeeded())
      await addPastOrders(db, 0, few)
    })
    // Connections that planned for empty tables begin anew.
    await server.restart()
    const pace = await applyPace(server, seals)
    const atFew = await latenciesAfresh(server, pace.perSecond)
    const reads = await readPace(server)
    await server.reading(db => addPastOrders(db, few, many))
    const atMany = await latenciesAfresh(server, pace.perSecond)
    return [...pace.measures, ...reads, ...latencyMeasures(atFew, atMany, { few, many, perSecond: pace.perSecond * PACE })]
  } finally {
    await server.stop()
  }
}

let taken = 0

/** Nobody applies twice: the number of the first of so many people who have not yet. */
function take(count: number): number {
  taken += count
  return taken - count
}

function peopleNeeded(): number {
  return 2 + ROUND * (2 * ROUNDS + 3) + 2 * PACED
}

function applyRequest(number: number): Buffer {
  const { cardId, token, cookie } = person(number)
  const body = { cardId, borrowAmount: 2000, periods: 7, productId: 'saral-seven', autoGetMoney: 0 }
  const headers = { ...headersOf(token, cookie), 'content-type': 'application/json', 'idempotency-key': `bench-${number}` }
  return requestText('POST', `${BASE_PATH}/order/v1/apply`, headers, JSON.stringify(body))
}

function homeRequest(number: number): Buffer {
  const { token, cookie } = person(number)
  return requestText('GET', `${BASE_PATH}/home/v1/index`, headersOf(token, cookie))
}

function headersOf(token: string, cookie: string): Record<string, string> {
  return { token, cookie: `__Host-saral-session=${cookie}`, os: 'android-h5', accept: 'application/json' }
}

function apply({ origin }: Server, first: number, count: number): Promise<number> {
  return answersPerSecond({ origin, connections: CLIENTS, request: at => applyRequest(first + at) }, count)
}

/** Rounds of both in turn, so that whatever else the machine does falls on both. */
async function applyPace(server: Server, seals: Sealer): Promise<{ perSecond: number; measures: Measure[] }> {
  await apply(server, take(ROUND), ROUND)
  const pgbench = findPgbench()
  const script = await server.reading(async db => {
    const { sent, replacements } = await recordApply(db, seals, take(1))
    return scriptOf(sent, replacements)
  })
  const [throughHttp, byPgbench]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    throughHttp.push(await apply(server, take(ROUND), ROUND))
    if (!pgbench) continue
    const size = { clients: CLIENTS, each: ROUND / CLIENTS, start: take(ROUND) }
    byPgbench.push(await atDatabase(server, url => transactionsPerSecond(pgbench, { url, script, ...size })))
  }
  const perSecond = median(throughHttp)
  const note = (all: readonly number[]) => `of ${all.map(shown).join(' ')}; ${CLIENTS} clients`
  const measures: Measure[] = [{ what: 'apply through HTTP', unit: '/s', value: perSecond, note: note(throughHttp) }]
  if (!pgbench) return { perSecond, measures: [...measures, { what: 'pgbench was not found', unit: '', value: Number.NaN }] }
  const base = median(byPgbench)
  measures.push({ what: 'the same by pgbench', unit: '/s', value: base, note: `${note(byPgbench)}, statement by statement` })
  measures.push({ what: 'apply: part of pgbench', unit: '', value: perSecond / base, target: { atLeast: 0.9 } })
  return { perSecond, measures }
}

async function readPace(server: Server): Promise<Measure[]> {
  const line = await openLine(server.origin)
  const { data } = JSON.parse(await line.ask(homeRequest(0))) as { data: unknown }
  line.close()
  const bare = await startBare(JSON.stringify({ code: 0, msg: 'success', data }))
  const [homes, bares]: [number[], number[]] = [[], []]
  try {
    const request = () => requestText('GET', '/', {})
    for (let round = 0; round < ROUNDS; round += 1) {
      homes.push(await answersPerSecond({ origin: server.origin, connections: CLIENTS, request: homeRequest }, READS))
      bares.push(await answersPerSecond({ origin: bare.origin, connections: CLIENTS, request }, READS))
    }
  } finally {
    bare.stop()
  }
  const ratio = median(homes) / median(bares)
  return [
    { what: 'home reads', unit: '/s', value: median(homes), note: `of ${homes.map(shown).join(' ')}` },
    { what: 'bare Fastify', unit: '/s', value: median(bares), note: `of ${bares.map(shown).join(' ')}; the same answer` },
    { what: 'home: part of bare Fastify', unit: '', value: ratio, target: { atLeast: 0.5 } },
  ]
}

/** A server that has just started and done the same work before, however full its tables are. */
async function latenciesAfresh(server: Server, mostPerSecond: number): Promise<number[]> {
  await server.restart()
  await apply(server, take(ROUND), ROUND)
  const { origin } = server
  const first = take(PACED)
  const ask = { origin, connections: CONNECTIONS_AT_PACE, request: (at: number) => applyRequest(first + at) }
  return latenciesAtPace(ask, PACED, mostPerSecond * PACE)
}

type Tables = { readonly few: number; readonly many: number; readonly perSecond: number }

function latencyMeasures(atFew: number[], atMany: number[], { few, many, perSecond }: Tables): Measure[] {
  const [half, most, nearlyAll] = [0.5, 0.95, 0.99] as const
  const note = `at ${shown(perSecond)}/s on ${CONNECTIONS_AT_PACE} connections, half of what it bears`
  const one = (name: string, part: number, all: number[], orders: number): Measure => ({
    what: `apply ${name} at ${orders.toLocaleString('en')} orders`,
    unit: 'ms',
    value: percentile(all, part),
    ...(part === nearlyAll && { target: { atMost: 30 } }),
    note,
  })
  const ratio = (name: string, part: number): Measure => ({
    what: `apply ${name}: many orders to few`,
    unit: '',
    value: percentile(atMany, part) / percentile(atFew, part),
    target: { atMost: 1.2 },
  })
  const all = (values: number[], orders: number) => [
    one('p50', half, values, orders),
    one('p95', most, values, orders),
    one('p99', nearlyAll, values, orders),
  ]
  return [...all(atFew, few), ...all(atMany, many), ratio('p50', half), ratio('p95', most), ratio('p99', nearlyAll)]
}

/** Gives the address of the server's database to a program of PostgreSQL's own. */
async function atDatabase<T>({ env }: Server, work: (url: string) => Promise<T>): Promise<T> {
  const { DATABASE_URL, DATA_DIR } = env
  if (DATABASE_URL !== undefined) return work(DATABASE_URL)
  const embedded = await startEmbedded({ dataDir: DATA_DIR ?? '', log: () => undefined })
  try {
    const { host, port, user, database } = embedded.connection
    return await work(`postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`)
  } finally {
    await embedded.stop()
  }
}

async function startBare(answer: string): Promise<{ origin: string; stop: () => void }> {
  const file = fileURLToPath(new URL('./bare.ts', import.meta.url))
  const child = spawn(process.execPath, [file], { env: { ...process.env, ANSWER: answer }, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  return { origin: line.trim().replace('ready at ', ''), stop: () => child.kill() }
}
