/**
 * Spreads the product's tables over the machines of a Citus cluster, as TABLE_KINDS says. Every
 * step may be repeated: a finished step is left alone.
 */
import type pg from 'pg'
import { withMigrationLock } from '#server/platform/db/migration-lock.ts'
import { TABLE_KINDS, type TableKind } from './table-kinds.ts'

/** A machine of the cluster as the others reach it. */
export type NodeAddress = { readonly host: string; readonly port: number }

type ForeignKey = { table: string; name: string; definition: string }
export type Kinds = Readonly<Record<string, TableKind>>
type Spreading = {
  /** The shards of each table; undefined for as many as the borrowers' tables have. */
  readonly shards?: number
  readonly say: (line: string) => void
}

/** The table that all owned tables lie with. */
const OWNER_TABLE = 'borrower'

/**
 * A statement of several shards uses one connection to each worker: after one that used more, the
 * transaction could not write to a table that refers to a reference table. PostgreSQL alone does not
 * read this setting.
 */
export const oneConnectionAWorker = `SET citus.multi_shard_modify_mode = 'sequential'`

/** True if the database has the extension, whether or not anything is spread. */
export async function hasCitus(database: pg.Client | pg.Pool): Promise<boolean> {
  const { rows } = await database.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'")
  return rows.length > 0
}

/** True if the borrowers' tables lie on several machines. */
export async function isSpread(owner: pg.Client): Promise<boolean> {
  return (await hasCitus(owner)) && (await spreadTables(owner)).has(OWNER_TABLE)
}

/**
 * Refuses a database with the extension whose application's role has no address of its own: the
 * machines connect to each other as the role of their caller, so that it must be able to log in.
 */
export async function refuseWithoutAppUrl(
  owner: pg.Client,
  appUrl: string | undefined,
): Promise<void> {
  if (!appUrl && (await hasCitus(owner)))
    throw new Error(
      'This database has the extension citus, whose machines connect to each other as the role of their caller. ' +
        'Create a role that may log in, and set DATABASE_APP_URL to this database for it.',
    )
}

/** Creates the extension; refuses a server that lacks it. */
export async function createCitus(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query("SELECT 1 FROM pg_available_extensions WHERE name = 'citus'")
  if (rows.length === 0) throw new Error('This PostgreSQL lacks the extension citus.')
  await owner.query('CREATE EXTENSION IF NOT EXISTS citus')
}

/**
 * Makes this database the coordinator and adds the workers that it lacks. Returns those that it
 * added. Each worker needs the extension in a database of the same name, and no tables in it.
 */
export async function addNodes(
  owner: pg.Client,
  coordinator: NodeAddress,
  workers: readonly NodeAddress[],
): Promise<NodeAddress[]> {
  const { rows } = await owner.query<NodeAddress & { groupid: number }>(
    'SELECT nodename AS host, nodeport AS port, groupid FROM pg_dist_node',
  )
  const isKnown = ({ host, port }: NodeAddress) =>
    rows.some(node => node.host === host && node.port === port)
  if (!isKnown(coordinator))
    await owner.query('SELECT citus_set_coordinator_host($1, $2)', [
      coordinator.host,
      coordinator.port,
    ])
  const added = workers.filter(worker => !isKnown(worker))
  if (added.length === 0 && !rows.some(({ groupid }) => groupid > 0))
    throw new Error('A cluster needs at least one worker.')
  for (const { host, port } of added)
    await owner.query('SELECT citus_add_node($1, $2)', [host, port])
  return added
}

/**
 * Spreads every table that is not spread yet, in one transaction: all or nothing. Foreign keys of
 * these tables are dropped before and added after, since Citus accepts them only then. Refuses a
 * table without a kind. Returns the number of tables that it spread.
 */
export function spreadNewTables(owner: pg.Client, spreading: Spreading): Promise<number> {
  return withMigrationLock(owner, () => spreadWithin(owner, spreading, TABLE_KINDS))
}

