/**
 * `npm run citus [-- statement …] [--tests file …]`: starts a Citus cluster in a temporary folder, spreads the product's tables over
 * it, and plans and runs every statement there, or those named. Fails if the database refuses one, or if one of a
 * single borrower asks all shards. Needs a PostgreSQL that has the extension (docs/running.md).
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { asOwner } from '#server/platform/db/connection.ts'
import { prepareDatabase } from '#server/platform/db/open.ts'
import { addNodes, spreadNewTables } from '#server/platform/db/spread.ts'
import { statements } from '#server/platform/db/statement.ts'
import { type CitusCluster, postgresWithCitus, startCitus } from '#server/testing/citus-cluster.ts'
import { planOn } from '#server/testing/distributed-plans.ts'
import { loadStatementsOf, ROOMS_WITH_STATEMENTS } from '#server/testing/every-statement.ts'
import { SHARDS, WORKERS_VARIABLE } from '#server/testing/nodes.ts'
import { complaintsAboutCluster } from './citus-cluster-checks.ts'
import { FAN_OUTS } from './citus-fan-outs.ts'

const WORKERS = 3

const { values, positionals: names } = parseArgs({
  options: { tests: { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
})
const bin = await postgresWithCitus()
if (bin === undefined) {
  console.error(
    'No PostgreSQL here has the extension citus, so nothing ran. docs/running.md says how to get one; PG_BIN names its folder bin.',
  )
  process.exit(1)
}
const cluster = await startCitus(bin, WORKERS)
try {
  await spread(cluster)
  const complaints = [
    ...(await complaintsAbout(cluster)),
    ...(await complaintsAboutCluster(cluster.coordinator)),
  ]
  for (const complaint of complaints) console.error(complaint)
  if (complaints.length > 0) process.exitCode = 1
  if (values.tests.length > 0 && !runTests(cluster, values.tests)) process.exitCode = 1
} finally {
  await cluster.stop()
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

/** Runs tests on the cluster, each file on a database of its own; true if they succeed. */
function runTests({ coordinator, workers }: CitusCluster, files: readonly string[]): boolean {
  const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
  const projects = ['--project', 'server', '--project', 'e2e']
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', '--configLoader=native', ...projects, ...files],
    {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      stdio: 'inherit',
      env: {
        ...process.env,
        DATABASE_URL: coordinator.url,
        DATABASE_APP_URL: coordinator.appUrl,
        [WORKERS_VARIABLE]: JSON.stringify(workers.map(({ url }) => url)),
      },
    },
  )
  return status === 0
}

/** A sentence for each statement that is refused, or asks more than one shard without a reason. */
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
      complaints.push(`${name} is listed in citus-fan-outs.ts and asks one shard.`)
  const count = chosen.length
  console.log(`${count} statements: ${count - fanOuts.size} ask one shard, ${fanOuts.size} all.`)
  return complaints
}
