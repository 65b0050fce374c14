/**
 * `npm run verify-audit [-- <copy of the anchor file> …]`: checks the audit log against its keys and
 * its anchors. Works beside running servers; changes nothing.
 */
import { anchorFileOf, anchorsIn } from '#server/platform/audit/anchors.ts'
import { storedLog } from '#server/platform/audit/entries.ts'
import { verifyAudit } from '#server/platform/audit/verify.ts'
import { verdictLines } from '#server/platform/audit/words.ts'
import { readConfig } from '#server/platform/config.ts'
import { cipherWith } from '#server/platform/db/encrypt.ts'
import { locateFromEnvironment } from '#server/platform/db/locate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { openKeys } from '#server/platform/keys/open-keys.ts'

const config = readConfig(process.env)
const copies = process.argv.slice(2)
const files = copies.length > 0 ? copies : [anchorFileOf(config)]
const { target, stop } = await locateFromEnvironment(() => undefined)
try {
  const db = await openDatabase(target, { log: () => undefined })
  try {
    const cipher = cipherWith(await openKeys(config, target))
    const anchors = (await Promise.all(files.map(anchorsIn))).flat()
    const verdict = await verifyAudit(storedLog(db), cipher, anchors)
    for (const line of verdictLines(verdict, anchors)) console.log(line)
    if (verdict.faults.length > 0) process.exitCode = 1
  } finally {
    await db.close()
  }
} catch (error) {
  console.error(
    `The audit log could not be checked. ${error instanceof Error ? error.message : error}`,
  )
  process.exitCode = 1
} finally {
  await stop()
}
