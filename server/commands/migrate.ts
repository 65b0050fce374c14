/**
 * `npm run ops -- migrate`: brings the database of DATABASE_URL up to this release, gives the role of
 * DATABASE_APP_URL its rights, and notes the keys of a database that knows none. Then servers with
 * DATABASE_APP_URL alone can start. Works beside running servers; safe to run again.
 */
import { readConfig } from '#server/platform/config.ts'
import { asOwner, type DatabaseTarget, isWithoutOwner } from '#server/platform/db/connection.ts'
import { locateDatabase } from '#server/platform/db/locate.ts'
import { prepareDatabase } from '#server/platform/db/open.ts'
import { knownKeys } from '#server/platform/keys/fingerprint.ts'
import { openKeys } from '#server/platform/keys/open-keys.ts'

await migrateNow().catch((error: Error) => {
  console.error(`The database is not ready. ${error.message}`)
  process.exitCode = 1
})

async function migrateNow(): Promise<void> {
  const config = readConfig(process.env)
  const { database } = config
  if (database === undefined || isWithoutOwner(database))
    throw new Error(
      'Set DATABASE_URL to the address for the owner of the tables. The embedded database is migrated by the server.',
    )
  await locateDatabase(config, { say: console.error })
  const { kind } = await prepareDatabase(database, { log: line => console.log(line) })
  await noteKeys(config, database)
  console.log('The database is ready for servers of this release.')
  if (kind !== 'direct')
    console.log('They need DATABASE_URL: set DATABASE_APP_URL too for servers without the owner.')
}

/** Only a database without keys needs them here. */
async function noteKeys(
  config: Parameters<typeof openKeys>[0],
  database: DatabaseTarget,
): Promise<void> {
  const keys = await asOwner(database, knownKeys)
  if (keys.length === 0) await openKeys(config, database)
}
