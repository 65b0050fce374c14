/**
 * `npm run rotate-keys`: adds a new master key while the product runs. Run it again an hour later
 * to remove the old key.
 */
import { userInfo } from 'node:os'
import { readConfig } from '#server/platform/config.ts'
import { cipherWith } from '#server/platform/db/encrypt.ts'
import { locateAsOwner } from '#server/platform/db/locate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { fileStore } from '#server/platform/files/choose.ts'
import { keyFileOf } from '#server/platform/keys/keys.ts'
import { openKeys } from '#server/platform/keys/open-keys.ts'
import { rotateKeys } from '#server/platform/keys/rotate.ts'

await rotate().catch((error: Error) => {
  console.error(`The keys were not rotated. ${error.message}`)
  process.exitCode = 1
})

async function rotate(): Promise<void> {
  const config = readConfig(process.env)
  const file = keyFileOf(config)
  if (file === undefined)
    throw new Error(
      'A running server cannot see a change of the variable SARAL_KEYS. Use SARAL_KEYS_FILE instead.',
    )
  const log = (line: string) => console.log(line)
  const { target, stop } = await locateAsOwner(() => undefined)
  try {
    const db = await openDatabase(target, { log: () => undefined })
    try {
      const cipher = cipherWith(await openKeys(config, target))
      const { dropped, waiting } = await rotateKeys({
        db,
        target,
        file,
        log,
        cipher,
        store: fileStore(config),
        now: () => new Date(),
        person: userInfo().username,
      })
      if (dropped.length > 0)
        log(`Removed old master keys that nothing uses: ${dropped.join(', ')}.`)
      if (waiting.length > 0)
        log(
          `Kept old master keys for work under way: ${waiting.join(', ')}. Run "npm run rotate-keys" again in an hour.`,
        )
    } finally {
      await db.close()
    }
  } finally {
    await stop()
  }
}
