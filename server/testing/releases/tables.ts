/** The tables of a release whose migrations are no longer in the product: the baseline replaced them. */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { asOwner, type DatabaseTarget } from '#server/platform/db/connection.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { filesOf } from './keys.ts'

/** The last release before the baseline. */
export const BEFORE_BASELINE = '0.2.0'

/**
 * Makes the tables as the release itself made them, up to its migration with the number `last`. Does nothing
 * for a release that began with the baseline.
 */
export async function makeTablesOf(
  version: string,
  target: DatabaseTarget,
  last?: number,
): Promise<void> {
  const { migrations } = filesOf(version)
  if (!existsSync(migrations)) return
  const texts: { name: string; sql: string }[] = JSON.parse(
    gunzipSync(await readFile(migrations)).toString(),
  )
  const folder = await mkdtemp(join(tmpdir(), 'saral-migrations-'))
  for (const { name, sql } of texts) await writeFile(join(folder, name), sql)
  await asOwner(target, owner => migrate(owner, folder, last))
  await rm(folder, { recursive: true })
}
