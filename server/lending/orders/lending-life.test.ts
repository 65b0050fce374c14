import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { addDays, day, startOfIndiaDay } from '#domain/day.ts'
import { accounts } from '#domain/lending/ledger.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { forFile } from '#server/testing/for-file.ts'
import { keyFactsOffered, keyFactsRead } from '#server/testing/key-facts.ts'
import {
  type Borrower,
  detailOf,
  ledgerOf,
  lendingWorld,
  pay,
  runningLoan,
  trialBalance,
  wish,
} from '#server/testing/lending.ts'

const world = forFile(() => lendingWorld())
beforeEach(() => world.reset())
afterEach(async () => {
  const totals = await trialBalance(world)
  const sides = Object.entries(totals).map(([account, total]) =>
    accounts[account as keyof typeof accounts] === 'debit' ? total : -total,
  )
  expect(sides.reduce((sum, side) => sum + side, 0)).toBe(0)
})

const DAY = 86_400

/** Checks that the books and the pages agree, to the paisa. */
async function expectAgreement(borrower: Borrower, orderId: string) {
  const detail = await detailOf(borrower, orderId)
  const ledger = await ledgerOf(world, borrower, orderId)
  const principal =
    detail.position?.instalments.reduce((sum, { owed }) => sum + owed.principal, 0) ?? 0
  const paid = detail.position?.paid ?? { interest: 0, penal: 0 }
  expect(ledger).toMatchObject({
    principal_receivable: principal,
    interest_receivable: ledger.interest_income - paid.interest,
    penal_receivable: ledger.penal_income - paid.penal,
    collection_clearing: 0,
  })
  return { detail, ledger }
}

test('the weekly product runs from the quote to settled, with the same amounts everywhere', async () => {
  const anna = await world.borrower()
  const { order, home, product } = {
    order: anna.browser.calls(contract.order),
    home: anna.browser.calls(contract.home),
    product: anna.browser.calls(contract.product),
  }
  const quote = await order.quote({
    productId: 'saral-weekly',
    amount: 500_000 as never,
    period: 7,
  })
  expect(quote).toMatchObject({
    ok: true,
    data: {
      arriveAmount: 488_200,
      serviceFee: 10_000,
      gstFee: 1_800,
      cost: 31_619,
      repaymentAmount: 519_819,
      interest: 19_819,
      apr: 4_739,
      tenorText: '91~180 days',
      instalments: 13,
      penalCap: 5_000,
      interestFee: 19_819,
      processFee: 10_000,
    },
  })
  if (!quote.ok) return
  expect(quote.data.schedule.map(({ amount }) => amount)).toEqual([
    ...Array(12).fill(39_986),
    39_987,
  ])
  expect(await product.info({ id: 'saral-weekly' })).toMatchObject({
    ok: true,
    data: {
      apr: 4_739,
      tenorText: '91~180 days',
      amountList: [100_000, 200_000, 300_000, 400_000, 500_000],
      detail: [{ content: expect.arrayContaining(['You are 21 or older']) }, {}],
    },
  })

  const applied = await order.apply(
    { ...wish(anna), termsHash: quote.data.termsHash },
    { idempotencyKey: 'life-1' },
  )
  expect(applied).toMatchObject({ ok: true, data: { orderState: 'auditing' } })
  if (!applied.ok) return
  const { orderId, orderNo } = applied.data
  expect(orderNo).toMatch(/^SR \d{4} \d{4} [0-9A-Z]{4} [0-9A-Z]{4}$/)
  expect(await order.precheck({ productId: 'saral-weekly' })).toMatchObject({
    ok: true,
    data: { orderStatus: 2 },
  })

  await world.runJobs()
  expect(await detailOf(anna, orderId)).toMatchObject({
    orderState: 'pass',
    arriveAmount: 488_200,
    cost: 31_619,
    offerUntil: '2026-11-25',
    loanDate: null,
  })
  const keyFactsHash = await keyFactsRead(anna.browser, orderId)
  expect(await order.loan({ orderId, keyFactsHash }, { idempotencyKey: 'life-2' })).toMatchObject({
    ok: true,
    data: { orderState: 'lending' },
  })
  expect(await ledgerOf(world, anna, orderId)).toMatchObject({
    bank: -488_200,
    payout_in_transit: 488_200,
    principal_receivable: 0,
  })
  await world.runJobs()
  expect(world.bank.sent.at(-1)).toMatchObject({
    amount: 488_200,
    account: { ifsc: 'SBIN0001234', number: expect.stringMatching(/^1234567/) },
  })

  const running = await expectAgreement(anna, orderId)
  expect(running.detail).toMatchObject({
    orderState: 'loaned',
    loanDate: '2026-11-21',
    repaymentDate: '2026-11-28',
    repaymentAmount: 519_819,
  })
  expect(running.ledger).toMatchObject({
    bank: -488_200,
    payout_in_transit: 0,
    fee_income: 10_000,
    gst_payable: 1_800,
  })
  expect(await home.index({})).toMatchObject({
    ok: true,
    data: {
      undwayList: [
        {
          orderId,
          orderState: 'loaned',
          amountMsg: 'Next repayment',
          amount: 39_986,
          interest: 2_800,
          stillToRepay: 519_819,
          fullButtonName: 'Repayment',
        },
      ],
    },
  })

  for (let number = 1; number <= 13; number += 1) {
    world.server.clock.advance({ seconds: 7 * DAY })
    await runCloseOfBusiness(world.services)
    expect((await detailOf(anna, orderId)).position?.dueNow).toBe(number === 13 ? 39_987 : 39_986)
    await pay(world, anna, orderId)
    await expectAgreement(anna, orderId)
  }
  const settled = await expectAgreement(anna, orderId)
  expect(settled.detail).toMatchObject({
    orderState: 'settled',
    position: { payoff: 0, paid: { principal: 500_000, interest: 19_819, penal: 0 } },
    payment: { status: 'paid', amount: 39_987 },
  })
  expect(settled.ledger).toMatchObject({
    bank: 519_819 - 488_200,
    interest_income: 19_819,
    refunds_payable: 0,
  })
  expect(await order.list({})).toMatchObject({
    ok: true,
    data: [
      {
        orderId,
        orderState: 'settled',
        loanAmount: 500_000,
        arriveAmount: 488_200,
        repaymentAmount: 519_819,
      },
    ],
  })
  expect(await home.index({})).toMatchObject({
    ok: true,
    data: { undwayList: [], loansRepaid: 1, loansRepaidOnTime: 1 },
  })
  const discounted = await order.quote({
    productId: 'saral-weekly',
    amount: 500_000 as never,
    period: 7,
  })
  expect(discounted).toMatchObject({ ok: true, data: { discount: 500, serviceFee: 9_500 } })
})

