/**
 * `npm run verify-audit`: checks the audit log against its anchors. Works beside running servers;
 * changes nothing.
 */
import { anchorFileOf, anchorsIn } from '#server/platform/audit/anchors.ts'
import { verifyAudit } from '#server/platform/audit/verify.ts'
import { readConfig } from '#server/platform/config.ts'
import { locateFromEnvironment } from '#server/platform/db/locate.ts'
import { openDatabase } from '#server/platform/db/open.ts'

const [copy] = process.argv.slice(2)
const { target, stop } = await locateFromEnvironment(() => undefined)
try {
  const db = await openDatabase(target, { log: () => undefined })
  try {
    const { entries, anchors, faults } = await verifyAudit(
      db,
      await anchorsIn(copy ?? anchorFileOf(readConfig(process.env))),
    )
    for (const fault of faults) console.log(fault)
    if (faults.length > 0) process.exitCode = 1
    else console.log(`The audit log is whole: ${entries} entries, held against ${anchors} anchors.`)
  } finally {
    await db.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await stop()
}
