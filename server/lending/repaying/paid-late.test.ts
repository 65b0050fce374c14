import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { forFile } from '#server/testing/for-file.ts'
import {
  type Borrower,
  detailOf,
  ledgerOf,
  lendingWorld,
  runningLoan,
} from '#server/testing/lending.ts'

const world = forFile(() => lendingWorld())

async function requestPayment(
  borrower: Borrower,
  orderId: string,
  scope: 'due' | 'all' = 'due',
): Promise<string> {
  const page = await borrower.browser
    .calls(contract.repay)
    .repay({ orderId, scope }, { idempotencyKey: randomUUID() })
  if (!page.ok) throw new Error(page.reason)
  return page.data.paymentId
}

async function nextDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    world.server.clock.advance({ days: 1 })
    await runCloseOfBusiness(world.services)
  }
}

const historyOf = (borrower: Borrower) => borrower.browser.calls(contract.home).index({})

test('a payment on the due day that is reported days later was never late: no penal charge, and the loan counts as on time', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  await nextDays(7)
  const event = world.provider.attempt(await requestPayment(borrower, orderId, 'all'), {
    paidAt: world.server.clock.now(),
  })
  await nextDays(2)
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'overdue', overdueDays: 2 })
  // Two days of 0.1 % on the instalment of 5,035.
  expect(await ledgerOf(world, borrower, orderId)).toMatchObject({ penal_income: 10_07 })
  expect((await world.webhook(event)).status).toBe(200)
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'settled',
    position: { payoff: 0, paid: { principal: 500_000, interest: 3_500, penal: 0 } },
  })
  expect(await ledgerOf(world, borrower, orderId)).toMatchObject({
    penal_income: 0,
    interest_income: 3_500,
    refunds_payable: 0,
  })
  expect(await historyOf(borrower)).toMatchObject({
    data: { loansRepaid: 1, loansRepaidOnTime: 1 },
  })
})

test('an instalment paid in time cures a loan that looked overdue, and what fell due meanwhile stays overdue', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  await nextDays(7)
  const first = world.provider.attempt(await requestPayment(borrower, orderId), {
    paidAt: world.server.clock.now(),
  })
  await nextDays(1)
  expect((await detailOf(borrower, orderId)).orderState).toBe('overdue')
  await world.webhook(first)
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'loaned', overdueDays: 0 })

  const other = await world.borrower()
  const late = await runningLoan(world, other)
  await nextDays(7)
  const paid = world.provider.attempt(await requestPayment(other, late), {
    paidAt: world.server.clock.now(),
  })
  await nextDays(8)
  await world.webhook(paid)
  expect(await detailOf(other, late)).toMatchObject({ orderState: 'overdue', overdueDays: 1 })
})

test('a time of payment before the page was opened, or in the future, is not believed', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  await nextDays(9)
  const paymentId = await requestPayment(borrower, orderId, 'all')
  await world.webhook(
    world.provider.attempt(paymentId, { paidAt: new Date('2026-11-01T00:00:00Z') }),
  )
  expect((await detailOf(borrower, orderId)).position?.paid.penal).toBe(10_07)
  expect(await historyOf(borrower)).toMatchObject({
    data: { loansRepaid: 1, loansRepaidOnTime: 0 },
  })
})
