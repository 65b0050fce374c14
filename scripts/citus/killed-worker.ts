/**
 * Checks a worker that is killed while people borrow and repay, and comes back (`npm run citus`). The
 * borrowers and what must be true of their books are those of the kill test (e2e/kill.e2e.ts).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '#contract/index.ts'
import { faultsIn, underWay } from '#e2e/rig/books.ts'
import { type Borrower, readyBorrower } from '#e2e/rig/borrower.ts'
import { openDays } from '#e2e/rig/days.ts'
import { HABITS } from '#e2e/rig/habits.ts'
import { type Acknowledgements, lifeOf, liveLoans, nothingYet } from '#e2e/rig/load.ts'
import { minutesUntilMorning } from '#e2e/rig/morning.ts'
import { openSandbox, until } from '#e2e/rig/sandbox.ts'
import { type Server, startServer, takeLogFaults } from '#e2e/rig/server.ts'
import { unsettledBooks } from '#e2e/rig/settled-books.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import type { Database } from '#server/platform/db/open.ts'
import type { CitusCluster, CitusNode } from './cluster.ts'

const BORROWERS = 12
/** The number of loans to repay before the kill, and again after it. */
const LOANS = 12
const AWAY_MS = 8_000
const ASKED_EVERY_MS = 100
/** Everybody is served again within this time after the worker's return. */
const BACK_WITHIN_MS = 15_000
const LOANS_WITHIN_MS = 120_000
/** A payment whose message was refused is asked about after one minute, and after three. */
const QUIET_WITHIN_MS = 240_000

/** A loan of a borrower, and the port of the worker on which it lies. */
type Probe = { readonly borrower: Borrower; readonly orderId: string; readonly port: number }
type Outcome = 'served' | 'sent away' | 'failed'

/**
 * Starts a server on the cluster, kills the worker of most borrowers, and starts it again. Returns
 * a sentence for each thing lost, done twice or left behind, and for each borrower with a wrong
 * answer. Prints the time until the service was back.
 */
export async function complaintsAboutKilledWorker(cluster: CitusCluster): Promise<string[]> {
  const server = await startServer()
  try {
    const { origin } = server
    await openSandbox(origin).advance(`PT${minutesUntilMorning(Date.now())}M`)
    const people = await Promise.all(Array.from({ length: BORROWERS }, () => readyBorrower(origin)))
    const ack = nothingYet()
    const complaints = await underLoad(server, ack, people, async () => {
      const probes = await server.reading(db => probesOf(db, ack, people))
      return killAndStart(busiest(cluster.workers, probes), probes)
    })
    await becomesQuiet(server)
    // One more close of business books the charges of the loans that still run.
    await openSandbox(origin).advance('P1D')
    await becomesQuiet(server)
    // Citus reports a dead worker in many ways, so no single line is right or wrong.
    const logged = takeLogFaults().length
    console.log(
      `Meanwhile: ${ack.orders.size} loans, ${ack.settled.size} of them repaid, ${ack.paid.size} payments, ${ack.retries} requests sent again, ${logged} lines of the log about failures.`,
    )
    return [
      ...complaints,
      ...(await server.reading(db => faultsIn(db, ack))),
      ...(await server.reading(db => unsettledBooks(db, ack))),
      ...(await preparedTransactions(server, cluster)),
    ]
  } finally {
    await server.stop()
  }
}

/** Does something while everybody borrows and repays, and waits until they do so after it. */
async function underLoad<T>(
  { origin }: Server,
  ack: Acknowledgements,
  people: readonly Borrower[],
  work: () => Promise<T>,
): Promise<T> {
  const days = openDays(people.map(({ phone }) => phone))
  let isOver = false
  const [promptly] = HABITS
  const living = Promise.all(
    people.map(borrower =>
      liveLoans(lifeOf(origin, borrower, { ack, days, isOver: () => isOver }), promptly()),
    ),
  )
  const storm = async () => {
    await repaid(ack, LOANS)
    const result = await work()
    await repaid(ack, ack.settled.size + LOANS)
    return result
  }
  const result = await Promise.race([
    storm(),
    living.then(() => Promise.reject(new Error('the borrowers stopped too early'))),
  ])
  isOver = true
  await living
  return result
}

function repaid(ack: Acknowledgements, count: number): Promise<unknown> {
  const isSo = async () => ack.settled.size >= count || undefined
  return until(`${count} loans to be repaid`, isSo, LOANS_WITHIN_MS)
}

