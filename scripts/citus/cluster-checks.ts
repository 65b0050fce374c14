/** The checks of the cluster itself, beside those of the statements. */
import type pg from 'pg'
import { asOwner, sessionLimits } from '#server/platform/db/connection.ts'
import { prepareDatabase } from '#server/platform/db/open.ts'
import { spreadNewTables } from '#server/platform/db/spread/cluster.ts'
import { runMigration } from '#server/platform/db/spread/migration.ts'
import { TABLE_KINDS } from '#server/platform/db/spread/table-kinds.ts'
import type { CitusNode } from './cluster.ts'

/** Returns a sentence for each difference of the cluster from docs/spread.md. */
export async function complaintsAboutCluster({ url, appUrl }: CitusNode): Promise<string[]> {
  const repeated = await asOwner({ url }, owner => spreadNewTables(owner, { say: () => undefined }))
  return [
    repeated !== 0 && `A repeated spread changes ${repeated} tables.`,
    !(await isAppUrlDemanded(url)) && 'The server starts without DATABASE_APP_URL.',
    !(await asOwner({ url: appUrl }, writesAfterAllShards)) &&
      'After a question to all shards a transaction cannot propose an act.',
    ...(await asOwner({ url }, complaintsAboutMigrations)),
  ].filter(complaint => complaint !== false)
}

async function isAppUrlDemanded(url: string): Promise<boolean> {
  try {
    await prepareDatabase({ url }, { log: () => undefined })
    return false
  } catch (error) {
    return String(error).includes('DATABASE_APP_URL')
  }
}

/** The code by which Citus refuses a write; another refusal comes from the table's own rules. */
const REFUSED_BY_CITUS = 'XX000'

/** True if a transaction that has asked all shards may write to a table that refers to a reference table. */
async function writesAfterAllShards(application: pg.Client): Promise<boolean> {
  await application.query(sessionLimits)
  await application.query('BEGIN')
  await application.query('SELECT count(*) FROM loan_order')
  const refusal: pg.DatabaseError | undefined = await application
    .query(
      `INSERT INTO proposal (proposal_id, act, subject, details_sealed, why_sealed, proposed_by, proposed_at, decide_until)
       VALUES (gen_random_uuid(), 'waiver', 'a loan', '', '', gen_random_uuid(), now(), now())`,
    )
    .then(
      () => undefined,
      error => error,
    )
  await application.query('ROLLBACK')
  return refusal?.code !== REFUSED_BY_CITUS
}

/** A later migration, with an owned table and a look-up. */
const MIGRATION = `
CREATE TABLE new_owned (borrower_id uuid, id uuid, PRIMARY KEY (borrower_id, id));
CREATE TABLE new_lookup (key bytea PRIMARY KEY, borrower_id uuid NOT NULL);
-- spread
ALTER TABLE new_owned ADD CONSTRAINT new_owned_borrower FOREIGN KEY (borrower_id) REFERENCES borrower (borrower_id);
ALTER TABLE session ADD COLUMN added_later integer;`

async function complaintsAboutMigrations(owner: pg.Client): Promise<string[]> {
  const kinds = {
    ...TABLE_KINDS,
    new_owned: { kind: 'owned' },
    new_lookup: { kind: 'lookup', key: 'key' },
  } as const
  await owner.query('BEGIN')
  try {
    await runMigration(owner, MIGRATION, kinds)
    const { rows } = await owner.query<{ name: string }>(
      `SELECT DISTINCT shard.logicalrelid::text AS name FROM pg_dist_shard shard
       WHERE shard.logicalrelid IN ('new_owned'::regclass, 'new_lookup'::regclass) ORDER BY 1`,
    )
    return rows.length === 2 ? [] : ['A migration does not spread its new tables.']
  } catch (error) {
    return [`A migration of a spread database fails: ${error}`]
  } finally {
    await owner.query('ROLLBACK')
  }
}
