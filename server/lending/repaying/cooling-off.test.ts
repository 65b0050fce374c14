import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { addDays } from '#domain/day.ts'
import { paise } from '#domain/money.ts'
import { audit, difference } from '#server/lending/books/audit.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { demoCatalogue, publish } from '#server/lending/orders/catalogue.ts'
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

const world = forFile(() => lendingWorld())
beforeAll(async () => {
  const seven = demoCatalogue.find(({ id }) => id === 'saral-seven')
  if (seven?.kind !== 'own') throw new Error('the demonstration has no seven-day product')
  const patient = {
    ...seven,
    id: 'patient-seven',
    name: 'Patient Seven',
    terms: { ...seven.terms, coolingOffDays: 3 },
  }
  await publish(world.services.db, [...demoCatalogue, patient])
})
beforeEach(() => world.reset())

const key = () => ({ idempotencyKey: randomUUID() })

async function running(productId = 'saral-seven') {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId })
  const detail = await detailOf(borrower, orderId)
  if (!detail.loanDate) throw new Error('no money arrived')
  return { borrower, orderId, start: detail.loanDate, detail }
}

async function later(days: number) {
  world.server.clock.advance({ days })
  await runCloseOfBusiness(world.services)
}

async function pageForAll({ browser }: Borrower, orderId: string): Promise<string> {
  const page = await browser.calls(contract.repay).repay({ orderId, scope: 'all' }, key())
  if (!page.ok) throw new Error(page.reason)
  return page.data.paymentId
}

async function expectSoundBooks() {
  const { faults, trialBalance } = await audit(world.server.database.db)
  expect(faults).toEqual([])
  expect(difference(trialBalance)).toBe(0)
}

test('within a day of the payout the loan can be returned for its principal and one day of interest, and is settled as returned', async () => {
  const { borrower, orderId, start, detail } = await running()
  const offer = {
    until: addDays(start, 1),
    principal: 500_000,
    interest: 500,
    interestDays: 1,
    paid: 0,
    amount: 500_500,
  }
  expect(detail).toMatchObject({ coolingOff: offer, wasReturned: 0, isExtension: 0 })
  await later(1)
  expect((await detailOf(borrower, orderId)).coolingOff).toEqual(offer)

  await pay(world, borrower, orderId, 'all')
  await world.runJobs()
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'settled',
    wasReturned: 1,
    coolingOff: null,
  })
  expect(await ledgerOf(world, borrower, orderId)).toMatchObject({
    principal_receivable: 0,
    interest_receivable: 0,
    interest_income: 500,
    penal_income: 0,
    fee_income: detail.serviceFee,
    gst_payable: detail.gstFee,
    refunds_payable: 0,
  })
  await expectSoundBooks()
})

test('a payment in time counts as in time, however late it is reported', async () => {
  const { borrower, orderId } = await running()
  const paymentId = await pageForAll(borrower, orderId)
  const paidAt = world.server.clock.now()
  await later(3)
  await world.webhook(world.provider.attempt(paymentId, { paidAt }))
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'settled', wasReturned: 1 })
  await expectSoundBooks()
})

test('a payment in time returns the loan even if an extension is awaited when it is reported', async () => {
  const { borrower, orderId } = await running()
  const paymentId = await pageForAll(borrower, orderId)
  const paidAt = world.server.clock.now()
  await later(2)
  const extension = borrower.browser.calls(contract.extension)
  const offer = await extension.calculate({ id: orderId })
  if (!offer.ok) throw new Error(offer.reason)
  const { extensionId, orderRepayId } = offer.data
  const keyFactsHash = await addendumRead(borrower.browser, { orderId, extensionId })
  await extension.apply({ orderId, extensionId, orderRepayId, keyFactsHash }, key())
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'extension' })
  await world.webhook(world.provider.attempt(paymentId, { paidAt }))
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'settled', wasReturned: 1 })
  await expectSoundBooks()
})

test('a payment after the cooling-off period is an ordinary repayment: interest since then is still owed', async () => {
  const { borrower, orderId } = await running()
  const paymentId = await pageForAll(borrower, orderId)
  await later(2)
  expect((await detailOf(borrower, orderId)).coolingOff).toBeNull()
  await world.webhook(world.provider.attempt(paymentId))
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'loaned',
    position: { payoff: 500 },
    wasReturned: 0,
  })
  await pay(world, borrower, orderId, 'all')
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'settled', wasReturned: 0 })
  await expectSoundBooks()
})

test('a partial payment is deducted, and the due date cannot be moved within the period', async () => {
  const { borrower, orderId } = await running()
  const extension = borrower.browser.calls(contract.extension)
  await world.webhook(
    world.provider.attempt(await pageForAll(borrower, orderId), { amount: paise(200_000) }),
  )
  expect((await detailOf(borrower, orderId)).coolingOff).toMatchObject({
    paid: 200_000,
    amount: 300_500,
  })
  await later(1)
  expect(await extension.calculate({ id: orderId })).toMatchObject({
    ok: false,
    reason: 'extension-cooling-off',
  })
  await later(1)
  expect(await extension.calculate({ id: orderId })).toMatchObject({ ok: true })
  await expectSoundBooks()
})

test('a product may give more days, and its statement names them', async () => {
  const { borrower, orderId, start, detail } = await running('patient-seven')
  expect(detail.coolingOff?.until).toBe(addDays(start, 3))
  const statement = await borrower.browser.calls(contract.order).keyFacts({ orderId })
  if (!statement.ok) throw new Error(statement.reason)
  const rows = statement.data.sections.flatMap(section => section.rows)
  expect(rows.find(({ label }) => label === 'Cooling-off period')?.value).toBe(
    '3 days after the money arrives',
  )
  await later(3)
  expect((await detailOf(borrower, orderId)).coolingOff).toMatchObject({
    interestDays: 3,
    amount: 501_500,
  })
  await pay(world, borrower, orderId, 'all')
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'settled', wasReturned: 1 })
  await expectSoundBooks()
})

test('after a payout that the bank reverses no loan counts as returned', async () => {
  const { borrower, orderId } = await running()
  await pay(world, borrower, orderId, 'all')
  const payout = world.bank.sent.at(-1)
  if (!payout) throw new Error('nothing was sent')
  world.bank.set(payout.key, { state: 'reversed', reason: 'account closed' })
  await later(1)
  await world.runJobs()
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'failed', wasReturned: 0 })
})