test('the seven-day product, repaid early, costs only the days used', async () => {
  const borrower = await world.borrower()
  const quote = await borrower.browser
    .calls(contract.order)
    .quote({ productId: 'saral-seven', amount: 500_000 as never, period: 7 })
  expect(quote).toMatchObject({
    ok: true,
    data: { repaymentAmount: 503_500, apr: 16_341, tenorText: '7~28 days' },
  })
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  world.server.clock.advance({ days: 3 })
  const parts = { penal: 0, interest: 3_500, principal: 500_000 }
  expect((await detailOf(borrower, orderId)).position).toMatchObject({
    payoff: 501_500,
    dueNow: 501_500,
    interestDays: 3,
    fallsDue: { amount: 503_500, parts },
  })
  expect(await borrower.browser.calls(contract.home).index({})).toMatchObject({
    data: {
      undwayList: [
        { amountMsg: 'Next repayment', amount: 503_500, interest: 3_500, stillToRepay: 503_500 },
      ],
    },
  })
  await pay(world, borrower, orderId, 'all')
  const { detail, ledger } = await expectAgreement(borrower, orderId)
  expect(detail.orderState).toBe('settled')
  expect(ledger).toMatchObject({ interest_income: 1_500, refunds_payable: 0 })
})

test('a loan is overdue the day after the due day, with days and charge; a late payment settles it, and its lateness stays on record', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  world.server.clock.advance({ days: 7 })
  await runCloseOfBusiness(world.services)
  expect((await detailOf(borrower, orderId)).orderState).toBe('loaned')
  world.server.clock.advance({ days: 3 })
  await runCloseOfBusiness(world.services)
  const { detail } = await expectAgreement(borrower, orderId)
  expect(detail).toMatchObject({
    orderState: 'overdue',
    overdueDays: 3,
    overdueFee: 1_511,
    position: { payoff: 506_511, owed: { interest: 5_000 }, interestDays: 10 },
  })
  expect(await borrower.browser.calls(contract.home).index({})).toMatchObject({
    ok: true,
    data: {
      undwayList: [
        {
          amountMsg: 'Overdue',
          amount: 506_511,
          penal: 1_511,
          overdueDays: 3,
          orderState: 'overdue',
        },
      ],
    },
  })
  await pay(world, borrower, orderId)
  const after = await expectAgreement(borrower, orderId)
  expect(after.detail.orderState).toBe('settled')
  expect(after.ledger.penal_income).toBe(1_511)
  expect(await borrower.browser.calls(contract.home).index({})).toMatchObject({
    ok: true,
    data: { loansRepaid: 1, loansRepaidOnTime: 0 },
  })
})

