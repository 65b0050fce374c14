/**
 * `npm run verify-audit [-- <copy of the anchor file>]`: checks the audit log against its anchors.
 * Works beside running servers; changes nothing.
 */
import { anchorFileOf, anchorsIn } from '#server/platform/audit/anchors.ts'
import { verifyAudit } from '#server/platform/audit/verify.ts'
import { readConfig } from '#server/platform/config.ts'
import { locateFromEnvironment } from '#server/platform/db/locate.ts'
import { openDatabase } from '#server/platform/db/open.ts'

const [copy] = process.argv.slice(2)
const anchorFile = copy ?? anchorFileOf(readConfig(process.env))
const { target, stop } = await locateFromEnvironment(() => undefined)
try {
  const db = await openDatabase(target, { log: () => undefined })
  try {
    const { entries, anchors, faults } = await verifyAudit(db, await anchorsIn(anchorFile))
    for (const fault of faults) console.log(fault)
    if (faults.length > 0) {
      console.log(`The audit log is NOT intact: ${faults.length} faults are named above.`)
      process.exitCode = 1
    } else {
      console.log(`The audit log is intact: ${entries} entries agree with ${anchors} anchors.`)
    }
    if (anchors === 0)
      console.log(
        `${anchorFile} holds no anchors: without them entries cut off at the end go unnoticed.`,
      )
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
