/** Measures the lender's reports and lists over many orders, in the server's own time. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Measure, measure } from '#bench/table.ts'
import { addDays, indiaDayOf } from '#domain/day.ts'
import { addMonths, lastDayOf, monthOf } from '#domain/month.ts'
import { demoCatalogue, publish } from '#server/lending/orders/catalogue.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { startEmbedded } from '#server/platform/db/embedded/start.ts'
import { type Database, openDatabase } from '#server/platform/db/open.ts'
import { rowsBehind } from '#server/staff/reports/report-rows.ts'
import {
  applicationsReport,
  bookReport,
  monthReport,
  vintageReport,
} from '#server/staff/reports/reports.ts'
import { measureLists } from './lists.ts'
import { fillPortfolio } from './portfolio.ts'

/** A report of a month, and the first rows of any list (docs/decisions/065-reports.md). */
const REPORT = { atMost: 5 }
const RUNS = 3
const silent = () => undefined

/** The name of the file that marks a kept folder whose database is filled. */
const FILLED = 'filled'

/**
 * Fills a database of its own with orders, and measures each report of the last whole month and each
 * list. With `keep` the database stays in that folder, and is used again.
 */
export async function measureReports(orders: number, keep?: string): Promise<Measure[]> {
  const dataDir = keep ?? mkdtempSync(join(tmpdir(), 'saral-bench-'))
  const embedded = await startEmbedded({ dataDir, log: silent })
  try {
    const db = await openDatabase(embedded.connection, { log: silent })
    const now = new Date()
    const today = indiaDayOf(now)
    if (!existsSync(join(dataDir, FILLED))) {
      await publish(db, demoCatalogue)
      // Filling takes longer than a statement of the product may.
      await asOwner(embedded.connection, owner => {
        const raw: Database['raw'] = async (sql, values) =>
          (await owner.query(sql, values && [...values])).rows
        return fillPortfolio({ raw }, orders, today)
      })
      writeFileSync(join(dataDir, FILLED), '')
    }
    const measures = [...(await measureEach(db, now)), ...(await measureLists(db, now))]
    await db.close()
    return measures
  } finally {
    await embedded.stop()
    if (!keep) rmSync(dataDir, { recursive: true })
  }
}

async function measureEach(db: Database, now: Date): Promise<Measure[]> {
  const today = indiaDayOf(now)
  const day = lastDayOf(addMonths(monthOf(today), -1))
  const query = { day }
  const services = { db }
  const figure = { report: 'portfolio', key: 'all', day } as const
  const flow = { report: 'flow', key: 'collected-principal', day } as const
  const late = { report: 'portfolio', key: 'over-90', day } as const
  const [counted] = await db.raw('SELECT count(*)::int AS orders FROM loan_order')
  const [entries] = await db.raw('SELECT count(*)::int AS entries FROM ledger_transfer')
  const book = await bookReport(services, query, { now })
  const open = 'refused' in book ? 0 : book.portfolio.reduce((sum, { loans }) => sum + loans, 0)
  const report = (what: string, work: () => Promise<unknown>) => timed(what, work)
  return [
    { what: 'orders', unit: '', value: Number(counted?.orders) },
    { what: 'entries of the ledger', unit: '', value: Number(entries?.entries) },
    { what: 'loans that were open at the end of the month', unit: '', value: open },
    await report('portfolio, rolls and collection', () => bookReport(services, query, { now })),
    await report('the same of today', () => bookReport(services, {}, { now })),
    await report('the same of a year ago', () =>
      bookReport(services, { day: addDays(day, -365) }, { now }),
    ),
    await report('movements of the month', () => monthReport(services, query, { now })),
    await report('vintages, one month computed', () => vintageReport(services, query, { now })),
    await vintagesToTheEnd(services, day, now),
    await report('declines and funnel', () => applicationsReport(services, query, { now })),
    await report('first rows of the portfolio', () => rowsBehind(db, figure, 50)),
    await report('first rows of a movement', () => rowsBehind(db, flow, 50)),
    await report('first rows of a rare bucket', () => rowsBehind(db, late, 50)),
    await report('2,000 rows of an export', () => rowsBehind(db, figure, 2_000)),
  ]
}

async function timed(what: string, work: () => Promise<unknown>): Promise<Measure> {
  const seconds: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const begun = performance.now()
    await work()
    seconds.push((performance.now() - begun) / 1_000)
  }
  return measure(what, 's', seconds, REPORT)
}

/** Computes the other ends of months, and measures the report once all are stored. */
async function vintagesToTheEnd(
  services: { db: Database },
  day: Parameters<typeof rowsBehind>[1]['day'],
  now: Date,
): Promise<Measure> {
  const read = () => vintageReport(services, { day }, { now })
  for (let missing = 1; missing > 0; ) {
    const answer = await read()
    missing = 'refused' in answer ? 0 : answer.missing
  }
  return timed('vintages, all stored', read)
}
