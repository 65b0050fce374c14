/** Runs migrations, also on a database whose tables are spread over several machines. */
import type pg from 'pg'
import { isSpread, type Kinds, spreadWithin } from './cluster.ts'
import { TABLE_KINDS } from './table-kinds.ts'

/** A migration spreads the tables that it has created at this line, before their foreign keys. */
const SPREAD_LINE = /^-- spread$/m

/**
 * Runs the text of a migration, in the caller's transaction. On a spread database its tables are
 * spread where it says so; elsewhere that line is a comment.
 */
export async function runMigration(
  owner: pg.Client,
  sql: string,
  kinds: Kinds = TABLE_KINDS,
): Promise<void> {
  if (!(await isSpread(owner))) {
    await owner.query(sql)
    return
  }
  const pieces = sql.split(SPREAD_LINE)
  for (const [at, piece] of pieces.entries()) {
    for (const command of commandsOf(piece)) await owner.query(command)
    if (at < pieces.length - 1) await spreadWithin(owner, { say: () => undefined }, kinds)
  }
}

/**
 * The commands of a text, each ended by a semicolon at the end of its line: Citus passes some on as
 * they were sent, and a worker takes one at a time. A text with a quoted block stays whole.
 */
function commandsOf(text: string): string[] {
  return text.includes('$$') ? [text] : text.split(/(?<=;)[ \t]*$/m)
}
