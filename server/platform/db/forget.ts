/**
 * Deletes rows whose time is over in portions: however many there are, no statement runs into its
 * time limit, and what one has deleted stays deleted.
 */
import type { Database } from '#server/platform/db/open.ts'
import { type Statement, statement, type ValuesArgument } from '#server/platform/db/statement.ts'

/** The most rows that one statement deletes. */
export const PORTION = 10_000

type Past = {
  readonly table: string
  /** The columns of the primary key. */
  readonly key: string
  /** The condition of rows whose time is over. */
  readonly isPast: string
}

/** A statement that deletes a portion of a table's rows whose time is over; for `forgetAll`. */
export function forgetting<const Name extends string>(
  name: Name,
  { table, key, isPast }: Past,
): Statement<Name> {
  return statement(
    name,
    `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${isPast} LIMIT ${PORTION}) RETURNING 1 AS one`,
  )
}

/** Runs such a statement until nothing is left; each portion is a transaction of its own. */
export async function forgetAll<Name extends string>(
  db: Pick<Database, 'query'>,
  portion: Statement<Name>,
  ...values: ValuesArgument<Name>
): Promise<void> {
  for (let deleted = PORTION; deleted === PORTION; )
    deleted = (await db.query(portion, ...values)).length
}
