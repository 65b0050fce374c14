import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner } from '#server/platform/db/connection.ts'
import { grant } from '#server/platform/db/grants.ts'
import { openDatabase, prepareDatabase } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import { applicationRole } from '#server/testing/application-role.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'

const insertThing = statement('test-insert-thing', 'INSERT INTO thing (id, name) VALUES ($1, $2)')
const findThing = statement('test-find-thing', 'SELECT id, name FROM thing WHERE id = $1')
const listThings = statement('test-list-things', 'SELECT id, name FROM thing ORDER BY id')
const lockThing = statement(
  'test-lock-thing',
  'SELECT id FROM thing WHERE id = $1 FOR NO KEY UPDATE',
)
const renameThing = statement('test-rename-thing', 'UPDATE thing SET name = $2 WHERE id = $1')

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  await asOwner(fresh.target, async owner => {
    await owner.query(`
      CREATE TABLE thing (id bigint PRIMARY KEY, name text NOT NULL);
      CREATE TABLE booked (id bigint PRIMARY KEY);
      COMMENT ON TABLE booked IS 'append-only: a test';`)
    await grant(owner, fresh.appRole)
  })
})
afterAll(() => fresh.drop())
beforeEach(() => fresh.db.raw('DELETE FROM thing'))

test('reads whole numbers as numbers, days as text, instants as dates', async () => {
  const [row] =
    await fresh.db.raw(`SELECT 9007199254740991::bigint AS large, '2026-01-31'::date AS day, ARRAY[1, 2]::bigint[] AS list,
    '2026-01-31T00:00:00Z'::timestamptz AS instant`)
  expect(row).toEqual({
    large: 9007199254740991,
    day: '2026-01-31',
    list: [1, 2],
    instant: new Date('2026-01-31T00:00:00Z'),
  })
})

test('refuses a whole number that a JavaScript number cannot hold exactly', async () => {
  await expect(fresh.db.raw('SELECT 9007199254740992::bigint')).rejects.toThrow('9007199254740992')
  expect(await fresh.db.raw('SELECT 1 AS still')).toEqual([{ still: 1 }])
})

test('one and maybeOne throw for any other number of rows', async () => {
  await fresh.db.query(insertThing, [1, 'a'])
  expect(await fresh.db.one(findThing, [1])).toEqual({ id: 1, name: 'a' })
  expect(await fresh.db.maybeOne(findThing, [2])).toBeUndefined()
  await expect(fresh.db.one(findThing, [2])).rejects.toThrow('test-find-thing answered no row')
  await fresh.db.query(insertThing, [2, 'b'])
  await expect(fresh.db.maybeOne(listThings)).rejects.toThrow('answered 2 rows')
})

