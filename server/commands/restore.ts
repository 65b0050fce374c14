/** `npm run restore -- <file>`: restores a backup into an empty database. Stop the product first. */
import { restoreBackup } from '#server/platform/db/backup/restore.ts'
import { locateFromEnvironment } from '#server/platform/db/locate.ts'

const [path] = process.argv.slice(2)
if (!path) {
  console.error('Usage: npm run restore -- <file>')
  process.exit(2)
}
const { target, stop } = await locateFromEnvironment(console.error)
try {
  const rows = await restoreBackup(target, path, { log: console.error })
  console.log(`Restored ${rows} rows from ${path}.`)
  console.log('Run "npm run verify-audit" and "npm run books" before anybody signs in.')
} catch (error) {
  console.error(`Nothing was restored. ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
} finally {
  await stop()
}
