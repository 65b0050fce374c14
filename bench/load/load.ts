import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Measure, median, shown } from '#bench/table.ts'
import type { Server } from '#e2e/rig/server.ts'
import { startEmbedded } from '#server/platform/db/embedded/start.ts'
import { type FilledServer, type Past, settleDown, startFilled } from './filled.ts'
import { answersPerSecond } from './hammer.ts'
import { APPLICANTS, compareLatencies } from './latency.ts'
import { openLine } from './line.ts'
import { applyRequest, HOME_PATH, homeRequest } from './people.ts'
import { findPgbench, scriptOf, transactionsPerSecond } from './pgbench.ts'
import { withOwnProcessor } from './processors.ts'
import { recordApply } from './transaction.ts'

/** The most connections that the embedded database admits beside the server's own. */
const CLIENTS = 16
/** Applications of one round, through HTTP and by pgbench alike. */
const ROUND = CLIENTS * 100
const ROUNDS = 3
const READERS = 64
const READS = 10_000
/** Reads are quick, so there are many rounds: a pause of the machine affects only one of them. */
const READ_ROUNDS = 9
/** The rounds until V8 has optimized the code that answers a read. */
const WARM_UP_ROUNDS = 3
const BYTES_PER_KB = 1_024
const LARGEST_TABLES = 12

export type LoadOptions = {
  /** The number of orders in the database of the first server, and of the second. */
  readonly orders: readonly [few: number, many: number]
  readonly past: Past
}

/**
 * Measures the throughput and latency of one server process, beside pgbench and Fastify alone on the
 * same machine in the same run.
 */
export async function measureLoad({ orders: [few, many], past }: LoadOptions): Promise<Measure[]> {
  const applicants = ROUND * (2 * ROUNDS + 1) + 1 + APPLICANTS.few
  return withFilled({ orders: few, people: applicants, past }, async withFew => {
    // This runs before the other database is filled, which keeps PostgreSQL busy for a while.
    const { perSecond, measures } = await applyPace(withFew)
    const reads = await readPace(withFew.server)
    const compared = await withFilled(
      { orders: many, people: APPLICANTS.many, past },
      async withMany => [
        ...(await sizeOf(withMany)),
        ...(await compareLatencies(withFew, withMany, perSecond)),
      ],
    )
    return [...measures, ...reads, ...compared]
  })
}

type Filling = { readonly orders: number; readonly people: number; readonly past: Past }

async function withFilled<T>(
  { orders, people, past }: Filling,
  work: (filled: FilledServer) => Promise<T>,
): Promise<T> {
  const filled = await startFilled(orders, people, past)
  try {
    return await work(filled)
  } finally {
    await filled.server.stop()
  }
}

/** The disk space of an order, with its borrower, its history and the indexes, by table. */
async function sizeOf({ server, orders }: FilledServer): Promise<Measure[]> {
  const tables = await server.reading(db =>
    db.raw(`SELECT relname AS name, pg_total_relation_size(oid)::float AS bytes FROM pg_class
            WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY bytes DESC`),
  )
  const all = tables.reduce((sum, { bytes }) => sum + Number(bytes), 0)
  const largest = tables
    .slice(0, LARGEST_TABLES)
    .map(({ name, bytes }) => `${name} ${shown(Number(bytes) / orders / BYTES_PER_KB)}`)
  return [
    {
      what: `the disk space of an order, of ${orders}`,
      unit: 'KB',
      value: all / orders / BYTES_PER_KB,
      note: largest.join(', '),
    },
  ]
}

function apply({ origin }: Server, first: number, count: number): Promise<number> {
  return answersPerSecond(
    { origin, connections: CLIENTS, request: at => applyRequest(first + at) },
    count,
  )
}

