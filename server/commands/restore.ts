/**
 * `npm run ops -- restore <file> [--with-other-keys]`: restores a backup of this release or an earlier one
 * into an empty database, if the keys at hand are its own. Stop the product first.
 */
import { parseArgs } from 'node:util'
import { readCommandConfig } from '#server/platform/config.ts'
import { restoreBackup } from '#server/platform/db/backup/restore.ts'
import { locateAsOwner } from '#server/platform/db/locate.ts'
import { keySourceOf, readKeyring } from '#server/platform/keys/keys.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'with-other-keys': { type: 'boolean', default: false } },
})
const [path] = positionals
if (!path) {
  console.error('Usage: npm run ops -- restore <file> [--with-other-keys]')
  process.exit(2)
}
await restore(path).catch((error: Error) => {
  console.error(`Nothing was restored. ${error.message}`)
  process.exitCode = 1
})

async function restore(file: string): Promise<void> {
  const config = readCommandConfig(process.env)
  const { target, stop } = await locateAsOwner(config, { say: console.error, mayCreate: true })
  try {
    const keyring = values['with-other-keys'] ? 'not compared' : await readKeyring(config)
    const rows = await restoreBackup(target, file, { log: console.error, keyring })
    console.log(`Restored ${rows} rows from ${file}.`)
    if (keyring === 'not compared')
      console.log(
        'The keys were not compared. No server starts here without the keys of the backup.',
      )
    console.log(
      'Run "npm run ops -- verify-audit" and "npm run ops -- books" before anybody signs in.',
    )
  } catch (error) {
    console.error(`The restoration failed. ${error instanceof Error ? error.message : error}`)
    console.error(
      `The keys were looked for in ${keySourceOf(config)}. Use the key file that belongs to the backup (docs/running.md, "The keys of a database"); --with-other-keys restores without comparing.`,
    )
    process.exitCode = 1
  } finally {
    await stop()
  }
}
