/**
 * `npm run backup -- <file>`: backs up the whole database; the product may keep running. It only
 * reads, so it does so as the role of DATABASE_APP_URL, where that is set.
 */

import { writeBackup } from '#server/platform/db/backup/write.ts'
import { asReader } from '#server/platform/db/connection.ts'
import { locateFromEnvironment } from '#server/platform/db/locate.ts'

const [path] = process.argv.slice(2)
if (!path) {
  console.error('Usage: npm run backup -- <file>')
  process.exit(2)
}
const { target, stop } = await locateFromEnvironment(console.error)
try {
  console.log(`Backed up ${await writeBackup(asReader(target), path)} rows to ${path}.`)
  console.log('The backup holds neither uploaded files nor keys. Keep copies of both.')
} catch (error) {
  console.error(`The backup failed. ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
} finally {
  await stop()
}