/** The same within the caller's transaction, by these kinds. */
export async function spreadWithin(
  owner: pg.Client,
  { shards, say }: Spreading,
  kinds: Kinds,
): Promise<number> {
  const alreadySpread = await spreadTables(owner)
  const pending = (await tablesOf(owner)).flatMap((table): [string, TableKind][] => {
    const kind = kinds[table]
    if (!kind) throw new Error(`The table ${table} has no kind in table-kinds.ts.`)
    return kind.kind === 'coordinator' || alreadySpread.has(table) ? [] : [[table, kind]]
  })
  if (pending.length === 0) return 0
  // A table that refers to another one must not ask all its shards at once.
  await owner.query("SET LOCAL citus.multi_shard_modify_mode = 'sequential'")
  // Citus reports the copying of each table's rows, even of none.
  await owner.query('SET LOCAL client_min_messages = warning')
  await owner.query(
    `SET LOCAL citus.shard_count = ${Math.trunc(shards ?? (await shardCount(owner)))}`,
  )
  const keys = await foreignKeysOf(
    owner,
    pending.map(([table]) => table),
  )
  for (const { table, name } of keys)
    await owner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  for (const [table, kind] of inOrder(pending)) {
    await spreadTable(owner, table, kind)
    say(`${table}: ${describe(kind)}`)
  }
  for (const { table, name, definition } of keys)
    await owner.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  return pending.length
}

/** The machines that hold shards, with how many. */
export async function nodesOf(owner: pg.Client): Promise<(NodeAddress & { shardCount: number })[]> {
  const { rows } = await owner.query<NodeAddress & { shardCount: number }>(
    `SELECT n.nodename AS host, n.nodeport AS port,
       (SELECT count(*)::int FROM pg_dist_placement p WHERE p.groupid = n.groupid) AS "shardCount"
     FROM pg_dist_node n ORDER BY n.groupid`,
  )
  return rows
}

/** Moves shards to new workers while the product runs, and waits for the end. */
export async function rebalance(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ job: string | null }>(
    'SELECT citus_rebalance_start()::text AS job',
  )
  if (rows[0]?.job) await owner.query('SELECT citus_rebalance_wait()')
}

/** The names that stand only in the database or only in TABLE_KINDS. */
export function tablesWithoutKind(tables: readonly string[]): string[] {
  const knownTables = Object.keys(TABLE_KINDS)
  return [
    ...tables.filter(table => !knownTables.includes(table)),
    ...knownTables.filter(table => !tables.includes(table)),
  ].sort()
}

/** The product's own tables; those of an extension are not. */
export async function tablesOf(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class c
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'e')
     ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

/** The tables that lie on several machines. */
async function spreadTables(owner: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT relname AS name FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
     WHERE c.relnamespace = 'public'::regnamespace AND (p.partmethod = 'h' OR p.repmodel = 't')`,
  )
  return new Set(rows.map(({ name }) => name))
}

async function shardCount(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM pg_dist_shard WHERE logicalrelid = $1::regclass',
    [OWNER_TABLE],
  )
  return rows[0]?.count ?? 0
}

async function foreignKeysOf(owner: pg.Client, tables: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await owner.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(c.oid) AS definition
     FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class r ON r.oid = c.confrelid
     WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND (t.relname = ANY ($1) OR r.relname = ANY ($1))
     ORDER BY 1, 2`,
    [tables],
  )
  return rows
}

/** Reference tables first, then the owner table, with which all other owned tables lie. */
function inOrder(pending: [string, TableKind][]): [string, TableKind][] {
  const rank = ([table, { kind }]: [string, TableKind]) =>
    kind === 'reference' ? 0 : table === OWNER_TABLE ? 1 : 2
  return pending.toSorted((a, b) => rank(a) - rank(b))
}

async function spreadTable(owner: pg.Client, table: string, kind: TableKind): Promise<void> {
  if (kind.kind === 'reference') {
    await owner.query('SELECT create_reference_table($1::regclass)', [table])
    return
  }
  const column = kind.kind === 'lookup' ? kind.key : 'borrower_id'
  const isWithOwner = kind.kind === 'owned' && table !== OWNER_TABLE
  await owner.query('SELECT create_distributed_table($1::regclass, $2, colocate_with := $3)', [
    table,
    column,
    isWithOwner ? OWNER_TABLE : 'none',
  ])
}

function describe(kind: TableKind): string {
  switch (kind.kind) {
    case 'owned':
      return 'spread by borrower_id'
    case 'lookup':
      return `spread by ${kind.key}`
    case 'reference':
      return 'copied to every machine'
    case 'coordinator':
      return 'on the coordinator'
  }
}
