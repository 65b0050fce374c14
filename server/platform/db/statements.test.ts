import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asOwner, type DatabaseTarget } from '#server/platform/db/connection.ts'
import type { Statement } from '#server/platform/db/statement.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'
import {
  loadStatementsOf,
  modulesWithStatements,
  plan,
  planOnce,
  prepare,
  ROOMS_WITH_STATEMENTS,
  SERVER_FOLDER,
} from '#server/testing/every-statement.ts'
import { rowTypesOf } from '#server/testing/row-types.ts'
import { mayReadWhole } from '#server/testing/whole-reads.ts'

// Other test files of this process may have registered statements already.
vi.resetModules()
const { statement, statements } = await import('#server/platform/db/statement.ts')

const server = SERVER_FOLDER
const rooms = ROOMS_WITH_STATEMENTS
const statementsOf = new Map<string, readonly Statement[]>()

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  for (const room of rooms) {
    const before = new Set(statements())
    await loadStatementsOf(room)
    statementsOf.set(
      room,
      statements().filter(each => !before.has(each)),
    )
  }
})
afterAll(() => fresh.drop())

/** The tables that a statement reads as a whole even where the planner is set to avoid it. */
async function readAsWhole(owner: pg.Client, each: Statement): Promise<string[]> {
  const explained = JSON.stringify(await owner.query(planOnce(each, 'EXPLAIN (FORMAT JSON)')))
  return [...explained.matchAll(/"Node Type":"Seq Scan".*?"Relation Name":"(\w+)"/g)].map(
    ([, table]) => String(table),
  )
}

/**
 * Returns the database's error when the application plans a statement: a missing column, or a
 * missing right.
 */
function complaintAbout(name: string, sql: string): Promise<string | undefined> {
  return fresh.db.raw(planOnce({ name, sql })).then(
    () => undefined,
    (error: Error) => `${name}: ${error.message}`,
  )
}

/**
 * The changes that a newer version may make to every table while servers of the previous version
 * still run.
 */
async function addColumns(target: DatabaseTarget): Promise<void> {
  await asOwner(target, async owner => {
    const { rows } = await owner.query<{
      table: string
    }>(`SELECT oid::regclass::text AS table FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`)
    expect(rows.map(({ table }) => table)).toContain('loan_order')
    for (const { table } of rows)
      await owner.query(`ALTER TABLE ${table} ADD COLUMN added_later integer`)
  })
}

/**
 * Returns the database's errors for statements that a connection prepared before every table got
 * one more column.
 */
async function complaintsAfterAddedColumns(prepared: readonly Statement[]): Promise<string[]> {
  const { target, drop } = await freshDatabase()
  const complaints: string[] = []
  try {
    await asOwner(target, async connection => {
      for (const each of prepared) await connection.query(`${prepare(each)};${plan(each)}`)
      await addColumns(target)
      for (const each of prepared)
        await connection
          .query(plan(each))
          .catch((error: Error) => complaints.push(`${each.name}: ${error.message}`))
    })
  } finally {
    await drop()
  }
  return complaints
}

test('finds statements in every room', async () => {
  const files = await modulesWithStatements(server)
  const inNoRoom = files.filter(
    file => !rooms.some(room => file.startsWith(join(server, room, '/'))),
  )
  expect(inNoRoom).toEqual([])
  expect(statements().length).toBeGreaterThan(310)
})

test('a statement with more than six parameters names them', () => {
  const numbered = statements().filter(
    ({ sql, parameters = [] }) => parameters.length === 0 && sql.includes('$7'),
  )
  expect(numbered.map(({ name }) => name)).toEqual([])
})

test.each(rooms)(
  "the row types of %s match PostgreSQL's description of its statements",
  async room => {
    const described = await asOwner(fresh.target, owner =>
      rowTypesOf(owner, statementsOf.get(room) ?? []),
    )
    // `npm run rows` writes the file.
    await expect(described).toMatchFileSnapshot(join(server, room, 'rows.generated.ts'))
  },
)

test("every statement fits the migrated schema and the application's rights", async () => {
  const complaints: string[] = []
  for (const { name, sql } of statements()) {
    const complaint = await complaintAbout(name, sql)
    if (complaint) complaints.push(complaint)
  }
  expect(complaints).toEqual([])
})

test('every statement finds the rows of a table that grows by an index', async () => {
  const scans = await asOwner(fresh.target, async owner => {
    await owner.query('SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan')
    const whole: string[] = []
    for (const each of statements())
      for (const table of await readAsWhole(owner, each))
        if (!mayReadWhole(each.name, table)) whole.push(`${each.name} reads all of ${table}`)
    return whole
  })
  expect(scans).toEqual([])
})

test('every statement survives a column that a newer version adds', async () => {
  expect(await complaintsAfterAddedColumns(statements())).toEqual([])
})

test('a connection that read orders goes on reading them after their table gets a column', async () => {
  const { orderOf, ordersOf } = await import('#server/lending/db/order.ts')
  const fresh = await freshDatabase()
  const connection = await fresh.db.another(1)
  const read = async () => [
    await orderOf(connection, randomUUID(), randomUUID()),
    await ordersOf(connection, randomUUID()),
  ]
  const pid = async () => (await connection.raw('SELECT pg_backend_pid() AS pid'))[0]?.pid
  try {
    const before = [await pid(), ...(await read())]
    await addColumns(fresh.target)
    expect([...(await read()), await pid()]).toEqual([undefined, [], before[0]])
  } finally {
    await connection.close()
    await fresh.drop()
  }
})

test('detects a statement that selects all columns', async () => {
  const careless = [
    { name: 'all-columns', sql: 'SELECT * FROM loan_order' },
    { name: 'all-written', sql: 'UPDATE loan_order SET gst = 1 WHERE order_id = $1 RETURNING *' },
    { name: 'inner-columns', sql: 'SELECT own.order_id FROM (SELECT * FROM loan_order) AS own' },
  ]
  expect(await complaintsAfterAddedColumns(careless)).toEqual([
    'all-columns: cached plan must not change result type',
    'all-written: cached plan must not change result type',
  ])
})

test('no statement relies on a feature that a distributed database lacks', () => {
  const relying = statements().filter(({ sql }) =>
    /\bpg_(try_)?advisory|\bLISTEN\b|\bNOTIFY\b|\bnextval\b/i.test(sql),
  )
  expect(relying.map(({ name }) => name)).toEqual([])
})

test('detects a statement that does not fit the schema', async () => {
  expect(
    await complaintAbout('wrong-column', 'SELECT nonsense FROM schema_migration WHERE number = $1'),
  ).toContain('nonsense')
  if (fresh.appRole.kind !== 'none') {
    expect(
      await complaintAbout('missing-right', 'DELETE FROM schema_migration WHERE number = $1'),
    ).toContain('permission denied')
  }
  expect(
    await complaintAbout('right', 'SELECT name FROM schema_migration WHERE number = $1'),
  ).toBeUndefined()
})

test('refuses a name that is taken or too long', () => {
  statement('taken-once', 'SELECT 1')
  expect(() => statement('taken-once', 'SELECT 2')).toThrow('Two statements are named "taken-once"')
  expect(() => statement('x'.repeat(64), 'SELECT 1')).toThrow('longer than 63 bytes')
})
