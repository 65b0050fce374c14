import { afterAll, beforeAll, expect, test } from 'vitest'
import { staffContract } from '#contract/staff/index.ts'
import {
  runCloseOfBusiness,
  startClosingBusiness,
} from '#server/lending/closing/close-of-business.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { measurements } from '#server/platform/metrics/prometheus.ts'
import { copyLoan } from '#server/testing/copied-loans.ts'
import { type LendingWorld, lendingWorld, runningLoan } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

const LOANS = 300
const FAILING = 150
/** The day up to which the failing loans are accrued, and stay so. */
const BEFORE = '2026-11-19'

let world: LendingWorld
beforeAll(async () => {
  world = await lendingWorld()
  const orderId = await runningLoan(world, await world.borrower())
  // The first of them have waited longest for the close of business.
  await copyLoan(world, orderId, {
    count: LOANS - 1,
    borrowerId: `md5('borrower' || n)::uuid`,
    accruedDay: `CASE WHEN n <= ${FAILING} THEN '${BEFORE}' ELSE '2026-11-20' END`,
  })
})
afterAll(() => world.close())

const owner = (sql: string) => asOwner(world.server.database.target, client => client.query(sql))

/** Runs the close of business as the server does; returns the measurements after it. */
async function measuredRun(): Promise<string> {
  const metrics = measurements()
  await startClosingBusiness({ ...world.services, metrics }).stop()
  return metrics.text()
}

test('orders that cannot be closed delay no other: they are skipped, shown, measured, and closed once mended', async () => {
  const numbers = Array.from({ length: FAILING }, (_, index) => `COPY-${index + 1}`)
  const ids = `SELECT string_agg(md5('order' || n), ',') AS ids FROM generate_series(1, ${FAILING}) AS n`
  const [row] = (await owner(ids)).rows
  await owner(
    `ALTER TABLE loan_order ADD CONSTRAINT broken
     CHECK (order_id <> ALL ('{${row.ids}}') OR accrued_day = '${BEFORE}')`,
  )
  const inbox = (await staffBrowser(world.server, 'operations')).calls(staffContract.inbox)
  /** The skipped orders of the inbox, page by page. */
  async function shownAtConsole() {
    const shown: { id: string; orderNo: string | null; notes: string[] }[] = []
    for (let after: string | null | undefined; after !== null; ) {
      const page = await inbox.list({ kind: 'skipped-order', ...(after && { after }) })
      if (!page.ok) throw new Error(page.reason)
      shown.push(...page.data.items)
      after = page.data.next
    }
    return shown
  }
  async function triesOfFirst(): Promise<number | null | undefined> {
    const [first] = await shownAtConsole()
    const item = await inbox.trouble({ kind: 'skipped-order', id: first?.id ?? '' })
    if (!item.ok) throw new Error(item.reason)
    expect(item.data).toMatchObject({
      orderNo: first?.orderNo,
      reason: 'the database answered 23514',
    })
    return item.data.tries
  }

  world.server.clock.advance({ days: 1 })
  expect((await runCloseOfBusiness(world.services)).accrued).toBe(LOANS - FAILING)
  const shown = await shownAtConsole()
  expect(shown.map(({ orderNo }) => orderNo).sort()).toEqual(numbers.toSorted())
  for (const { notes } of shown) expect(notes).toEqual(['accrue'])
  expect(await triesOfFirst()).toBe(1)

  const failing = await measuredRun()
  expect(failing).toContain(`saral_orders_skipped{step="accrue"} ${FAILING}`)
  expect(failing).toContain(
    'saral_run_seconds_count{work="the close of business",outcome="skipped"} 1',
  )
  expect(failing).not.toContain('outcome="done"')
  expect(await triesOfFirst()).toBe(2)
  await runCloseOfBusiness(world.services)
  expect(await triesOfFirst()).toBe(2)

  await owner('ALTER TABLE loan_order DROP CONSTRAINT broken')
  world.server.clock.advance({ seconds: 3_600 })
  const mended = await measuredRun()
  expect(mended).toContain(`saral_closed_total{what="accrued"} ${FAILING}`)
  expect(mended).toContain('saral_orders_skipped{step="accrue"} 0')
  expect(mended).toContain('saral_run_seconds_count{work="the close of business",outcome="done"} 1')
  expect(await shownAtConsole()).toEqual([])
})
