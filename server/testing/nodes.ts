/**
 * Databases of tests on a Citus cluster: each is one of the same name on every machine. Without a
 * cluster, one on the server alone. `npm run citus` names the workers for its tests.
 */
import { asOwner, type DatabaseTarget } from '#server/platform/db/connection.ts'
import { addNodes, createCitus, spreadNewTables } from '#server/platform/db/spread/cluster.ts'

/** Holds the addresses of the workers, as the owner, as JSON. */
export const WORKERS_VARIABLE = 'CITUS_WORKERS'

/** Few: each is a table of its own on its worker. */
export const SHARDS = 8

function workers(): string[] {
  return JSON.parse(process.env[WORKERS_VARIABLE] ?? '[]')
}

/**
 * Creates a database, or a copy of `template`, on every machine. The embedded database copies the
 * files: it does not wait for the disk, and writing each page into its log would take longer.
 */
export async function createOnNodes(
  server: DatabaseTarget,
  name: string,
  template?: string,
): Promise<void> {
  const strategy = 'url' in server ? '' : ' STRATEGY FILE_COPY'
  const from = template === undefined ? '' : ` TEMPLATE ${template}${strategy}`
  await onEach(server, `CREATE DATABASE ${name}${from}`)
}

/**
 * Drops it even with open connections, if the owner may cut them; else PostgreSQL waits a little
 * for them to end.
 */
export async function dropOnNodes(server: DatabaseTarget, name: string): Promise<void> {
  await closeOnNodes(server, name)
  for (const node of nodesOf(server))
    await asOwner(node, async client => {
      await client
        .query(`DROP DATABASE ${name} WITH (FORCE)`)
        .catch(() => client.query(`DROP DATABASE ${name}`))
    })
}

/** Makes a new database one of the cluster; does nothing without one. */
export async function joinNodes(target: DatabaseTarget): Promise<void> {
  if (!('url' in target) || workers().length === 0) return
  const all = [target.url, ...workersOf(target.url)]
  for (const url of all) await asOwner({ url }, createCitus)
  const [coordinator, ...rest] = all.map(addressOf)
  if (coordinator) await asOwner(target, owner => addNodes(owner, coordinator, rest))
}

/** Spreads the tables of a migrated database; does nothing without a cluster. */
export async function spreadOnNodes(target: DatabaseTarget): Promise<void> {
  if (workers().length === 0) return
  const options = { shards: SHARDS, say: () => undefined }
  await asOwner(target, owner => spreadNewTables(owner, options))
}

/** Ends all connections to a database for good, so that it can be copied. */
export async function closeOnNodes(server: DatabaseTarget, name: string): Promise<void> {
  if (workers().length === 0) return
  await onEach(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  // Each worker's own work on the database connects to the others: all are cut before one is copied.
  await onEach(
    server,
    `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${name}'`,
  )
}

async function onEach(server: DatabaseTarget, statement: string): Promise<void> {
  for (const node of nodesOf(server)) await asOwner(node, client => client.query(statement))
}

function nodesOf(server: DatabaseTarget): DatabaseTarget[] {
  return [server, ...workers().map(url => ({ url }))]
}

/** The workers' databases with the name of this one. */
function workersOf(url: string): string[] {
  const { pathname } = new URL(url)
  return workers().map(worker => Object.assign(new URL(worker), { pathname }).href)
}

function addressOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port) }
}
