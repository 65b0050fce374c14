/** Every statement of the product has a name: PostgreSQL then plans it once a connection, and a test can prepare them all. */

export type Statement = { readonly name: string; readonly sql: string }

/** PostgreSQL cuts longer names short, and two cut names may be the same. */
const longestNameBytes = 63
const registry = new Map<string, Statement>()

/** Defines a statement, once. Refuses a name that is taken or that PostgreSQL would cut short. */
export function statement(name: string, sql: string): Statement {
  if (Buffer.byteLength(name) > longestNameBytes)
    throw new Error(`The statement name "${name}" is longer than ${longestNameBytes} bytes.`)
  if (registry.has(name)) throw new Error(`Two statements are named "${name}".`)
  const defined = Object.freeze({ name, sql })
  registry.set(name, defined)
  return defined
}

/**
 * A parameter whose value the planner cannot see. For a list or a moment it would plan the statement again with each value and come
 * to the same plan, which took longer than the answer. Do not use it where the best plan depends on the value.
 */
export function opaqueParam(parameter: string): string {
  return `(SELECT ${parameter})`
}

/** All statements of the modules loaded so far. */
export function statements(): Statement[] {
  return [...registry.values()]
}
