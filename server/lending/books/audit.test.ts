import { beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { audit, difference } from '#server/lending/books/audit.ts'
import { report } from '#server/lending/books/report.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { forFile } from '#server/testing/for-file.ts'
import { lendingWorld, pay, runningLoan, wish } from '#server/testing/lending.ts'

/** The id of a loan that is overdue. */
let late: string
const world = forFile(() => lendingWorld())
beforeAll(async () => {
  const one = await world.borrower()
  const two = await world.borrower()
  const three = await world.borrower()
  late = await runningLoan(world, one, { productId: 'saral-seven' })
  const paid = await runningLoan(world, two)
  await three.browser.calls(contract.order).apply(wish(three), { idempotencyKey: 'audited-1' })
  world.server.clock.advance({ days: 9 })
  await runCloseOfBusiness(world.services)
  await pay(world, two, paid)
  await pay(world, two, paid, 'all')
  await world.runJobs()
})

/**
 * The auditor's report after a change by a person with all rights over the database; the change is
 * undone afterwards.
 */
async function auditedAfter(...vandalism: string[]): Promise<string> {
  const tables = 'accrual_sum ledger_posting ledger_transfer loan_order payment_receipt'.split(' ')
  const change = (statements: string[]) =>
    asOwner(world.server.database.target, async owner => {
      await owner.query(['SET session_replication_role = replica', ...statements].join(';'))
    })
  await change(tables.map(table => `CREATE TABLE kept_${table} AS TABLE ${table}`))
  try {
    await change(vandalism)
    return report(await audit(world.services.db)).lines.join('\n')
  } finally {
    await change(
      tables.flatMap(table => [
        `DELETE FROM ${table}`,
        `INSERT INTO ${table} TABLE kept_${table}`,
        `DROP TABLE kept_${table}`,
      ]),
    )
  }
}

test('books that the product wrote are sound and balance', async () => {
  const result = await audit(world.services.db)
  expect(result).toMatchObject({ borrowers: 3, orders: 3, faults: [], faultCount: 0 })
  expect(result.postings).toBeGreaterThan(5)
  expect(difference(result.trialBalance)).toBe(0)
  expect(report(result)).toMatchObject({ isSound: true })
})

const first = '(SELECT min(posting) FROM ledger_posting)'
test.each([
  [
    'an amount',
    `UPDATE ledger_transfer SET amount = amount + 1 WHERE posting = ${first}`,
    'is broken at posting',
  ],
  [
    'an account',
    `UPDATE ledger_transfer SET debit = 'gst_payable' WHERE posting = ${first} AND line = 1`,
    'is broken at posting',
  ],
  [
    'a date',
    "UPDATE ledger_posting SET at = at + interval '1 hour' WHERE number = 1",
    'is broken at posting 1',
  ],
  ['a posting taken out', 'DELETE FROM ledger_posting WHERE number = 2', 'has no posting 2'],
  [
    'a line added',
    `INSERT INTO ledger_transfer SELECT borrower_id, posting, 9, order_id, debit, credit, 1, day, at FROM ledger_transfer WHERE posting = ${first} LIMIT 1`,
    'is broken at posting',
  ],
  [
    'a payment that never was',
    'UPDATE payment_receipt SET amount = amount + 1, excess = excess + 1',
    'bank is',
  ],
  [
    'an order declared settled',
    "UPDATE loan_order SET state = 'settled', settled_at = now(), next_due_day = NULL, accrued_interest = 0, accrued_penal = 0 WHERE state = 'overdue'",
    'its events end in overdue',
  ],
])('the auditor reports %s', async (_what, vandalism, fault) => {
  expect(await auditedAfter(vandalism)).toContain(fault)
})

test('the auditor reports journals whose ends were cut off, together with everything that mentions them', async () => {
  const last = `posting IN (SELECT posting FROM ledger_posting p WHERE day < '2026-11-30' AND number =
      (SELECT max(number) FROM ledger_posting l WHERE l.borrower_id = p.borrower_id))`
  world.server.clock.advance({ days: 1 })
  await runCloseOfBusiness(world.services)
  const order = `order_id = '${late}'`
  const text = await auditedAfter(
    `DELETE FROM ledger_transfer WHERE ${order} OR ${last}`,
    `DELETE FROM ledger_posting WHERE ${order}`,
    `DELETE FROM loan_order WHERE ${order}`,
  )
  expect(text).toMatch(
    /the journals up to 2026-\d\d-\d\d, or the sums of that day, have changed since/,
  )
})

test('the auditor reports a sum of a day that was changed after the day', async () => {
  // The totals stay as they are.
  const text = await auditedAfter('UPDATE accrual_sum SET loans = loans + 1')
  expect(text).toMatch(/or the sums of that day, have changed since\n.*NOT sound: 1 faults/)
})

test('the auditor reports a journal whose last posting was removed, by the missing amounts', async () => {
  const last = `borrower_id = (SELECT borrower_id FROM loan_order WHERE order_id = '${late}')
    AND posting = (SELECT posting FROM ledger_posting WHERE order_id = '${late}' ORDER BY number DESC LIMIT 1)`
  const text = await auditedAfter(
    `DELETE FROM ledger_transfer WHERE ${last}`,
    `DELETE FROM ledger_posting WHERE ${last}`,
  )
  expect(text).toContain('NOT sound')
})
