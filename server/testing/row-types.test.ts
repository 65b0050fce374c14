/**
 * Tests the types that `npm run rows` writes for a statement, and the code that the compiler then
 * refuses.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Row, Statement } from '#server/platform/db/statement.ts'
import { statement } from '#server/platform/db/statement.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { rowTypesOf } from './row-types.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  await asOwner(fresh.target, owner =>
    owner.query(`
      CREATE TABLE box (
        id uuid PRIMARY KEY,
        state text NOT NULL CHECK (state IN ('open', 'shut')),
        size smallint CHECK (size IN (1, 2)),
        made_on date,
        weight bigint NOT NULL CHECK (weight > 0)
      );
      CREATE TABLE lid (box_id uuid NOT NULL, colour text NOT NULL)`),
  )
})
afterAll(() => fresh.drop())

let count = 0
/** The row and the values of a statement, as they are written into `rows.generated.ts`. */
async function typesOf(sql: string): Promise<{ row: string; values: string }> {
  count += 1
  const defined = statement(`row-types-${count}`, sql)
  const text = await asOwner(fresh.target, owner => rowTypesOf(owner, [defined]))
  const written = (what: string) => new RegExp(`^ +${what}: (.*)$`, 'm').exec(text)?.[1] ?? ''
  return { row: written('row'), values: written('values') }
}

test('a column has its table’s type: nullable or not, with the values that a CHECK lists', async () => {
  const { row } = await typesOf('SELECT id, state, size, made_on, weight FROM box')
  expect(row).toBe(
    "{ id: string; state: 'open' | 'shut'; size: 1 | 2 | null; made_on: Day | null; weight: number }",
  )
})

test('a computed column can be NULL unless the statement says that it never is', async () => {
  expect((await typesOf('SELECT count(*) AS n FROM box')).row).toBe('{ n: number | null }')
  expect((await typesOf('SELECT count(*) AS "n!" FROM box')).row).toBe('{ n: number }')
})

test('behind an outer join every column can be NULL', async () => {
  const join = 'FROM box b LEFT JOIN lid l ON l.box_id = b.id'
  expect((await typesOf(`SELECT b.weight, l.colour ${join}`)).row).toBe(
    '{ weight: number | null; colour: string | null }',
  )
  expect((await typesOf(`SELECT b.weight AS "weight!", l.colour ${join}`)).row).toBe(
    '{ weight: number; colour: string | null }',
  )
})

test('a statement that returns no columns has no row', async () => {
  expect(await typesOf('DELETE FROM box')).toEqual({ row: 'never', values: 'readonly []' })
})

test('parameters are typed by number or by name', async () => {
  expect((await typesOf('SELECT id FROM box WHERE id = $1 AND made_on < $2')).values).toBe(
    'Sent<[string, Day]>',
  )
  expect(
    (await typesOf('UPDATE box SET state = :state, made_on = :day WHERE id = ANY (:ids::uuid[])'))
      .values,
  ).toBe('Sent<{ state: string; day: Day; ids: readonly string[] }>')
})

test.each([
  ['true', 'boolean'],
  ['1::smallint', 'number'],
  ['1::integer', 'number'],
  ['1::bigint', 'number'],
  ['0.5::real', 'number'],
  ["'a'::text", 'string'],
  ["'0198c0de-0000-7000-8000-000000000000'::uuid", 'string'],
  ["'2026-03-01'::date", 'string'],
  ["'2026-03-01T10:00:00Z'::timestamptz", 'Date'],
  [String.raw`'\x01'::bytea`, 'Buffer'],
  ["ARRAY['a']", 'readonly string[]'],
  ['ARRAY[1]', 'readonly number[]'],
])('%s is read as the generated type', async (sql, type) => {
  const { row } = await typesOf(`SELECT ${sql} AS "value!"`)
  // A day has a string type of its own.
  expect(row.replace('Day', 'string')).toBe(`{ value: ${type} }`)
  const [read] = await fresh.db.query(statement(`row-values-${count}`, `SELECT ${sql} AS value`))
  expect(typeOf(read?.value)).toBe(type)
})

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return `readonly ${typeOf(value[0])}[]`
  return typeof value === 'object' && value ? value.constructor.name : typeof value
}

test('refuses a type that has no name yet', async () => {
  await expect(typesOf('SELECT 0.5::numeric AS value')).rejects.toThrow('numeric')
})

test('a statement either numbers its parameters or names them', () => {
  expect(() =>
    statement('row-types-mixed', 'SELECT id FROM box WHERE id = $1 AND state = :state'),
  ).toThrow('"row-types-mixed" names some of its parameters and numbers others')
})

test('sends values by the names of their parameters, however often one is used', async () => {
  const twice = statement(
    'row-types-twice',
    'SELECT :b::int - :a::int AS difference, :a::int + 1 AS next, (ARRAY[5, 6])[1:2] AS part',
  )
  expect(await fresh.db.one(twice as Statement, [] as never).catch(String)).toContain(
    'bind message supplies 0 parameters',
  )
  expect(await fresh.db.query(twice as Statement, { a: 2, b: 5 } as never)).toEqual([
    { difference: 3, next: 3, part: [5, 6] },
  ])
})

test('refuses named values if the statement does not name its parameters', async () => {
  const numbered: Statement = statement('row-types-numbered', 'SELECT $1::int AS one')
  await expect(fresh.db.query(numbered, { one: 1 } as never)).rejects.toThrow(
    '"row-types-numbered" does not name its parameters',
  )
})

/** Uses that must not compile: an unused `@ts-expect-error` is an error. */
function wrong(
  db: Queryable,
  accrued: Statement<'accrual-of-loans-set'>,
  progress: Statement<'order-progress'>,
  order: Row<'order-one'>,
) {
  const right = () => db.query(accrued, [['borrower'], ['order'], [1], [0], day('2026-03-01')])
  return [
    right,
    // @ts-expect-error the day is missing
    () => db.query(accrued, [['borrower'], ['order'], [1], [0]]),
    // @ts-expect-error one value more than there are parameters
    () => db.query(accrued, [['borrower'], ['order'], [1], [0], day('2026-03-01'), 1]),
    // @ts-expect-error a text that is no day
    () => db.query(accrued, [['borrower'], ['order'], [1], [0], '2026-03-01']),
    // @ts-expect-error most parameters are not named
    () => db.query(progress, { borrowerId: 'borrower', id: 'order' }),
    // @ts-expect-error a column that can be NULL
    (): Date => order.settled_at,
    // @ts-expect-error a column that is not read
    () => order.accrued_day,
    // @ts-expect-error a state that there is not
    () => order.state === 'lost',
  ]
}

test('the compiler refuses values and columns that the statement does not have', () => {
  expect(wrong).toBeTypeOf('function')
})