/** Measures applications through HTTP and by pgbench in turn, so that other load affects both. */
async function applyPace({
  server,
  take,
}: FilledServer): Promise<{ perSecond: number; measures: Measure[] }> {
  await apply(server, take(ROUND), ROUND)
  await server.reading(settleDown)
  const pgbench = findPgbench()
  const script = await server.reading(async db => {
    const { statements, replacements } = await recordApply(db, take(1))
    return scriptOf(statements, replacements)
  })
  const throughHttp: number[] = []
  const byPgbench: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    throughHttp.push(await apply(server, take(ROUND), ROUND))
    if (!pgbench) continue
    const size = { clients: CLIENTS, each: ROUND / CLIENTS, start: take(ROUND) }
    byPgbench.push(
      await atDatabase(server, url => transactionsPerSecond(pgbench, { url, script, ...size })),
    )
  }
  const perSecond = median(throughHttp)
  const note = (all: readonly number[]) =>
    `median of ${all.map(shown).join(' ')}; ${CLIENTS} clients`
  const measures: Measure[] = [
    { what: 'applications through HTTP', unit: '/s', value: perSecond, note: note(throughHttp) },
  ]
  if (!pgbench)
    return {
      perSecond,
      measures: [...measures, { what: 'pgbench is not installed', unit: '', value: Number.NaN }],
    }
  const base = median(byPgbench)
  measures.push({
    what: 'the same statements by pgbench',
    unit: '/s',
    value: base,
    note: note(byPgbench),
  })
  measures.push({
    what: 'applications: HTTP to pgbench',
    unit: '',
    value: perSecond / base,
    target: { atLeast: 0.9 },
  })
  return { perSecond, measures }
}

async function readPace(server: Server): Promise<Measure[]> {
  await server.reading(settleDown)
  const line = await openLine(server.origin)
  const { data } = JSON.parse(String(await line.ask(homeRequest(0)))) as { data: unknown }
  line.close()
  const bare = await startBare(JSON.stringify({ code: 0, msg: 'success', data }))
  const homes: number[] = []
  const bares: number[] = []
  try {
    // Built beforehand, because building them takes processor time from the server.
    const requests = Array.from({ length: READS }, (_, at) => homeRequest(at))
    const request = (at: number) => requests[at] ?? homeRequest(at)
    const pace = ({ origin }: { origin: string }) =>
      answersPerSecond({ origin, connections: READERS, request }, READS)
    await withOwnProcessor([server.pid(), bare.pid], async () => {
      // The first rounds of both are not measured.
      for (let round = 0; round < WARM_UP_ROUNDS + READ_ROUNDS; round += 1) {
        const homePace = await pace(server)
        const barePace = await pace(bare)
        if (round < WARM_UP_ROUNDS) continue
        homes.push(homePace)
        bares.push(barePace)
      }
    })
  } finally {
    bare.stop()
  }
  const ratio = median(homes) / median(bares)
  return [
    {
      what: 'reads of home',
      unit: '/s',
      value: median(homes),
      note: `median of ${homes.map(shown).join(' ')}; ${READERS} connections`,
    },
    {
      what: 'the same answer by Fastify alone',
      unit: '/s',
      value: median(bares),
      note: `median of ${bares.map(shown).join(' ')}`,
    },
    {
      what: 'reads of home: server to Fastify alone',
      unit: '',
      value: ratio,
      target: { atLeast: 0.5 },
    },
  ]
}

/** Calls `work` with the address of the server's database. */
async function atDatabase<T>({ env }: Server, work: (url: string) => Promise<T>): Promise<T> {
  const { DATABASE_URL, DATA_DIR } = env
  if (DATABASE_URL !== undefined) return work(DATABASE_URL)
  const embedded = await startEmbedded({ dataDir: DATA_DIR ?? '', log: () => undefined })
  try {
    const { host, port, user, database } = embedded.connection
    return await work(
      `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    )
  } finally {
    await embedded.stop()
  }
}

async function startBare(
  answer: string,
): Promise<{ origin: string; pid: number | undefined; stop: () => void }> {
  const file = fileURLToPath(new URL('./bare.ts', import.meta.url))
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ANSWER: answer, ANSWER_PATH: HOME_PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  return { origin: line.trim().replace('ready at ', ''), pid: child.pid, stop: () => child.kill() }
}
