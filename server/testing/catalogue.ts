/** Lists a database's content, so that two can be compared to the last grant and row. */
import type pg from 'pg'

/** Each object by its kind and name, with all its properties. */
export type Catalogue = Readonly<Record<string, string>>

const isOurs = (schema: string) => `${schema} IN ('public'::regnamespace, 'sandbox'::regnamespace)`
/** Rights have no order, and a database may hold them in any. */
const rights = (acl: string) =>
  `ARRAY(SELECT r::text FROM unnest(${acl}) AS r ORDER BY 1) AS rights`
const comment = (oid: string, kind: string) => `obj_description(${oid}, '${kind}') AS comment`
const TABLES = `(SELECT oid FROM pg_class WHERE ${isOurs('relnamespace')} AND relkind NOT IN ('i', 'I', 't'))`

/** The columns beside `name` are compared. Columns of a table are counted without those that were dropped. */
const KINDS: Readonly<Record<string, string>> = {
  schema: `SELECT nspname AS name, nspowner::regrole AS owner, ${rights('nspacl')}, ${comment('oid', 'pg_namespace')}
    FROM pg_namespace WHERE ${isOurs('oid')}`,
  extension: 'SELECT extname AS name, extversion FROM pg_extension',
  table: `SELECT oid::regclass AS name, relkind, relowner::regrole AS owner, relpersistence, relreplident, relispartition,
      relrowsecurity, relforcerowsecurity, reloptions, reltablespace, relam, pg_get_partkeydef(oid) AS partitions,
      ${rights('relacl')}, ${comment('oid', 'pg_class')}
    FROM pg_class WHERE oid IN ${TABLES}`,
  column: `SELECT format('%s.%I', attrelid::regclass, attname) AS name,
      row_number() OVER (PARTITION BY attrelid ORDER BY attnum) AS number, format_type(atttypid, atttypmod) AS type, attnotnull,
      pg_get_expr(adbin, adrelid) AS default, attidentity, attgenerated, attstorage, attcompression, attstattarget,
      attcollation::regcollation AS collation, attoptions, ${rights('attacl')}, col_description(attrelid, attnum) AS comment
    FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attnum > 0 AND NOT attisdropped AND attrelid IN ${TABLES}`,
  constraint: `SELECT format('%s of %s', conname, conrelid::regclass) AS name, pg_get_constraintdef(oid) AS text, convalidated,
      connoinherit, ${comment('oid', 'pg_constraint')}
    FROM pg_constraint WHERE ${isOurs('connamespace')}`,
  index: `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS text, indisprimary, indisvalid, indisclustered,
      indisreplident, ${comment('indexrelid', 'pg_class')}
    FROM pg_index WHERE indrelid IN ${TABLES}`,
  trigger: `SELECT format('%s of %s', tgname, tgrelid::regclass) AS name, pg_get_triggerdef(oid) AS text, tgenabled
    FROM pg_trigger WHERE NOT tgisinternal AND tgrelid IN ${TABLES}`,
  function: `SELECT oid::regprocedure AS name, pg_get_functiondef(oid) AS text, proowner::regrole AS owner, ${rights('proacl')}
    FROM pg_proc WHERE prokind <> 'a' AND ${isOurs('pronamespace')}`,
  type: `SELECT oid::regtype AS name, typtype, typowner::regrole AS owner, ${rights('typacl')},
      ARRAY(SELECT enumlabel::text FROM pg_enum WHERE enumtypid = pg_type.oid ORDER BY enumsortorder) AS labels
    FROM pg_type WHERE ${isOurs('typnamespace')}`,
  rule: `SELECT format('%s of %s', rulename, ev_class::regclass) AS name, pg_get_ruledef(oid) AS text
    FROM pg_rewrite WHERE ev_class IN ${TABLES}`,
  policy: `SELECT format('%s of %s', polname, polrelid::regclass) AS name, polcmd, polpermissive, polroles,
      pg_get_expr(polqual, polrelid) AS reads, pg_get_expr(polwithcheck, polrelid) AS writes
    FROM pg_policy`,
  statistics: 'SELECT stxname AS name, pg_get_statisticsobjdef(oid) AS text FROM pg_statistic_ext',
  'default rights': `SELECT format('%s %s', defaclnamespace::regnamespace, defaclobjtype) AS name, ${rights('defaclacl')}
    FROM pg_default_acl`,
}

export async function catalogueOf(owner: pg.Client): Promise<Catalogue> {
  const all: Record<string, string> = {}
  for (const [kind, sql] of Object.entries(KINDS))
    for (const { name, ...rest } of (await owner.query(sql)).rows)
      all[`${kind} ${name}`] = JSON.stringify(rest)
  return all
}

/** A line for each difference, by its name. */
export function differences(one: Catalogue, other: Catalogue): string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort()
  return names
    .filter(name => one[name] !== other[name])
    .map(name => `${name}: ${one[name] ?? 'missing'} <> ${other[name] ?? 'missing'}`)
}

/** Every row of every table, with each value spelt exactly, but for the record of migrations. */
export async function contentsOf(owner: pg.Client): Promise<string[]> {
  const { rows: tables } =
    await owner.query(`SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname IN ('public', 'sandbox') AND tablename <> 'schema_migration' ORDER BY 1`)
  const all: string[] = []
  for (const { name } of tables) {
    const { rows } = await owner.query(`SELECT t::text AS row FROM ${name} AS t ORDER BY 1`)
    all.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return all
}
