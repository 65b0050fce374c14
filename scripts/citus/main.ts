/**
 * `npm run citus [-- statement …]`: starts a Citus cluster in a temporary folder, spreads the product's tables over it, and plans and
 * runs every statement there, or those named. Fails if the database refuses one, or if one of a single borrower asks all shards.
 * Then it kills a worker while people borrow and repay, and starts it again (killed-worker.ts).
 *
 * With `--server-tests`, `--simulate` or `--tests <file>` it runs these on the cluster instead: the server's tests, the simulation
 * of 200 loans, or a file of tests. Needs a PostgreSQL that has the extension (docs/spread.md).
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { asOwner } from '#server/platform/db/connection.ts'
import { prepareDatabase } from '#server/platform/db/open.ts'
import { addNodes, spreadNewTables } from '#server/platform/db/spread/cluster.ts'
import { statements } from '#server/platform/db/statement.ts'
import { loadStatementsOf, ROOMS_WITH_STATEMENTS } from '#server/testing/every-statement.ts'
import { SHARDS, WORKERS_VARIABLE } from '#server/testing/nodes.ts'
import { type CitusCluster, postgresWithCitus, startCitus } from './cluster.ts'
import { complaintsAboutCluster } from './cluster-checks.ts'
import { FAN_OUTS } from './fan-outs.ts'
import { complaintsAboutKilledWorker } from './killed-worker.ts'
import { NOT_ON_CITUS } from './left-out.ts'
import { planOn } from './plans.ts'

const WORKERS = 3
const SIMULATED_LOANS = '200'

const { values, positionals: names } = parseArgs({
  options: {
    'server-tests': { type: 'boolean', default: false },
    simulate: { type: 'boolean', default: false },
    tests: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
})
const bin = await postgresWithCitus()
if (bin === undefined) {
  console.error(
    'No PostgreSQL here has the extension citus, so nothing ran. docs/spread.md says how to get one; PG_BIN names its folder bin.',
  )
  process.exit(1)
}
const cluster = await startCitus(bin, WORKERS)
try {
  const { coordinator, workers } = cluster
  // The servers and the tests below read these variables.
  process.env.DATABASE_URL = coordinator.url
  process.env.DATABASE_APP_URL = coordinator.appUrl
  process.env[WORKERS_VARIABLE] = JSON.stringify(workers.map(({ url }) => url))
  const runs = chosenRuns()
  if (runs.length > 0) for (const run of runs) runOnCluster(run)
  else await checkProduct(cluster)
} finally {
  await cluster.stop()
}

type Run = { readonly script: string; readonly args: readonly string[] }

function chosenRuns(): Run[] {
  const { tests, simulate, 'server-tests': hasServerTests } = values
  // Even a new database takes seconds there.
  const patience = ['--testTimeout=120000', '--hookTimeout=120000']
  const run = ['run', '--configLoader=native', ...patience, '--project', 'server']
  const without = Object.keys(NOT_ON_CITUS).map(file => `--exclude=${file}`)
  const vitest = 'node_modules/vitest/vitest.mjs'
  return [
    hasServerTests && { script: vitest, args: [...run, '--project', 'slow', ...without] },
    tests.length > 0 && { script: vitest, args: [...run, '--project', 'journeys', ...tests] },
    simulate && { script: 'scripts/simulate.ts', args: ['--loans', SIMULATED_LOANS] },
  ].filter(chosen => chosen !== false)
}

/** Runs a script of the project, each test file of it on a database of its own on the cluster. */
function runOnCluster({ script, args }: Run): void {
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}

async function checkProduct(cluster: CitusCluster): Promise<void> {
  await spread(cluster)
  const complaints = [
    ...(await complaintsAbout(cluster)),
    ...(await complaintsAboutCluster(cluster.coordinator)),
    ...(names.length === 0 ? await complaintsAboutKilledWorker(cluster) : []),
  ]
  for (const complaint of complaints) console.error(complaint)
  if (complaints.length > 0) process.exitCode = 1
}

async function spread({ coordinator, workers }: CitusCluster): Promise<void> {
  const { url, appUrl } = coordinator
  await prepareDatabase({ url, appUrl }, { log: () => undefined })
  await asOwner({ url }, async owner => {
    await addNodes(owner, coordinator, workers)
    const count = await spreadNewTables(owner, { shards: SHARDS, say: () => undefined })
    console.log(`${count} tables are spread over ${workers.length} workers.`)
  })
}

/** Returns a sentence for each statement that is refused, or asks many shards without a reason. */
async function complaintsAbout({ coordinator }: CitusCluster): Promise<string[]> {
  for (const room of ROOMS_WITH_STATEMENTS) await loadStatementsOf(room)
  const chosen = statements().filter(({ name }) => names.length === 0 || names.includes(name))
  const complaints: string[] = []
  const fanOuts = new Set<string>()
  await asOwner({ url: coordinator.appUrl }, async client => {
    for (const statement of chosen) {
      const { name, refusal, shards } = await planOn(client, statement)
      if (refusal) complaints.push(`${name} is refused: ${refusal}`)
      if (shards > 1) fanOuts.add(name)
    }
  })
  for (const name of fanOuts)
    if (!(name in FAN_OUTS)) complaints.push(`${name} asks all shards, and no reason is listed.`)
  for (const name of Object.keys(FAN_OUTS))
    if (!fanOuts.has(name) && chosen.some(each => each.name === name))
      complaints.push(`${name} is listed in fan-outs.ts and asks one shard.`)
  const count = chosen.length
  console.log(`${count} statements: ${count - fanOuts.size} ask one shard, ${fanOuts.size} all.`)
  return complaints
}
