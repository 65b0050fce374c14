import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { paise } from '#domain/money.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { lapseExtensions } from '#server/lending/extending/lapse-extensions.ts'
import { forFile } from '#server/testing/for-file.ts'
import { addendumRead } from '#server/testing/key-facts.ts'
import {
  type Borrower,
  detailOf,
  ledgerOf,
  lendingWorld,
  pay,
  runningLoan,
} from '#server/testing/lending.ts'

/*
 * The money of an extension comes before the close of business has booked the day. ₹5,000 at 0.1 %
 * a day bear ₹5.00 of interest a day (product §5).
 */

const world = forFile(() => lendingWorld())
beforeEach(() => world.reset())

const key = () => ({ idempotencyKey: randomUUID() })

async function requested(borrower: Borrower, orderId: string) {
  const { calculate, apply } = borrower.browser.calls(contract.extension)
  const offer = await calculate({ id: orderId })
  if (!offer.ok) throw new Error(offer.reason)
  const { extensionId, orderRepayId } = offer.data
  const request = { extensionId, orderRepayId, orderId }
  const keyFactsHash = await addendumRead(borrower.browser, request)
  const answer = await apply({ ...request, keyFactsHash }, key())
  if (!answer.ok) throw new Error(answer.reason)
  return { request, paymentId: answer.data.paymentUrl.split('/').at(-1) ?? '' }
}

test('the interest that an extension settles is booked before it is paid', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  world.server.clock.advance({ days: 7 })
  const { paymentId } = await requested(borrower, orderId)
  expect((await world.webhook(world.provider.attempt(paymentId))).status).toBe(200)
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'loaned',
    extensionState: 3,
  })
  expect(await ledgerOf(world, borrower, orderId)).toMatchObject({
    principal_receivable: 5_000_00,
    interest_income: 35_00,
    interest_receivable: 0,
    extension_advances: 0,
  })
})

test('the interest that the advance of an abandoned extension settles is booked before it is used', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  world.server.clock.advance({ days: 6 })
  const { request, paymentId } = await requested(borrower, orderId)
  const part = world.provider.attempt(paymentId, { amount: paise(50_00) })
  expect((await world.webhook(part)).status).toBe(200)
  // The extension is given up on the seventh day.
  world.server.clock.advance({ seconds: 20 * 3_600 })
  const { giveUp } = borrower.browser.calls(contract.extension)
  expect(await giveUp(request, key())).toMatchObject({ ok: true })
  // ₹50.00 pay the interest of seven days, ₹35.00, and ₹15.00 of the principal.
  expect(await ledgerOf(world, borrower, orderId)).toMatchObject({
    principal_receivable: 4_985_00,
    interest_income: 35_00,
    interest_receivable: 0,
    extension_advances: 0,
  })
})

test('an advance that becomes known after its extension was abandoned is stored by the parts that it paid on the loan', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  world.server.clock.advance({ days: 6 })
  const { request, paymentId } = await requested(borrower, orderId)
  world.server.clock.advance({ seconds: 60 })
  const paidAt = world.services.clock.now()
  world.server.clock.advance({ seconds: 3_600 })
  const { giveUp } = borrower.browser.calls(contract.extension)
  expect(await giveUp(request, key())).toMatchObject({ ok: true })
  world.server.clock.advance({ seconds: 3_600 })
  const part = world.provider.attempt(paymentId, { amount: paise(50_00), paidAt })
  expect((await world.webhook(part)).status).toBe(200)
  // On the sixth day ₹50.00 pay the interest of six days, ₹30.00, and ₹20.00 of the principal.
  const released = await world.services.db.raw(
    'SELECT amount::int, penal::int, interest::int, principal::int, excess::int FROM extension_release WHERE order_id = $1',
    [orderId],
  )
  expect(released).toEqual([
    { amount: 50_00, penal: 0, interest: 30_00, principal: 20_00, excess: 0 },
  ])
})

test('a loan is overdue at once where its unpaid extension ended before the due day and is closed after it', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  world.server.clock.advance({ days: 4 })
  await requested(borrower, orderId)
  // The extension lapses on the fifth day; the servers were down until the tenth, three days late.
  world.server.clock.advance({ days: 6 })
  expect(await lapseExtensions(world.services)).toBe(1)
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'overdue',
    extensionState: 4,
    overdueDays: 3,
  })
})

test('the day on which an instalment is paid while an extension is awaited counts as overdue once that lapses', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-weekly' })
  // The first instalment falls due after seven days; two days later it is two days overdue.
  world.server.clock.advance({ days: 9 })
  await runCloseOfBusiness(world.services)
  await requested(borrower, orderId)
  // On the third day overdue the instalment is paid, and the extension is not.
  world.server.clock.advance({ seconds: 20 * 3_600 })
  await pay(world, borrower, orderId, 'due')
  world.server.clock.advance({ seconds: 5 * 3_600 })
  await runCloseOfBusiness(world.services)
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'loaned', overdueDays: 0 })
  const [order] = await world.services.db.raw(
    'SELECT worst_overdue_days, was_ever_overdue FROM loan_order WHERE order_id = $1',
    [orderId],
  )
  expect(order).toEqual({ worst_overdue_days: 3, was_ever_overdue: true })
})
