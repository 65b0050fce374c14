/**
 * `npm run ops -- rotate-keys`: adds a new master key while the product runs. Run it again an hour later
 * to remove the old key.
 */
import { userInfo } from 'node:os'
import { type CommandContext, withOwnDatabase } from '#server/commands/with-database.ts'
import { readCommandConfig } from '#server/platform/config.ts'
import type { DatabaseTarget } from '#server/platform/db/connection.ts'
import { cipherWith } from '#server/platform/db/encrypt.ts'
import { fileStore } from '#server/platform/files/choose.ts'
import { keyFileOf } from '#server/platform/keys/keys.ts'
import { openKeys } from '#server/platform/keys/open-keys.ts'
import { rotateKeys } from '#server/platform/keys/rotate.ts'

await rotate().catch((error: Error) => {
  console.error(`The keys were not rotated. ${error.message}`)
  process.exitCode = 1
})

async function rotate(): Promise<void> {
  const file = keyFileOf(readCommandConfig(process.env))
  if (file === undefined)
    throw new Error(
      'A running server cannot see a change of the variable SARAL_KEYS. Use SARAL_KEYS_FILE instead.',
    )
  await withOwnDatabase(context => rotateIn(context, file))
}

async function rotateIn(
  { db, target, config }: CommandContext<DatabaseTarget>,
  file: string,
): Promise<void> {
  const log = (line: string) => console.log(line)
  const { dropped, waiting } = await rotateKeys({
    db,
    target,
    file,
    log,
    cipher: cipherWith(await openKeys(config, target)),
    store: fileStore(config),
    now: () => new Date(),
    person: userInfo().username,
  })
  if (dropped.length > 0) log(`Removed old master keys that nothing uses: ${dropped.join(', ')}.`)
  if (waiting.length > 0)
    log(
      `Kept old master keys for work under way: ${waiting.join(', ')}. Run "npm run ops -- rotate-keys" again in an hour.`,
    )
}
