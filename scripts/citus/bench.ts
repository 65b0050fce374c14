import { type FilledServer, settleDown, startFilled } from '#bench/load/filled.ts'
import { answersPerSecond } from '#bench/load/hammer.ts'
import { applyRequest, homeRequest } from '#bench/load/people.ts'
import { type Measure, median, shown } from '#bench/table.ts'
import { WORKERS_VARIABLE } from '#server/testing/nodes.ts'
import { type CitusCluster, postgresWithCitus, startCitus } from './cluster.ts'

const ORDERS = 10_000
const CLIENTS = 16
const APPLICATIONS = 400
const HOMES = 2_000
const ROUNDS = 5
/** The first round is not measured. */
const APPLICANTS = APPLICATIONS * (ROUNDS + 1)

/** The workers of each database that is measured; the first is one PostgreSQL alone. */
const WORKERS = [0, 1, 3]

/** A server on its database, and its answers per second in each round. */
type MeasuredServer = {
  readonly workers: number
  readonly cluster: CitusCluster
  readonly filled: FilledServer
  readonly applications: number[]
  readonly homes: number[]
}

/**
 * Measures applications and homes of one server on one PostgreSQL, and on Citus, round by round in
 * turn. All nodes share this machine, so the ratios show what distribution costs, not what more
 * machines bring.
 */
export async function measureCitus(): Promise<Measure[]> {
  const bin = await postgresWithCitus()
  if (bin === undefined) {
    console.log('No PostgreSQL here has the extension citus (docs/spread.md).')
    return []
  }
  const all: MeasuredServer[] = []
  try {
    for (const workers of WORKERS) all.push(await start(bin, workers))
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const one of all) await measureRound(one, round > 0)
    const [alone] = all
    if (!alone) return []
    const ofEach = await Promise.all(all.map(one => measuresOf(one, alone)))
    return ofEach.flat()
  } finally {
    for (const { filled, cluster } of all) {
      choose(cluster)
      await filled.server.stop()
      await cluster.stop()
    }
  }
}

async function start(bin: string, workers: number): Promise<MeasuredServer> {
  const cluster = await startCitus(bin, workers, {
    fsync: 'on',
    'citus.enable_stat_counters': 'on',
  })
  try {
    choose(cluster)
    const filled = await startFilled(ORDERS, APPLICANTS, 'orders')
    return { workers, cluster, filled, applications: [], homes: [] }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** Sets the cluster on which new databases are created. */
function choose({ coordinator, workers }: CitusCluster): void {
  process.env.DATABASE_URL = coordinator.url
  process.env.DATABASE_APP_URL = coordinator.appUrl
  process.env[WORKERS_VARIABLE] = JSON.stringify(workers.map(({ url }) => url))
}

async function measureRound(
  { workers, filled, ...rounds }: MeasuredServer,
  isMeasured: boolean,
): Promise<void> {
  const { server, take } = filled
  const { origin } = server
  await server.reading(settleDown)
  // Counted again, for the statements of requests alone.
  if (workers > 0) await server.reading(db => db.raw('SELECT citus_stat_counters_reset(0)'))
  const first = take(APPLICATIONS)
  const applications = await answersPerSecond(
    { origin, connections: CLIENTS, request: at => applyRequest(first + at) },
    APPLICATIONS,
  )
  const homes = await answersPerSecond(
    { origin, connections: CLIENTS, request: homeRequest },
    HOMES,
  )
  if (!isMeasured) return
  rounds.applications.push(applications)
  rounds.homes.push(homes)
}

async function measuresOf(
  { workers, filled, applications, homes }: MeasuredServer,
  alone: MeasuredServer,
): Promise<Measure[]> {
  const place =
    workers === 0
      ? 'one PostgreSQL'
      : `Citus with ${workers} ${workers === 1 ? 'worker' : 'workers'}`
  const pace = (what: string, rounds: readonly number[]): Measure => ({
    what: `${what}, ${place}`,
    unit: '/s',
    value: median(rounds),
    note: `median of ${rounds.map(shown).join(' ')}; ${CLIENTS} clients`,
  })
  const paces = [pace('applications', applications), pace('homes', homes)]
  if (workers === 0) return paces
  return [
    ...paces,
    {
      what: `applications, ${place} to one PostgreSQL`,
      unit: '',
      value: median(applications) / median(alone.applications),
    },
    {
      what: `homes, ${place} to one PostgreSQL`,
      unit: '',
      value: median(homes) / median(alone.homes),
    },
    {
      what: `statements of one shard, ${place}`,
      unit: '%',
      value: 100 * (await shareOfOneShard(filled)),
      target: { atLeast: 95 },
    },
  ]
}

/** The share of the last round's statements on spread tables that asked one shard. */
async function shareOfOneShard({ server }: FilledServer): Promise<number> {
  const [row] = await server.reading(db =>
    db.raw(
      `SELECT query_execution_single_shard::float AS one, query_execution_multi_shard::float AS many
       FROM citus_stat_counters WHERE name = current_database()`,
    ),
  )
  const one = Number(row?.one)
  return one / (one + Number(row?.many))
}
