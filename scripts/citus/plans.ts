/** Plans and runs statements on a spread database, and lists the machines that they reach. */
import type pg from 'pg'
import type { Statement } from '#server/platform/db/statement.ts'

export type PlanResult = {
  readonly name: string
  /** The database's error; undefined if it plans and runs the statement. */
  readonly refusal: string | undefined
  /** The most shards that one part of the statement reaches. */
  readonly shards: number
}

/** Values that make every statement one of a single borrower: lists have one element. */
const SAMPLES: Readonly<Record<string, string>> = {
  boolean: 'true',
  bytea: "'\\x0abc'::bytea",
  'bytea[]': "ARRAY['\\x0abc'::bytea]",
  date: "'2026-11-24'::date",
  integer: '1',
  'integer[]': 'ARRAY[1]',
  bigint: '1',
  'bigint[]': 'ARRAY[1]::bigint[]',
  smallint: '1::smallint',
  'smallint[]': 'ARRAY[1]::smallint[]',
  real: '1',
  'double precision': '1',
  jsonb: "'[]'::jsonb",
  'jsonb[]': "ARRAY['{}'::jsonb]",
  // This is also a hash in hexadecimal digits.
  text: "'0abc'",
  'text[]': "ARRAY['0abc']",
  'timestamp with time zone': "'2026-11-24T10:00:00Z'::timestamptz",
  'timestamp with time zone[]': "ARRAY['2026-11-24T10:00:00Z'::timestamptz]",
  uuid: "'01940000-0000-7000-8000-000000000001'::uuid",
  'uuid[]': "ARRAY['01940000-0000-7000-8000-000000000001'::uuid]",
}

/** The samples of the statements that need others. */
const OWN_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  'product-insert': ["'{}'::jsonb"],
  'product-version-insert': ["'{}'::jsonb"],
}

/** The errors of tables that refuse a sample, by class or words: the statement itself ran. */
const INTEGRITY = /^23|violates (check|not-null|foreign key|unique) constraint/
/** PostgreSQL plans a statement five times before it may keep one plan for all values. */
const RUNS = 6

/** Plans and runs a statement with sample values, and undoes it. */
export async function planOn(client: pg.Client, { name, sql }: Statement): Promise<PlanResult> {
  const shards: number[] = [0]
  let refusal: string | undefined
  try {
    await client.query('BEGIN')
    await client.query(`PREPARE "${name}" AS ${sql}`)
    const call = `EXECUTE "${name}"${await samplesFor(client, name)}`
    shards.push(...shardsIn(await explain(client, call)))
    for (let run = 0; run < RUNS && refusal === undefined; run++)
      refusal = await refusalOf(client, call)
  } catch (error) {
    refusal = messageOf(error)
  }
  try {
    await client.query('ROLLBACK')
    await client.query('DEALLOCATE ALL')
  } catch (error) {
    throw new Error(`The statement ${name} cut the connection: ${refusal}`, { cause: error })
  }
  return { name, refusal, shards: Math.max(...shards) }
}

async function samplesFor(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<{ types: string[] }>(
    'SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = $1',
    [name],
  )
  const samples = (rows[0]?.types ?? []).map((type, index) => {
    const sample = OWN_SAMPLES[name]?.[index] ?? SAMPLES[type]
    if (sample === undefined) throw new Error(`There is no sample value of the type ${type}.`)
    return sample
  })
  return samples.length > 0 ? ` (${samples.join(', ')})` : ''
}

async function explain(client: pg.Client, call: string): Promise<string> {
  const { rows } = await client.query<Record<string, string>>(`EXPLAIN (COSTS OFF) ${call}`)
  return rows.map(row => Object.values(row)[0]).join('\n')
}

function shardsIn(plan: string): number[] {
  return [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count))
}

async function refusalOf(client: pg.Client, call: string): Promise<string | undefined> {
  await client.query('SAVEPOINT before')
  try {
    await client.query(call)
    return undefined
  } catch (error) {
    return INTEGRITY.test(messageOf(error)) ? undefined : messageOf(error)
  } finally {
    await client.query('ROLLBACK TO SAVEPOINT before')
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
const messageOf = (error: unknown) => {
  if (!(error instanceof Error)) return String(error)
  const detail = 'detail' in error && error.detail ? ` (${error.detail})` : ''
  return `${codeOf(error)} ${error.message}${detail}`
}
