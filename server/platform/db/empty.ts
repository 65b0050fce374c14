/** Empties the database of a demonstration. Only the owner may: the application appends. */
import type pg from 'pg'
import { asOwner, type DatabaseTarget } from '#server/platform/db/connection.ts'
import type { FileKey } from '#server/platform/files/store.ts'

/** The tables with rows before anybody has used the product. */
const KEPT = [
  'schema_migration',
  'installation',
  'key_fingerprint',
  'ledger_account',
  'product',
  'product_version',
  'bank',
  'bank_state',
  'bank_city',
  'bank_branch',
  'bank_directory',
  'bank_code',
  'chain_slot',
  'sandbox.setting',
]
/** Work under way may hold its rows for a moment. */
const LOCK_PATIENCE = '10s'

export type Emptied = {
  readonly borrowers: number
  readonly orders: number
  readonly messages: number
}

/**
 * Removes everything that visitors and simulators have written, with the jobs that wait, in one
 * transaction; `files` are noted for removal. `also` are further statements, at its end. Returns how
 * much there was.
 */
export function emptyDatabase(
  target: DatabaseTarget,
  files: readonly FileKey[],
  at: Date,
  also: readonly string[] = [],
): Promise<Emptied> {
  return asOwner(target, async owner => {
    await owner.query('BEGIN')
    await owner.query(`SET LOCAL lock_timeout = '${LOCK_PATIENCE}'`)
    const { rows } = await owner.query<Emptied>(
      `SELECT (SELECT count(*)::int FROM borrower) AS borrowers, (SELECT count(*)::int FROM loan_order) AS orders,
         (SELECT count(*)::int FROM sandbox.sms) AS messages`,
    )
    await owner.query(`TRUNCATE ${(await tablesToEmpty(owner)).join(', ')} RESTART IDENTITY`)
    // The demonstration's own products are dated at the beginning of time; the others were published by visitors.
    await owner.query("DELETE FROM product_version WHERE made_at > 'epoch'")
    await owner.query(
      'DELETE FROM product p WHERE NOT EXISTS (SELECT 1 FROM product_version v WHERE v.product_id = p.product_id)',
    )
    await owner.query('DELETE FROM jobs.job')
    await owner.query('UPDATE sandbox.setting SET are_payouts_held = false')
    await owner.query(
      'INSERT INTO file_removal (file_key, asked_at) SELECT unnest($1::text[]), $2',
      [files, at],
    )
    for (const sql of also) await owner.query(sql)
    await owner.query('COMMIT')
    const [emptied] = rows
    if (!emptied) throw new Error('the database counted nothing')
    return emptied
  })
}

/** The names of all tables but those that are kept, ready to stand in a statement. */
async function tablesToEmpty(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('public', 'sandbox') AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
  )
  const names = rows.map(({ name }) => name)
  const missing = KEPT.filter(name => !names.includes(name))
  if (missing.length > 0) throw new Error(`there is no table ${missing.join(', ')}`)
  return names.filter(name => !KEPT.includes(name))
}
