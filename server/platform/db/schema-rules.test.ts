import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#server/platform/db/connection.ts'
import { productMigrations } from '#server/platform/db/migrate.ts'
import { tablesOf, tablesWithoutKind } from '#server/platform/db/spread/cluster.ts'
import { TABLE_KINDS } from '#server/platform/db/spread/table-kinds.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'
import { brokenRules, faultsOfMigration } from '#server/testing/schema-rules.ts'

/** Tables whose key is unique over all borrowers. */
const lookups = Object.keys(TABLE_KINDS).filter(
  table => TABLE_KINDS[table]?.kind === 'lookup' || table === 'calendar_link',
)

/**
 * Tables with these names record bookings, receipts and decisions: they must be declared
 * append-only.
 */
const mustBeAppendOnly = /^(ledger_.*|audit_.*|.*_event|.*_receipt)$/

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

const appRole = () => (fresh.appRole.kind === 'none' ? undefined : fresh.appRole.name)

test('the migrated schema keeps every rule', async () => {
  expect(
    await asOwner(fresh.target, owner => brokenRules(owner, { lookups, appRole: appRole() })),
  ).toEqual([])
})

test('every table has a kind, and every kind a table', async () => {
  const tables = await asOwner(fresh.target, tablesOf)
  expect(tables).toContain('loan_order')
  expect(tablesWithoutKind(tables)).toEqual([])
  expect(tablesWithoutKind([...tables.slice(1), 'new_table'])).toEqual([tables[0], 'new_table'])
})

test('a table is owned if and only if its primary key begins with borrower_id', async () => {
  const rows = await fresh.db.raw(`
    SELECT c.relname FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0] AND a.attname = 'borrower_id'
    WHERE c.relnamespace = 'public'::regnamespace`)
  const owned = Object.keys(TABLE_KINDS).filter(table => TABLE_KINDS[table]?.kind === 'owned')
  expect(rows.map(row => row.relname).sort()).toEqual(owned.sort())
})

describe('a migration after the baseline', () => {
  test('keeps the rules of a spread database', async () => {
    const names = (await readdir(productMigrations)).filter(name => name.endsWith('.sql'))
    expect(names).toContain('099-validated-checks.sql')
    const faults = names.map(async name => {
      const text = await readFile(join(productMigrations, name), 'utf8')
      return faultsOfMigration(text).map(fault => `${name}: ${fault}`)
    })
    expect((await Promise.all(faults)).flat()).toEqual([])
  })

  test.each([
    ['CREATE TABLE a (id int);', 'spreads no table: it lacks the line "-- spread"'],
    ['CREATE TABLE a (id int REFERENCES b);\n-- spread\n', 'refers to a table before "-- spread"'],
    ['ALTER TABLE a ADD COLUMN b int CHECK (b > 0);', 'adds a column with a constraint'],
    ['ALTER TABLE a ADD COLUMN b int REFERENCES c;', 'adds a column with a constraint'],
    ['ALTER TABLE a ADD CHECK (b > 0);', 'adds a constraint without a name'],
    ['ALTER TABLE a ADD FOREIGN KEY (b) REFERENCES c;', 'adds a constraint without a name'],
  ])('is refused: %s', (text, fault) => {
    expect(faultsOfMigration(text)).toEqual([fault])
  })

  test.each([
    'CREATE TABLE a (id int);\n-- spread\nALTER TABLE a ADD CONSTRAINT a_b FOREIGN KEY (id) REFERENCES b;',
    'CREATE TABLE sandbox.a (id int REFERENCES sandbox.b);',
    'ALTER TABLE a ADD COLUMN b int NOT NULL DEFAULT 0, ADD CONSTRAINT a_check CHECK (c > 0);',
  ])('is accepted: %s', text => {
    expect(faultsOfMigration(text)).toEqual([])
  })
})