test('a transaction that throws changes nothing, and its connection stays usable', async () => {
  const followedUp: string[] = []
  for (let round = 0; round < 20; round++) {
    const failing = fresh.db.transaction(async tx => {
      tx.afterCommit(() => followedUp.push('never'))
      await tx.query(insertThing, [round, 'lost'])
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
  }
  expect(await fresh.db.query(listThings)).toEqual([])
  expect(followedUp).toEqual([])
})

test('statements sent together in one transaction are all answered, or all fail', async () => {
  const both = await fresh.db.transaction(async tx => {
    await Promise.all([
      tx.query(insertThing, [1, 'a']),
      tx.query(insertThing, [2, 'b']),
      tx.query(insertThing, [3, 'c']),
    ])
    return Promise.all([tx.query(findThing, [1]), tx.query(findThing, [2])])
  })
  expect(both.flat()).toHaveLength(2)
  const failing = fresh.db.transaction(tx =>
    Promise.all([
      tx.query(insertThing, [4, 'd']),
      tx.query(insertThing, [1, 'again']),
      tx.query(listThings),
    ]),
  )
  await expect(failing).rejects.toThrow('duplicate key')
  expect(await fresh.db.query(listThings)).toHaveLength(3)
})

test('a transaction does not commit after a failed statement whose error was swallowed', async () => {
  await fresh.db.query(insertThing, [1, 'a'])
  const careless = fresh.db.transaction(async tx => {
    await tx.query(insertThing, [2, 'b'])
    await tx.query(insertThing, [1, 'again']).catch(() => undefined)
  })
  await expect(careless).rejects.toThrow('nothing was committed')
  expect(await fresh.db.query(listThings)).toHaveLength(1)
})

test('of statements sent together, a transaction fails for the reason of the one that failed first', async () => {
  const run = fresh.db.transaction(async tx => {
    const first = tx.raw('SELECT 1 / 0')
    first.catch(() => undefined)
    return tx.raw('SELECT 1')
  })
  const divisionByZero = '22012'
  await expect(run).rejects.toMatchObject({ code: divisionByZero })
})

test('transactions that deadlock are retried until both are done', async () => {
  await fresh.db.query(insertThing, [1, 'a'])
  await fresh.db.query(insertThing, [2, 'b'])
  let met = 0
  let bothMet: () => void
  const meeting = new Promise<void>(resolve => {
    bothMet = resolve
  })
  let attempts = 0
  const crossing = (first: number, second: number, name: string) =>
    fresh.db.transaction(async tx => {
      attempts++
      await tx.query(lockThing, [first])
      if (++met === 2) bothMet()
      await meeting
      await tx.query(lockThing, [second])
      await tx.query(renameThing, [first, name])
    })
  await Promise.all([crossing(1, 2, 'one'), crossing(2, 1, 'two')])
  expect(attempts).toBeGreaterThan(2)
  expect((await fresh.db.query(listThings)).map(thing => thing.name)).toEqual(['one', 'two'])
})

test('a connection cut by the server fails its statement, not the process', async () => {
  await expect(fresh.db.raw('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow()
  expect(await fresh.db.raw('SELECT 1 AS again')).toEqual([{ again: 1 }])
})

test('the application can append to append-only tables and change neither them, nor the schema, nor the record of migrations', async ({
  skip,
}) => {
  skip(fresh.appRole.kind === 'none', 'the database role may not make roles')
  await fresh.db.raw('INSERT INTO booked VALUES (1)')
  const refused = [
    'UPDATE booked SET id = 2',
    'DELETE FROM booked',
    'TRUNCATE booked',
    'DROP TABLE thing',
    'CREATE TABLE own ()',
    'DELETE FROM schema_migration',
  ]
  for (const sql of refused)
    await expect(fresh.db.raw(sql), sql).rejects.toThrow(/permission denied|must be owner/)
  expect(await fresh.db.raw('SELECT id FROM booked')).toEqual([{ id: 1 }])
})

describe('a server that knows the application’s role alone', () => {
  const open = (appUrl: string) => openDatabase({ appUrl }, { log: () => undefined })
  let fresh: FreshDatabase
  let role: Awaited<ReturnType<typeof applicationRole>>
  const asTheOwner = (sql: string) => asOwner(fresh.target, owner => owner.query(sql))
  beforeAll(async () => {
    fresh = await freshDatabase()
    role = await applicationRole(fresh.target)
    await prepareDatabase({ url: role.url, appUrl: role.appUrl }, { log: () => undefined })
  })
  afterAll(async () => {
    await role.drop()
    await fresh.drop()
  })

  test('can read and write, and neither create nor alter nor drop, nor give itself a right', async () => {
    const db = await open(role.appUrl)
    await db.raw('SELECT count(*) FROM loan_order')
    const refused = [
      'CREATE TABLE own ()',
      'CREATE TABLE sandbox.own ()',
      'CREATE SCHEMA own',
      "CREATE FUNCTION own() RETURNS int LANGUAGE sql AS 'SELECT 1'",
      'CREATE INDEX ON loan_order (state)',
      'ALTER TABLE loan_order ADD COLUMN own int',
      'ALTER TABLE audit_entry DISABLE TRIGGER ALL',
      "COMMENT ON TABLE audit_entry IS 'no longer append-only'",
      'GRANT DELETE ON audit_entry TO CURRENT_USER; DELETE FROM audit_entry',
      'DROP TABLE loan_order',
      'TRUNCATE loan_order CASCADE',
      'DROP SCHEMA jobs CASCADE',
      'CREATE ROLE own',
      'UPDATE schema_migration SET checksum = checksum',
      "INSERT INTO key_fingerprint (name, fingerprint) VALUES ('master/own', '')",
    ]
    // Where the database is spread, a worker refuses TRUNCATE, and the coordinator says no more than that.
    const refusal = /permission denied|must be owner|failure on connection marked as essential/
    for (const sql of refused) await expect(db.raw(sql), sql).rejects.toThrow(refusal)
    await db.close()
  })

  test('refuses a database that lacks a migration, has another or is of a newer release', async () => {
    const last = 'WHERE number = (SELECT max(number) FROM schema_migration)'
    await asTheOwner('CREATE TABLE kept AS SELECT * FROM schema_migration')
    const changes: [string, RegExp][] = [
      [
        `DELETE FROM schema_migration ${last}`,
        /lacks 1 of the migrations of this release, beginning with \d{3}-\S+\.sql\. Run "npm run ops -- migrate" first/,
      ],
      [
        "INSERT INTO schema_migration VALUES (999, '999-new.sql', '', now())",
        /number 999 by a newer release/,
      ],
      [
        "UPDATE schema_migration SET checksum = 'x' WHERE number = 98",
        /098-baseline was changed after/,
      ],
    ]
    for (const [change, fault] of changes) {
      await asTheOwner(change)
      await expect(open(role.appUrl), change).rejects.toThrow(fault)
      await asTheOwner(
        'DELETE FROM schema_migration; INSERT INTO schema_migration SELECT * FROM kept',
      )
    }
    await (await open(role.appUrl)).close()
  })

  test('refuses the owner’s own address in its place', async () => {
    await expect(open(role.url)).rejects.toThrow(/of DATABASE_APP_URL may change the tables/)
  })
})

test('an error names an unreachable database without its password', async () => {
  const opening = openDatabase(
    { url: 'postgres://user:secret@127.0.0.1:1/saral' },
    { log: () => undefined },
  )
  await expect(opening).rejects.toThrow(
    /The database at 127\.0\.0\.1:1\/saral cannot be reached: .*ECONNREFUSED.* Check DATABASE_URL/,
  )
  await expect(opening).rejects.not.toThrow('secret')
})

test.each([
  'postgres://user:12/secret@127.0.0.1:1/saral',
  'postgres://user:12#secret@127.0.0.1:1/saral',
  'postgres://user:12?secret@127.0.0.1:1/saral',
  'postgres://user:secret/secret@127.0.0.1:1/saral',
  'postgres://user:%secret@127.0.0.1:1/saral',
])('an error does not show an address whose password is not escaped: %#', async url => {
  const opening = openDatabase({ url }, { log: () => undefined })
  await expect(opening).rejects.toThrow(
    /^The database at \S+ cannot be reached: .*Check DATABASE_URL and/,
  )
  await expect(opening).rejects.not.toThrow(/secret|user:12/)
})
