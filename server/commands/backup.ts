/**
 * `npm run ops -- backup <file>`: backs up the whole database; the product may keep running. It only
 * reads, so it does so as the role of DATABASE_APP_URL, where that is set.
 */

import { readCommandConfig } from '#server/platform/config.ts'
import { writeBackup } from '#server/platform/db/backup/write.ts'
import { asOwner, asReader } from '#server/platform/db/connection.ts'
import { locateDatabase } from '#server/platform/db/locate.ts'
import { checkKnown, productMigrations } from '#server/platform/db/migrate.ts'

const [path] = process.argv.slice(2)
if (!path) {
  console.error('Usage: npm run ops -- backup <file>')
  process.exit(2)
}
await backUp(path).catch((error: Error) => {
  console.error(`The backup failed. ${error.message}`)
  process.exitCode = 1
})

/** A backup is also made before an upgrade, so the database may lack migrations. */
async function backUp(file: string): Promise<void> {
  const { target, stop } = await locateDatabase(readCommandConfig(process.env), {
    say: console.error,
  })
  try {
    const reader = asReader(target)
    await asOwner(reader, client => checkKnown(client, productMigrations))
    console.log(`Backed up ${await writeBackup(reader, file)} rows to ${file}.`)
    console.log('The backup holds neither uploaded files nor keys. Keep copies of both.')
  } finally {
    await stop()
  }
}
