/**
 * The types of each statement's rows and parameters, from PostgreSQL's own description of it.
 * Common tools read the texts of statements from the source; ours are assembled when a module is
 * loaded, so they are described from there.
 */
import type pg from 'pg'
import type { Statement } from '#server/platform/db/statement.ts'
import { columnTypes } from '#server/testing/column-types.ts'

type Field = { name: string; tableID: number; columnID: number; dataTypeID: number }
type Description = { parameters: readonly number[]; fields: readonly Field[] }
type Column = { name: string; isNotNull: boolean; values: string | undefined }
type Schema = {
  typeNames: ReadonlyMap<number, string>
  /** By the number of their table and their own number. */
  columns: ReadonlyMap<string, Column>
}

/** The types that the parsers of `connection.ts` produce, by PostgreSQL's name of the type. */
const RESULT_TYPES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  text: 'string',
  uuid: 'string',
  date: 'Day',
  timestamptz: 'Date',
  bytea: 'Buffer',
  json: 'unknown',
  jsonb: 'unknown',
  _int4: 'readonly number[]',
  _text: 'readonly string[]',
}
const PARAMETER_TYPES: Readonly<Record<string, string>> = {
  ...RESULT_TYPES,
  bytea: 'Uint8Array',
  jsonb: 'string',
  _int2: 'readonly number[]',
  _int8: 'readonly number[]',
  _uuid: 'readonly string[]',
  _jsonb: 'readonly string[]',
  // A list of hashes can be sent as the text of an array: see `sessionParameters`.
  _bytea: 'readonly Uint8Array[] | string',
  _timestamptz: 'readonly Date[]',
}

/** A query of `pg` that prepares and describes, and executes nothing. */
class Describe {
  readonly answer = Promise.withResolvers<Description>()
  private parameters: readonly number[] = []
  private fields: readonly Field[] = []
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  submit(connection: pg.Connection): void {
    connection.once('parameterDescription', ({ dataTypeIDs }) => {
      this.parameters = dataTypeIDs
    })
    connection.parse({ name: '', text: this.text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.fields = fields
  }

  handleError(error: Error): void {
    this.answer.reject(error)
  }

  handleReadyForQuery(): void {
    this.answer.resolve({ parameters: this.parameters, fields: this.fields })
  }
}

/** The text of a room's `rows.generated.ts`. */
export async function rowTypesOf(
  client: pg.Client,
  statements: readonly Statement[],
): Promise<string> {
  const schema = await readSchema(client)
  const entries: string[] = []
  for (const each of statements.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const describe = new Describe(each.sql)
    client.query(describe as unknown as pg.Submittable)
    entries.push(entryOf(schema, each, await describe.answer.promise))
  }
  const body = entries.join('\n')
  return `/** Written by \`npm run rows\` from PostgreSQL's description of each statement. */
${importsFor(body)}

declare module '#server/platform/db/statement.ts' {
  interface Statements {
${body}
  }
}
`
}

async function readSchema(client: pg.Client): Promise<Schema> {
  const types = await client.query<{ oid: number; name: string }>(
    'SELECT oid::int, typname AS name FROM pg_type',
  )
  const columns = await client.query<
    Omit<Column, 'values'> & { key: string; check: string | null }
  >(
    `SELECT a.attrelid || '.' || a.attnum AS key, a.attrelid::regclass || '.' || a.attname AS name, a.attnotnull AS "isNotNull",
       (SELECT string_agg(pg_get_constraintdef(k.oid), ' ') FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]) AS "check"
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace IN ('public'::regnamespace, 'sandbox'::regnamespace) AND c.relkind IN ('r', 'p') AND a.attnum > 0`,
  )
  return {
    typeNames: new Map(types.rows.map(({ oid, name }) => [oid, name])),
    columns: new Map(
      columns.rows.map(({ key, check, ...row }) => [key, { ...row, values: valuesIn(check) }]),
    ),
  }
}

/**
 * The only values that a constraint of one column allows: `CHECK (state IN ('paid', 'failed'))`.
 */
function valuesIn(check: string | null): string | undefined {
  const list = /^CHECK \(\(\(?\w+ = ANY \(ARRAY\[([^\]]+)\]/.exec(check ?? '')?.[1]
  return list?.replace(/::\w+/g, '').split(', ').join(' | ')
}

function entryOf(schema: Schema, each: Statement, { parameters, fields }: Description): string {
  // Behind an outer join a column can be NULL although its table does not allow it.
  const canMissRow = /\b(LEFT|RIGHT|FULL)( OUTER)? JOIN\b/.test(each.sql)
  const columns = fields.map(field => {
    const column = schema.columns.get(`${field.tableID}.${field.columnID}`)
    const isNotNull = (column?.isNotNull && !canMissRow) || each.neverNull?.has(field.name)
    const type =
      columnTypes[`${each.name}.${field.name}`]?.type ??
      columnTypes[column?.name ?? '']?.type ??
      column?.values ??
      rowType(RESULT_TYPES, schema, field.dataTypeID, each)
    return `${field.name}: ${type}${isNotNull || type === 'unknown' ? '' : ' | null'}`
  })
  const types = parameters.map(oid => rowType(PARAMETER_TYPES, schema, oid, each))
  const names = each.parameters ?? []
  if (names.length > 0 && names.length !== types.length)
    throw new Error(`${each.name} has ${types.length} parameters and names ${names.join(', ')}.`)
  const values =
    names.length > 0
      ? `{ ${names.map((name, index) => `${name}: ${types[index]}`).join('; ')} }`
      : `[${types.join(', ')}]`
  return `    '${each.name}': {
      row: ${columns.length > 0 ? `{ ${columns.join('; ')} }` : 'never'}
      values: ${types.length > 0 ? `Sent<${values}>` : 'readonly []'}
    }`
}

function rowType(
  types: Readonly<Record<string, string>>,
  { typeNames }: Schema,
  oid: number,
  { name }: Statement,
): string {
  const type = types[typeNames.get(oid) ?? '']
  if (!type)
    throw new Error(
      `${name} has a value of the type ${typeNames.get(oid)}, which has no name here.`,
    )
  return type
}

/** The modules that declare the types in a text. */
function importsFor(text: string): string {
  const imports = new Map<string, Set<string>>()
  const declared = [
    ...Object.values(columnTypes),
    { type: 'Day', from: '#domain/day.ts' },
    { type: 'Sent', from: '#server/platform/db/statement.ts' },
  ]
  for (const { type, from } of declared) {
    const name = /[A-Z]\w*/.exec(type)?.[0]
    if (from && name && new RegExp(`\\b${name}\\b`).test(text))
      imports.set(from, (imports.get(from) ?? new Set()).add(name))
  }
  return [...imports]
    .map(([from, names]) => `import type { ${[...names].sort().join(', ')} } from '${from}'`)
    .sort()
    .join('\n')
}