test('an overdue loan is cured when the arrears are paid, and another close of business changes nothing', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const start = day((await detailOf(borrower, orderId)).loanDate ?? '')
  world.server.clock.advance({ days: 9 })
  const first = await runCloseOfBusiness(world.services)
  expect(first.overdue).toBe(1)
  expect(await runCloseOfBusiness(world.services)).toEqual({
    overdue: 0,
    lapsed: 0,
    reversed: 0,
    accrued: 0,
  })
  world.server.clock.advance({ days: 1 })
  expect((await runCloseOfBusiness(world.services)).overdue).toBe(1)
  await pay(world, borrower, orderId)
  expect((await expectAgreement(borrower, orderId)).detail).toMatchObject({
    orderState: 'loaned',
    overdueDays: 0,
    repaymentDate: addDays(start, 14),
  })
})

test('a late payment before the close of business has run still counts as late', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  world.server.clock.advance({ days: 8 })
  await pay(world, borrower, orderId)
  expect((await detailOf(borrower, orderId)).orderState).toBe('settled')
  const events = await world.services.db.raw(
    'SELECT event FROM order_event WHERE order_id = $1 ORDER BY number',
    [orderId],
  )
  expect(events.map(({ event }) => event)).toEqual([
    'apply',
    'approve',
    'confirm',
    'payoutSucceeded',
    'fallOverdue',
    'settle',
  ])
})

test('auto get money goes on by itself, on exactly the terms applied for', async () => {
  const borrower = await world.borrower()
  const keyFactsHash = await keyFactsOffered(borrower.browser)
  const auto = { ...wish(borrower, { auto: 1 }), keyFactsHash }
  const applied = await borrower.browser
    .calls(contract.order)
    .apply(auto, { idempotencyKey: 'auto-1' })
  if (!applied.ok) throw new Error(applied.reason)
  await world.runJobs()
  expect(await detailOf(borrower, applied.data.orderId)).toMatchObject({
    orderState: 'loaned',
    autoGetMoney: 1,
    loanAmount: 500_000,
  })
})

test('an offer that is not taken in three working days lapses, and says so', async () => {
  const borrower = await world.borrower()
  const order = borrower.browser.calls(contract.order)
  const applied = await order.apply(wish(borrower), { idempotencyKey: 'lapse-1' })
  if (!applied.ok) throw new Error(applied.reason)
  const { orderId } = applied.data
  await world.runJobs()
  const { offerUntil } = await detailOf(borrower, orderId)
  world.server.clock.set(startOfIndiaDay(day(offerUntil ?? '')))
  await runCloseOfBusiness(world.services)
  expect((await detailOf(borrower, orderId)).orderState).toBe('pass')
  world.server.clock.advance({ days: 1 })
  expect(await order.loan({ orderId }, { idempotencyKey: 'lapse-2' })).toMatchObject({
    reason: 'offer-lapsed',
  })
  await runCloseOfBusiness(world.services)
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'cancelled',
    reasons: [{ reason: 'offer-lapsed' }],
  })
  expect(await order.loan({ orderId }, { idempotencyKey: 'lapse-3' })).toMatchObject({
    reason: 'offer-lapsed',
  })
  expect(await order.precheck({ productId: 'saral-weekly' })).toMatchObject({
    data: { orderStatus: 1 },
  })
})

