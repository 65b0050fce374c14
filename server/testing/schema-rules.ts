/**
 * The rules of the product's schema, checked in PostgreSQL's catalogue: they let the same schema be
 * distributed over machines by borrower.
 */
import type pg from 'pg'

export type SchemaRuleOptions = {
  /**
   * Tables whose key is unique over all borrowers (a phone, a provider's event); their borrower is
   * an ordinary column.
   */
  lookups: readonly string[]
  /**
   * The role that must not change append-only tables; `undefined` if the server lets us create
   * none.
   */
  appRole: string | undefined
}

const publicTables = `pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = 'public' AND t.relkind IN ('r', 'p')`
const isOwned = (table: string): string =>
  `EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = ${table} AND a.attname = 'borrower_id' AND NOT a.attisdropped)`
const borrowerColumn = (table: string): string =>
  `(SELECT a.attnum FROM pg_attribute a WHERE a.attrelid = ${table} AND a.attname = 'borrower_id')`

/**
 * Each returns one column, `broken`: a sentence for every place that breaks the rule. $1 are the
 * lookup tables.
 */
const rules: string[] = [
  `SELECT format('%s: borrower_id must come first in %s', t.relname, i.indexrelid::regclass) AS broken
   FROM ${publicTables} JOIN pg_index i ON i.indrelid = t.oid AND i.indisunique
   WHERE ${isOwned('t.oid')} AND t.relname <> ALL ($1::text[]) AND i.indkey[0] <> ${borrowerColumn('t.oid')}`,
  `SELECT format('%s: borrower_id may not be null', t.relname) AS broken
   FROM ${publicTables} JOIN pg_attribute b ON b.attrelid = t.oid AND b.attname = 'borrower_id'
   WHERE NOT b.attnotnull AND t.relname <> ALL ($1::text[])`,
  `SELECT format('%s: has no primary key', t.relname) AS broken
   FROM ${publicTables} WHERE NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = t.oid AND i.indisprimary) AND $1::text[] IS NOT NULL`,
  `SELECT format('%s: the foreign key %s must carry borrower_id', t.relname, c.conname) AS broken
   FROM ${publicTables} JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype = 'f'
   WHERE ${isOwned('c.confrelid')} AND $1::text[] IS NOT NULL AND NOT EXISTS (
     SELECT 1 FROM unnest(c.conkey, c.confkey) AS pair (own, referenced)
     WHERE pair.own = ${borrowerColumn('c.conrelid')} AND pair.referenced = ${borrowerColumn('c.confrelid')})`,
  `SELECT format('%s: ids are made by the application, not by a sequence', t.relname) AS broken
   FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = 'public' AND t.relkind = 'S' WHERE $1::text[] IS NOT NULL`,
  `SELECT format('%s.%s: ids are made by the application, not by the database', t.relname, a.attname) AS broken
   FROM ${publicTables} JOIN pg_attribute a ON a.attrelid = t.oid AND a.attidentity <> '' WHERE $1::text[] IS NOT NULL`,
  `SELECT format('%s: no triggers (%s)', t.relname, g.tgname) AS broken
   FROM ${publicTables} JOIN pg_trigger g ON g.tgrelid = t.oid AND NOT g.tgisinternal WHERE $1::text[] IS NOT NULL`,
  `SELECT format('%s: no deferrable and no exclusion constraints (%s)', t.relname, c.conname) AS broken
   FROM ${publicTables} JOIN pg_constraint c ON c.conrelid = t.oid AND (c.condeferrable OR c.contype = 'x') WHERE $1::text[] IS NOT NULL`,
  `SELECT format('%s: no functions in the database', p.proname) AS broken
   FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace AND n.nspname = 'public' WHERE $1::text[] IS NOT NULL`,
  `SELECT format('%s.%s: %s is not exact', t.relname, a.attname, a.atttypid::regtype) AS broken
   FROM ${publicTables} JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0
   WHERE a.atttypid IN ('float4'::regtype, 'float8'::regtype, 'money'::regtype, 'timestamp'::regtype) AND a.attname NOT LIKE '%_score' AND $1::text[] IS NOT NULL`,
]

const appendOnlyRule = `
  SELECT format('%s: is append-only, and %s may change it', t.relname, $1::text) AS broken FROM ${publicTables}
  WHERE obj_description(t.oid, 'pg_class') LIKE 'append-only%'
    AND (has_table_privilege($1, t.oid, 'DELETE') OR has_table_privilege($1, t.oid, 'TRUNCATE') OR has_any_column_privilege($1, t.oid, 'UPDATE'))`

/** Every place where the schema breaks a rule, as sentences. */
export async function brokenRules(
  owner: pg.Client,
  { lookups, appRole }: SchemaRuleOptions,
): Promise<string[]> {
  const broken: string[] = []
  for (const rule of rules)
    broken.push(...(await owner.query(rule, [lookups])).rows.map(row => row.broken))
  if (appRole !== undefined)
    broken.push(...(await owner.query(appendOnlyRule, [appRole])).rows.map(row => row.broken))
  return broken
}

/**
 * Every fault by which a spread database would refuse a migration, as sentences. Citus distributes a
 * table before it has foreign keys, and adds constraints only by their names and by themselves.
 */
export function faultsOfMigration(text: string): string[] {
  const sql = text.replaceAll(/^--(?! spread$).*$/gm, '')
  const [beforeSpread = ''] = sql.split(/^-- spread$/m)
  const created = /\bCREATE TABLE (?!sandbox\.)/i
  const isSpreading = beforeSpread !== sql
  const owned = beforeSpread.replaceAll(/\bCREATE TABLE sandbox\.[^;]*;/gi, '')
  return [
    !isSpreading && created.test(sql) && 'spreads no table: it lacks the line "-- spread"',
    isSpreading && /\bREFERENCES\b/i.test(owned) && 'refers to a table before "-- spread"',
    /\bADD COLUMN\b[^,;]*\b(CHECK|REFERENCES|UNIQUE|PRIMARY KEY)\b/i.test(sql) &&
      'adds a column with a constraint',
    /\bADD (CHECK|FOREIGN KEY|UNIQUE|PRIMARY KEY)\b/i.test(sql) &&
      'adds a constraint without a name',
  ].filter(fault => fault !== false)
}
