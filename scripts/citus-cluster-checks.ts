/** What `npm run citus` checks of the cluster itself, beside the statements. */
import type pg from 'pg'
import { asOwner } from '#server/platform/db/connection.ts'
import { prepareDatabase } from '#server/platform/db/open.ts'
import { runMigration, spreadNewTables } from '#server/platform/db/spread.ts'
import { TABLE_KINDS } from '#server/platform/db/table-kinds.ts'
import type { CitusNode } from '#server/testing/citus-cluster.ts'

/** A sentence for each thing that the cluster does not do as docs/running.md says. */
export async function complaintsAboutCluster({ url }: CitusNode): Promise<string[]> {
  const repeated = await asOwner({ url }, owner => spreadNewTables(owner, { say: () => undefined }))
  return [
    repeated !== 0 && `A repeated spread changes ${repeated} tables.`,
    !(await isAppUrlDemanded(url)) && 'The server starts without DATABASE_APP_URL.',
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
