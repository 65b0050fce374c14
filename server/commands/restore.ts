/**
 * `npm run restore -- <file> [--with-other-keys]`: restores a backup of this release or an earlier one
 * into an empty database, if the keys at hand are its own. Stop the product first.
 */
import { parseArgs } from 'node:util'
import { restoreBackup } from '#server/platform/db/backup/restore.ts'
import { locateAsOwner } from '#server/platform/db/locate.ts'
import { keyConfigFrom, keySourceOf, readKeyring } from '#server/platform/keys/keys.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'with-other-keys': { type: 'boolean', default: false } },
})
const [path] = positionals
if (!path) {
  console.error('Usage: npm run restore -- <file> [--with-other-keys]')
  process.exit(2)
}
const config = keyConfigFrom(process.env)
const { target, stop } = await locateAsOwner(console.error).catch((error: Error) => {
  console.error(`Nothing was restored. ${error.message}`)
  process.exit(1)
})
try {
  const keyring = values['with-other-keys'] ? 'not compared' : await readKeyring(config)
  const rows = await restoreBackup(target, path, { log: console.error, keyring })
  console.log(`Restored ${rows} rows from ${path}.`)
  if (keyring === 'not compared')
    console.log('The keys were not compared. No server starts here without the keys of the backup.')
  console.log('Run "npm run verify-audit" and "npm run books" before anybody signs in.')
} catch (error) {
  console.error(`The restoration failed. ${error instanceof Error ? error.message : error}`)
  console.error(
    `The keys were looked for in ${keySourceOf(config)}. Use the key file that belongs to the backup (docs/running.md, "The keys of a database"); --with-other-keys restores without comparing.`,
  )
  process.exitCode = 1
} finally {
  await stop()
}