async function becomesQuiet(server: Server): Promise<void> {
  const isQuiet = () => server.reading(async db => (await underWay(db)) === 0 || undefined)
  await until('the open work to end', isQuiet, QUIET_WITHIN_MS)
}

async function probesOf(
  db: Database,
  { orders }: Acknowledgements,
  people: readonly Borrower[],
): Promise<Probe[]> {
  const rows = await db.raw(
    `SELECT order_id::text AS "orderId", node.nodeport AS port
     FROM (SELECT order_id, get_shard_id_for_distribution_column('borrower', borrower_id) AS shard
           FROM loan_order) AS lying
       JOIN pg_dist_placement AS placement ON placement.shardid = lying.shard
       JOIN pg_dist_node AS node ON node.groupid = placement.groupid`,
  )
  const loanOf = new Map(rows.map(row => [orders.get(String(row.orderId)), row]))
  return people.flatMap(borrower => {
    const loan = loanOf.get(borrower.phone)
    return loan ? [{ borrower, orderId: String(loan.orderId), port: Number(loan.port) }] : []
  })
}

/** The worker of most borrowers; refuses one that has all of them. */
function busiest(workers: readonly CitusNode[], probes: readonly Probe[]): CitusNode {
  const countOn = ({ port }: CitusNode) => probes.filter(probe => probe.port === port).length
  const [first] = workers.toSorted((one, other) => countOn(other) - countOn(one))
  if (!first || countOn(first) === 0 || countOn(first) === probes.length)
    throw new Error('The borrowers do not lie on several workers.')
  return first
}

/**
 * Kills a worker and starts it again. Its borrowers must be sent away meanwhile, and the others
 * served; afterwards all must be served.
 */
async function killAndStart(victim: CitusNode, probes: readonly Probe[]): Promise<string[]> {
  const isOn = ({ port }: Probe) => port === victim.port
  const here = { served: 0, 'sent away': 0, failed: 0 }
  const elsewhere = { ...here }
  const ask = async (probe: Probe) => {
    const outcome = await outcomeOf(probe)
    const counts = isOn(probe) ? here : elsewhere
    counts[outcome] += 1
    return outcome
  }
  await victim.kill9()
  const untilMs = performance.now() + AWAY_MS
  while (performance.now() < untilMs) {
    await Promise.all(probes.map(ask))
    await pause(ASKED_EVERY_MS)
  }
  await victim.start()
  const startedMs = performance.now()
  await until(
    'everybody to be served again',
    async () =>
      (await Promise.all(probes.map(outcomeOf))).every(outcome => outcome === 'served') ||
      undefined,
    BACK_WITHIN_MS,
  )
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
  console.log(
    `A worker was killed for ${AWAY_MS / 1_000} s with ${probes.filter(isOn).length} of ${probes.length} borrowers, and all were served ${seconds} s after its return.`,
  )
  return [
    ...(here.served > 0 || here['sent away'] === 0 || here.failed > 0
      ? [`Borrowers of the killed worker were not sent away: ${JSON.stringify(here)}`]
      : []),
    ...(elsewhere.served === 0 || elsewhere['sent away'] > 0 || elsewhere.failed > 0
      ? [`Borrowers of other workers were not served: ${JSON.stringify(elsewhere)}`]
      : []),
  ]
}

/** Reads a loan as its borrower, who is sent away by 503 with `Retry-After` and its reason. */
async function outcomeOf({ borrower, orderId }: Probe): Promise<Outcome> {
  const result = await borrower.browser.calls(contract.order).detail({ orderId })
  if (result.ok) return 'served'
  const isSentAway = result.reason === 'server-busy' && result.retryAfterSeconds !== undefined
  return isSentAway ? 'sent away' : 'failed'
}

/** Names the transactions that a recovery leaves prepared. No transaction may be open meanwhile. */
async function preparedTransactions(
  { env }: Server,
  { coordinator, workers }: CitusCluster,
): Promise<string[]> {
  const { pathname } = new URL(env.DATABASE_URL ?? coordinator.url)
  const nodes = [coordinator, ...workers].map(({ url }) => ({
    url: Object.assign(new URL(url), { pathname }).href,
  }))
  for (const node of nodes)
    await asOwner(node, owner => owner.query('SELECT recover_prepared_transactions()'))
  const prepared = await Promise.all(
    nodes.map(node =>
      asOwner(node, owner =>
        owner.query<{ gid: string }>(
          'SELECT gid FROM pg_prepared_xacts WHERE database = current_database()',
        ),
      ),
    ),
  )
  return prepared.flatMap(({ rows }) => rows.map(({ gid }) => `${gid} is still prepared.`))
}
