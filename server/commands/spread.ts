/**
 * `npm run ops -- spread --coordinator host[:port] --worker host[:port] …`: makes the PostgreSQL of
 * DATABASE_URL the coordinator of a Citus cluster and spreads the tables over the workers. Repeat
 * it with one more worker to grow, and after a new version to spread its new tables.
 */
import { parseArgs } from 'node:util'
import { readCommandConfig } from '#server/platform/config.ts'
import { asOwner, isWithoutOwner } from '#server/platform/db/connection.ts'
import { locateAsOwner } from '#server/platform/db/locate.ts'
import { checkMigrated, productMigrations } from '#server/platform/db/migrate.ts'
import {
  addNodes,
  createCitus,
  isSpread,
  type NodeAddress,
  nodesOf,
  rebalance,
  spreadNewTables,
} from '#server/platform/db/spread/cluster.ts'

const USAGE = `Usage: npm run ops -- spread --coordinator <host[:port]> --worker <host[:port]> [--worker …] [--shards 32]
The addresses are those by which the machines reach each other. DATABASE_URL is the coordinator, as a
superuser; DATABASE_APP_URL the same database for the application's role.`

const DEFAULT_PORT = 5432
/** The shards of each table, and so the most workers that share it; it cannot be changed later. */
const DEFAULT_SHARDS = '32'

const { coordinator, workers, shards } = readArguments()

await spread().catch((error: Error) => {
  console.error(`The tables could not be spread. ${error.message}`)
  process.exitCode = 1
})

async function spread(): Promise<void> {
  const config = readCommandConfig(process.env)
  const { database } = config
  if (!database || isWithoutOwner(database) || !('url' in database) || !database.appUrl)
    throw new Error(`DATABASE_URL and DATABASE_APP_URL are missing.\n${USAGE}`)
  const { target } = await locateAsOwner(config, { say: console.error })
  await asOwner(target, owner => checkMigrated(owner, productMigrations))
  await asOwner(target, createCitus)
  await asOwner(target, async owner => {
    const wasSpread = await isSpread(owner)
    const added = await addNodes(owner, coordinator, workers)
    for (const { host, port } of added) console.log(`Added the worker ${host}:${port}.`)
    const count = await spreadNewTables(owner, { shards, say: console.log })
    if (wasSpread && added.length > 0) {
      console.log('Moving shards to the new workers; the product may keep running.')
      await rebalance(owner)
    }
    const nodes = await nodesOf(owner)
    console.log(count === 0 ? 'Every table was spread already.' : `Spread ${count} tables.`)
    for (const { host, port, shardCount } of nodes)
      console.log(`${host}:${port} holds ${shardCount} shards.`)
  })
}

function readArguments(): { coordinator: NodeAddress; workers: NodeAddress[]; shards: number } {
  try {
    const { values } = parseArgs({
      options: {
        coordinator: { type: 'string' },
        worker: { type: 'string', multiple: true, default: [] },
        shards: { type: 'string', default: DEFAULT_SHARDS },
      },
    })
    const count = Number(values.shards)
    if (!values.coordinator || !Number.isInteger(count) || count < 1) throw new Error(USAGE)
    return {
      coordinator: addressOf(values.coordinator),
      workers: values.worker.map(addressOf),
      shards: count,
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : USAGE)
    process.exit(2)
  }
}

function addressOf(text: string): NodeAddress {
  const [, host, port = DEFAULT_PORT] = /^([^:\s]+)(?::(\d+))?$/.exec(text) ?? []
  if (host === undefined) throw new Error(`"${text}" is no address.\n${USAGE}`)
  return { host, port: Number(port) }
}
