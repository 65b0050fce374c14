/**
 * `npm run ops -- books`: prints the trial balance and audits all books. `npm run ops -- books --order <number>
 * --day <day>` prints the figures of one loan on a past day instead. Works beside running servers;
 * changes nothing.
 */
import { parseArgs } from 'node:util'
import { isDay } from '#domain/day.ts'
import { withDatabase } from '#server/commands/with-database.ts'
import { audit } from '#server/lending/books/audit.ts'
import { loanOnDay } from '#server/lending/books/loan-on-day.ts'
import { report } from '#server/lending/books/report.ts'
import type { Database } from '#server/platform/db/open.ts'
import { orderKeyOf } from '#server/staff/borrowers/db/order-page.ts'
import { actsDoneAlone } from '#server/staff/proposals/db/proposal.ts'
import { aloneLines } from '#server/staff/proposals/one-person.ts'

const { values } = parseArgs({ options: { order: { type: 'string' }, day: { type: 'string' } } })

async function checkBooks(db: Database): Promise<void> {
  const { isSound, lines } = report(await audit(db))
  for (const line of [...lines, ...aloneLines(await actsDoneAlone(db))]) console.log(line)
  if (!isSound) process.exitCode = 1
}

async function printLoan(db: Database, orderNo = '', day = ''): Promise<void> {
  if (!isDay(day)) throw new Error(`Not a day such as 2026-11-28: ${day}`)
  const key = await orderKeyOf(db, orderNo)
  if (!key) throw new Error(`No order has the number ${orderNo}.`)
  for (const line of await loanOnDay(db, key, day)) console.log(line)
}

await withDatabase(({ db }) =>
  values.order || values.day ? printLoan(db, values.order, values.day) : checkBooks(db),
).catch((error: Error) => {
  console.error(`The books could not be checked. ${error.message}`)
  process.exitCode = 1
})
