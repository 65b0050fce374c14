/**
 * The tables in a backup: those of the product and of the sandbox, in an order that satisfies
 * foreign keys.
 */
import pg from 'pg'

export type Column = { name: string; type: string }
export type Table = { name: string; columns: Column[]; keyColumns: string[] }
export type AppliedMigration = { name: string; checksum: string }

type TableRow = {
  oid: number
  name: string
  columns: Column[]
  keyColumns: string[]
  references: number[]
}

/** A connection of the owner. */
type Connection = { readonly query: (sql: string) => Promise<{ rows: unknown[] }> }

const catalogue = `
  SELECT t.oid::int, format('%I.%I', n.nspname, t.relname) AS name,
    (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum)
     FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
    coalesce((SELECT json_agg(a.attname ORDER BY array_position(i.indkey::int[], a.attnum::int))
     FROM pg_index i JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY (i.indkey)
     WHERE i.indrelid = t.oid AND i.indisprimary), '[]') AS "keyColumns",
    coalesce((SELECT json_agg(c.confrelid::int) FROM pg_constraint c
     WHERE c.conrelid = t.oid AND c.contype = 'f' AND c.confrelid <> t.oid), '[]') AS "references"
  FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
  WHERE n.nspname IN ('public', 'sandbox') AND t.relkind IN ('r', 'p') AND NOT t.relispartition AND t.relname <> 'schema_migration'
  ORDER BY name`

/**
 * The tables, each after those that it refers to. Refuses tables that refer to each other in a
 * circle.
 */
export async function tablesInOrder(owner: Connection): Promise<Table[]> {
  const waiting = (await owner.query(catalogue)).rows as TableRow[]
  const placed = new Set<number>()
  const ordered: TableRow[] = []
  while (ordered.length < waiting.length) {
    const next = waiting.find(
      table => !placed.has(table.oid) && table.references.every(oid => placed.has(oid)),
    )
    if (!next)
      throw new Error(
        'Tables refer to each other in a circle: they cannot be restored one after the other.',
      )
    placed.add(next.oid)
    ordered.push(next)
  }
  return ordered.map(({ name, columns, keyColumns }) => ({ name, columns, keyColumns }))
}

export async function appliedMigrations(owner: pg.Client): Promise<AppliedMigration[]> {
  return (
    await owner.query(
      'SELECT name, checksum FROM schema_migration WHERE number > 0 ORDER BY number',
    )
  ).rows
}

/** Makes PostgreSQL spell every value the same way under any settings of the server. */
export const exactSpelling = `
  SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'; SET LOCAL intervalstyle = 'postgres';
  SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL statement_timeout = 0`

export const identifiers = (names: readonly string[]): string =>
  names.map(name => pg.escapeIdentifier(name)).join(', ')
