/**
 * Gives every statement of the product a name: PostgreSQL plans it once per connection, and a test
 * can prepare them all.
 *
 * Statements about a list have two conventions:
 * - `(SELECT $1::uuid[])` hides a list or an instant from the planner. It would plan the statement
 *   again for each value that it sees and reach the same plan, which took longer than the answer.
 *   Do not use it where the best plan depends on the value.
 * - `o.borrower_id = ANY ($1::uuid[])`, where a join implies it already, names the borrowers by a
 *   parameter: where their rows lie on several machines, the database asks the machines of these
 *   borrowers alone. Beside a hidden list it changes no plan.
 */

/** The rows and the parameters of each statement, as PostgreSQL describes them: `rows.generated.ts` of every room adds its own. */
// biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended by the rooms.
// biome-ignore lint/suspicious/noEmptyInterface: it is empty only here.
export interface Statements {}

export type Statement<Name extends string = string> = {
  readonly name: Name
  /** The text for PostgreSQL, with `$1`, `$2` for its parameters. */
  readonly sql: string
  /** The names of the parameters in the order of their numbers, if the statement names them. */
  readonly parameters?: readonly string[]
  /** Columns that are never NULL, which PostgreSQL cannot know. */
  readonly neverNull?: ReadonlySet<string>
}

/** A statement that `npm run rows` has not described. */
type Undescribed = { row: Record<string, unknown>; values: readonly unknown[] }
type Described<Name extends string> = Name extends keyof Statements ? Statements[Name] : Undescribed

/** A row of a statement's answer. */
export type Row<Name extends string> = Readonly<Described<Name>['row']>
/** The values of a statement's parameters, by name or in the order of their numbers. */
export type Values<Name extends string> = Described<Name>['values']
/**
 * The last parameter of a function that runs a statement; omitted if the statement has no
 * parameters.
 */
export type ValuesArgument<Name extends string> =
  readonly [] extends Values<Name> ? [values?: Values<Name>] : [values: Values<Name>]
/** Values as they are sent. Each may be NULL; `pg` sends NULL for `undefined` too. */
export type Sent<Types> = { readonly [Key in keyof Types]: Types[Key] | null | undefined }

/** PostgreSQL truncates longer names, and two truncated names may be equal. */
const NAME_MAX_BYTES = 63
const registry = new Map<string, Statement>()

/**
 * Defines a statement, once. Its parameters are `:name` or, for a few, `$1`; `AS "total!"` declares
 * a column never NULL where PostgreSQL cannot know it. After a change, `npm run rows` updates the
 * types of its rows and parameters.
 */
export function statement<const Name extends string>(name: Name, text: string): Statement<Name> {
  if (Buffer.byteLength(name) > NAME_MAX_BYTES)
    throw new Error(`The statement name "${name}" is longer than ${NAME_MAX_BYTES} bytes.`)
  if (registry.has(name)) throw new Error(`Two statements are named "${name}".`)
  const neverNull = new Set<string>()
  const parameters: string[] = []
  const sql = text
    .replace(/"(\w+)!"/g, (_, column: string) => {
      neverNull.add(column)
      return `"${column}"`
    })
    .replace(/(?<![:\w]):([a-z]\w*)/gi, (_, parameter: string) => {
      if (!parameters.includes(parameter)) parameters.push(parameter)
      return `$${parameters.indexOf(parameter) + 1}`
    })
  if (parameters.length > 0 && /\$\d/.test(text))
    throw new Error(`The statement "${name}" names some of its parameters and numbers others.`)
  const defined = Object.freeze({ name, sql, parameters, neverNull })
  registry.set(name, defined)
  return defined
}

/** The values of a statement in the order in which they are sent. */
export function valuesInOrder({ name, parameters }: Statement, values: unknown = []): unknown[] {
  if (Array.isArray(values)) return [...values]
  if (!parameters?.length) throw new Error(`The statement "${name}" does not name its parameters.`)
  return parameters.map(parameter => (values as Record<string, unknown>)[parameter])
}

/** All statements of the modules loaded so far. */
export function statements(): Statement[] {
  return [...registry.values()]
}