test('every look-up can be spread by its key: each of its unique keys contains that column', async () => {
  const rows = await fresh.db.raw(`
    SELECT c.relname AS table, (SELECT array_agg(a.attname::text) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum = ANY (i.indkey)) AS columns
    FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisunique
    WHERE c.relnamespace = 'public'::regnamespace`)
  const broken = rows.filter(({ table, columns }) => {
    const kind = TABLE_KINDS[String(table)]
    return kind?.kind === 'lookup' && !(columns as string[]).includes(kind.key)
  })
  expect(broken).toEqual([])
})

test('the ledger and the audit log are declared append-only', async () => {
  const rows = await fresh.db.raw(`
    SELECT relname, obj_description(oid, 'pg_class') AS comment FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`)
  const undeclared = rows.filter(
    row =>
      mustBeAppendOnly.test(String(row.relname)) && !String(row.comment).startsWith('append-only'),
  )
  expect(undeclared.map(row => row.relname)).toEqual([])
})

test.each<[string, string]>([
  [
    'CREATE TABLE bad (id uuid PRIMARY KEY, borrower_id uuid NOT NULL)',
    'bad: borrower_id must come first in bad_pkey',
  ],
  [
    'CREATE TABLE bad (borrower_id uuid, id uuid, PRIMARY KEY (borrower_id, id), code text UNIQUE)',
    'bad: borrower_id must come first in bad_code_key',
  ],
  ['CREATE TABLE bad (borrower_id uuid, id uuid)', 'bad: has no primary key'],
  ['CREATE TABLE seen (key text PRIMARY KEY, borrower_id uuid)', ''],
  ['CREATE TABLE bad (id serial PRIMARY KEY)', 'bad_id_seq: ids are made by the application'],
  [
    'CREATE TABLE bad (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY)',
    'bad.id: ids are made by the application',
  ],
  [
    'CREATE TABLE bad (id int PRIMARY KEY DEFERRABLE)',
    'bad: no deferrable and no exclusion constraints',
  ],
  [
    'CREATE TABLE bad (id int PRIMARY KEY, EXCLUDE USING btree (id WITH =))',
    'bad: no deferrable and no exclusion constraints',
  ],
  [
    'CREATE TABLE bad (id int PRIMARY KEY, amount float8)',
    'bad.amount: double precision is not exact',
  ],
  [
    'CREATE TABLE bad (id int PRIMARY KEY, at timestamp)',
    'bad.at: timestamp without time zone is not exact',
  ],
  [
    `CREATE TABLE parent (borrower_id uuid, id uuid, PRIMARY KEY (borrower_id, id));
     CREATE TABLE bad (id uuid PRIMARY KEY, a uuid, b uuid, FOREIGN KEY (a, b) REFERENCES parent (borrower_id, id))`,
    'bad: the foreign key bad_a_b_fkey must carry borrower_id',
  ],
  [
    `CREATE TABLE bad (id int PRIMARY KEY); CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
     CREATE TRIGGER tidy BEFORE INSERT ON bad FOR EACH ROW EXECUTE FUNCTION f()`,
    'bad: no triggers (tidy)',
  ],
])('refuses: %s', async (sql, complaint) => {
  const broken = await asOwner(fresh.target, async owner => {
    await owner.query('BEGIN')
    await owner.query(sql)
    const broken = await brokenRules(owner, { lookups: [...lookups, 'seen'], appRole: appRole() })
    await owner.query('ROLLBACK')
    return broken
  })
  if (complaint === '') expect(broken).toEqual([])
  else expect(broken.join('\n')).toContain(complaint)
})

test('refuses an append-only table that the application can change', async () => {
  const role = appRole()
  if (role === undefined) return
  const broken = await asOwner(fresh.target, async owner => {
    await owner.query('BEGIN')
    await owner.query(
      `CREATE TABLE bad (id int PRIMARY KEY); COMMENT ON TABLE bad IS 'append-only'; GRANT UPDATE (id) ON bad TO "${role}"`,
    )
    const broken = await brokenRules(owner, { lookups, appRole: role })
    await owner.query('ROLLBACK')
    return broken
  })
  expect(broken).toEqual([`bad: is append-only, and ${role} may change it`])
})
