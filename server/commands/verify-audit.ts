/**
 * `npm run ops -- verify-audit [<copy of the anchor file> …]`: checks the audit log against its keys and
 * its anchors. Works beside running servers; changes nothing.
 */
import { withDatabase } from '#server/commands/with-database.ts'
import { anchorFileOf, anchorsIn } from '#server/platform/audit/anchors.ts'
import { storedLog } from '#server/platform/audit/entries.ts'
import { verifyAudit } from '#server/platform/audit/verify.ts'
import { verdictLines } from '#server/platform/audit/words.ts'
import { cipherWith } from '#server/platform/db/encrypt.ts'
import { openKeys } from '#server/platform/keys/open-keys.ts'

const copies = process.argv.slice(2)

await withDatabase(async ({ db, target, config }) => {
  const cipher = cipherWith(await openKeys(config, target))
  const files = copies.length > 0 ? copies : [anchorFileOf(config)]
  const anchors = (await Promise.all(files.map(anchorsIn))).flat()
  const verdict = await verifyAudit(storedLog(db), cipher, anchors)
  for (const line of verdictLines(verdict, anchors, files)) console.log(line)
  if (verdict.faults.length > 0) process.exitCode = 1
}).catch((error: Error) => {
  console.error(`The audit log could not be checked. ${error.message}`)
  process.exitCode = 1
})