test('after a payout that the bank refuses nothing is owed, and the borrower may apply again', async () => {
  const borrower = await world.borrower()
  world.bank.next = { state: 'refused', reason: 'closed account' }
  const orderId = await runningLoan(world, borrower)
  world.bank.next = { state: 'succeeded', utr: '000000000002' }
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'failed',
    position: null,
    reasons: [{ reason: 'payout-refused' }],
  })
  expect(
    Object.values(await ledgerOf(world, borrower, orderId)).every(balance => balance === 0),
  ).toBe(true)
  const list = await borrower.browser.calls(contract.order).list({})
  expect(list).toMatchObject({ data: [{ arriveAmount: null, repaymentAmount: null }] })
  expect(
    await borrower.browser.calls(contract.order).precheck({ productId: 'saral-weekly' }),
  ).toMatchObject({
    data: { orderStatus: 1 },
  })
})

test('a slow payout is asked about until it has ended, and sent under one key', async () => {
  const borrower = await world.borrower()
  world.bank.next = { state: 'pending' }
  const orderId = await runningLoan(world, borrower)
  expect((await detailOf(borrower, orderId)).orderState).toBe('lending')
  const key = world.bank.sent.at(-1)?.key ?? ''
  await world.runJobs({ later: 'send-payout' })
  world.bank.set(key, { state: 'succeeded', utr: '000000000003' })
  world.bank.next = { state: 'succeeded', utr: '000000000003' }
  await world.runJobs({ later: 'send-payout' })
  expect((await detailOf(borrower, orderId)).orderState).toBe('loaned')
  expect(new Set(world.bank.sent.filter(each => each.key === key).map(each => each.key)).size).toBe(
    1,
  )
  await expectAgreement(borrower, orderId)
})

test('after a payout that the bank reverses nothing is owed, and payments are refunded', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  await pay(world, borrower, orderId)
  world.bank.set(world.bank.sent.at(-1)?.key ?? '', { state: 'reversed', reason: 'returned' })
  world.server.clock.advance({ days: 1 })
  expect((await runCloseOfBusiness(world.services)).reversed).toBe(1)
  await world.runJobs()
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'failed',
    position: null,
    reasons: [{ reason: 'payout-reversed' }],
  })
  expect(world.provider.refunds.at(-1)).toMatchObject({ amount: 39_986 })
  expect(
    Object.values(await ledgerOf(world, borrower, orderId)).every(balance => balance === 0),
  ).toBe(true)
})

test('a bank that cannot be reached is asked again, and the money arrives once', async () => {
  const borrower = await world.borrower()
  const { send } = world.bank
  world.bank.send = () => Promise.reject(new Error('the bank is down'))
  const orderId = await runningLoan(world, borrower)
  expect((await detailOf(borrower, orderId)).orderState).toBe('lending')
  world.bank.send = send
  await world.runJobs({ later: 'send-payout' })
  expect((await detailOf(borrower, orderId)).orderState).toBe('loaned')
  await expectAgreement(borrower, orderId)
})

test('an unknown device applies for nothing and gets no money until its owner is confirmed', async () => {
  const borrower = await world.borrower()
  const applied = await borrower.browser
    .calls(contract.order)
    .apply(wish(borrower), { idempotencyKey: 'at-home' })
  if (!applied.ok) throw new Error(applied.reason)
  const { orderId } = applied.data
  await world.runJobs()
  world.server.clock.advance({ seconds: 61 })
  const elsewhere = await world.server.signIn(borrower.phone)
  const order = elsewhere.calls(contract.order)
  const key = () => ({ idempotencyKey: randomUUID() })
  const unconfirmed = { reason: 'confirm-code-required' }
  const keyFactsHash = await keyFactsRead(elsewhere, orderId)
  expect(await order.loan({ orderId, keyFactsHash }, key())).toMatchObject(unconfirmed)
  expect(await order.apply(wish(borrower), key())).toMatchObject(unconfirmed)
  expect((await detailOf(borrower, orderId)).orderState).toBe('pass')
  await world.server.confirmDevice(borrower.phone, elsewhere)
  expect(await order.loan({ orderId, keyFactsHash }, key())).toMatchObject({
    ok: true,
    data: { orderState: 'lending' },
  })
  await world.runJobs()
})
