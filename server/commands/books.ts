/**
 * `npm run books`: prints the trial balance and audits all books. Works beside running servers;
 * changes nothing.
 */
import { audit } from '#server/lending/books/audit.ts'
import { report } from '#server/lending/books/report.ts'
import { locateFromEnvironment } from '#server/platform/db/locate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { actsDoneAlone } from '#server/staff/db/proposal.ts'
import { aloneLines } from '#server/staff/one-person.ts'

const { target, stop } = await locateFromEnvironment(console.error)
try {
  const db = await openDatabase(target, { log: console.error })
  try {
    const { isSound, lines } = report(await audit(db))
    for (const line of [...lines, ...aloneLines(await actsDoneAlone(db))]) console.log(line)
    if (!isSound) process.exitCode = 1
  } finally {
    await db.close()
  }
} catch (error) {
  console.error(`The books could not be checked. ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
} finally {
  await stop()
}
