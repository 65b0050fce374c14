import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { addDays, day } from '#domain/day.ts'
import { paise } from '#domain/money.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { payoutOf } from '#server/lending/db/payout.ts'
import { endPayoutWith } from '#server/lending/payout/payout.ts'
import { addendumRead } from '#server/testing/key-facts.ts'
import {
  type Borrower,
  detailOf,
  type LendingWorld,
  lendingWorld,
  pay,
  runningLoan,
  wish,
} from '#server/testing/lending.ts'

let world: LendingWorld
beforeAll(async () => {
  world = await lendingWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

const schedule = ({ browser }: Borrower) => browser.calls(contract.schedule)
const key = () => ({ idempotencyKey: randomUUID() })

/** A borrower with a running loan, and their reservation of the next. */
async function runner(productId = 'saral-weekly') {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId })
  const { orderNo } = await detailOf(borrower, orderId)
  const terms = { cardId: borrower.cardId, borrowAmount: paise(300_000), orderNo }
  const reserve = (about: object = {}) => schedule(borrower).reserve({ ...terms, ...about }, key())
  return { borrower, orderId, orderNo, terms, reserve }
}
/** Requests an extension on the offered terms; returns the address of its payment. */
async function askForMoreTime({ browser }: Borrower, orderId: string): Promise<string> {
  const extension = browser.calls(contract.extension)
  const offered = await extension.calculate({ id: orderId })
  if (!offered.ok) throw new Error(offered.reason)
  const request = {
    extensionId: offered.data.extensionId,
    orderRepayId: offered.data.orderRepayId,
    orderId,
  }
  const answer = await extension.apply(
    { ...request, keyFactsHash: await addendumRead(browser, request) },
    key(),
  )
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data.paymentUrl
}
async function ordersOf({ browser }: Borrower) {
  const list = await browser.calls(contract.order).list({})
  return list.ok ? list.data : []
}

describe('reserving', () => {
  test('stores the wish, states its cost today and its day, and is shown on the order', async () => {
    const { borrower, orderId, orderNo, reserve } = await runner()
    expect(await detailOf(borrower, orderId)).toMatchObject({ reservation: 0, canReserve: 1 })
    const answer = await reserve()
    expect(answer).toMatchObject({
      ok: true,
      data: {
        orderId,
        orderNo,
        state: 'waiting',
        expectBorrowAmount: 300_000,
        // 2 % of 3,000, and GST of 18 % on it.
        estimate: { serviceFee: 60_00, gstFee: 10_80, arriveAmount: 2_929_20 },
      },
    })
    const order = await detailOf(borrower, orderId)
    expect(order).toMatchObject({ reservation: 1, canReserve: 0 })
    expect(answer.ok && answer.data.scheduledDay).toBe(order.schedule.at(-1)?.dueDay)
    expect(await schedule(borrower).detail({ orderId })).toEqual(answer)
  })

  test('happens once, whether repeated or retried', async () => {
    const { borrower, terms, reserve } = await runner()
    const same = key()
    const [one, two] = await Promise.all([
      schedule(borrower).reserve(terms, same),
      schedule(borrower).reserve(terms, same),
    ])
    expect(one).toEqual(two)
    expect(await reserve()).toMatchObject({ reason: 'reservation-exists' })
  })

  test('is refused for the same reasons, in the same order, as an application', async () => {
    const { reserve } = await runner()
    const stranger = await world.borrower()
    expect(await reserve({ cardId: null })).toMatchObject({ reason: 'bank-card-required' })
    expect(await reserve({ cardId: stranger.cardId })).toMatchObject({
      reason: 'bank-card-not-found',
    })
    expect(await reserve({ orderNo: 'SR 0000' })).toMatchObject({ reason: 'order-not-found' })
    expect(await reserve({ borrowAmount: paise(123_400) })).toMatchObject({
      reason: 'amount-not-offered',
    })
  })

  test('is refused to a borrower who is overdue, has no running loan, or does not own it', async () => {
    const { borrower, orderId, reserve, terms } = await runner()
    const stranger = await runner()
    const foreign = { ...terms, cardId: stranger.borrower.cardId }
    expect(await schedule(stranger.borrower).reserve(foreign, key())).toMatchObject({
      reason: 'order-not-found',
    })
    expect(await schedule(stranger.borrower).detail({ orderId })).toMatchObject({
      reason: 'reservation-not-found',
    })
    await pay(world, borrower, orderId, 'all')
    expect(await reserve()).toMatchObject({ reason: 'order-state' })
    expect(await detailOf(borrower, orderId)).toMatchObject({ canReserve: 0 })
  })
})

test('is refused to an overdue borrower who requests an extension', async () => {
  const { borrower, orderId, reserve } = await runner('saral-seven')
  world.server.clock.advance({ days: 9 })
  await askForMoreTime(borrower, orderId)
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'extension',
    canReserve: 0,
  })
  expect(await reserve()).toMatchObject({ reason: 'order-state' })
})

test('moves with the due date, and is shown on its own order only', async () => {
  const settled = await runner('saral-seven')
  await pay(world, settled.borrower, settled.orderId, 'all')
  const orderId = await runningLoan(world, settled.borrower, { productId: 'saral-seven' })
  const { orderNo, repaymentDate } = await detailOf(settled.borrower, orderId)
  await settled.reserve({ orderNo })
  expect(await detailOf(settled.borrower, settled.orderId)).toMatchObject({
    reservation: 0,
    canReserve: 0,
  })
  expect(await schedule(settled.borrower).detail({ orderId })).toMatchObject({
    data: { scheduledDay: repaymentDate },
  })
  world.server.clock.advance({ days: 7 })
  const url = await askForMoreTime(settled.borrower, orderId)
  await world.webhook(world.provider.attempt(url.slice(url.lastIndexOf('/') + 1)))
  const moved = addDays(day(repaymentDate ?? ''), 7)
  expect(await schedule(settled.borrower).detail({ orderId })).toMatchObject({
    data: { scheduledDay: moved },
  })
  world.server.clock.advance({ days: 8 })
  expect(await schedule(settled.borrower).detail({ orderId })).toMatchObject({
    data: { scheduledDay: null },
  })
})

describe('cancelling', () => {
  test('ends the reservation, once, and another can be made', async () => {
    const { borrower, orderId, orderNo, reserve } = await runner()
    const answer = await reserve()
    const id = answer.ok ? answer.data.id : ''
    expect(await schedule(borrower).cancel({ id, orderNo: 'SR 0000' }, key())).toMatchObject({
      reason: 'reservation-not-found',
    })
    expect(await schedule(borrower).cancel({ id, orderNo }, key())).toMatchObject({
      data: { state: 'cancelled', estimate: null },
    })
    expect(await schedule(borrower).cancel({ id, orderNo }, key())).toMatchObject({
      reason: 'reservation-ended',
    })
    expect(await detailOf(borrower, orderId)).toMatchObject({ reservation: 0, canReserve: 1 })
    expect(await reserve()).toMatchObject({ ok: true })
  })

  test('is possible for the owner only', async () => {
    const { orderNo, reserve } = await runner()
    const mine = await reserve()
    const stranger = await world.borrower()
    const answer = await schedule(stranger).cancel(
      { id: mine.ok ? mine.data.id : '', orderNo },
      key(),
    )
    expect(answer).toMatchObject({ reason: 'reservation-not-found' })
  })

  test('leaves nothing to apply for', async () => {
    const { borrower, orderId, orderNo, reserve } = await runner()
    const answer = await reserve()
    await schedule(borrower).cancel({ id: answer.ok ? answer.data.id : '', orderNo }, key())
    await pay(world, borrower, orderId, 'all')
    await world.runJobs()
    expect(await ordersOf(borrower)).toHaveLength(1)
  })
})

describe('when the running loan is settled', () => {
  test('the next loan is applied for on that day’s terms, and still waits for Get Money', async () => {
    const { borrower, orderId, reserve } = await runner()
    await reserve()
    world.server.clock.advance({ days: 1 })
    await pay(world, borrower, orderId, 'all')
    await world.runJobs()
    const [next, first] = await ordersOf(borrower)
    expect(first).toMatchObject({ orderId, orderState: 'settled' })
    expect(next).toMatchObject({ orderState: 'pass', loanAmount: 300_000 })
    const detail = await detailOf(borrower, next?.orderId ?? '')
    // The loan was repaid on time, which takes 5 % off the fee.
    expect(detail).toMatchObject({
      autoGetMoney: 0,
      discount: 500,
      serviceFee: 57_00,
      gstFee: 10_26,
      arriveAmount: 2_932_74,
    })
    const answer = await schedule(borrower).detail({ orderId })
    expect(answer).toMatchObject({
      data: { state: 'applied', appliedOrderId: next?.orderId, estimate: null },
    })
  })

  test('one application is made, however often the job runs', async () => {
    const { borrower, orderId, reserve } = await runner()
    await reserve()
    await pay(world, borrower, orderId, 'all')
    world.jobs.push(...world.jobs.filter(({ name }) => name === 'apply-reserved'))
    await world.runJobs()
    expect(await ordersOf(borrower)).toHaveLength(2)
  })

  test('the close of business applies if the job was lost', async () => {
    const { borrower, orderId, reserve } = await runner()
    await reserve()
    await pay(world, borrower, orderId, 'all')
    world.jobs.length = 0
    await runCloseOfBusiness(world.services)
    await runCloseOfBusiness(world.services)
    expect(await ordersOf(borrower)).toHaveLength(2)
    expect(await schedule(borrower).detail({ orderId })).toMatchObject({
      data: { state: 'applied' },
    })
  })

  test('the reservation says why it was not needed if the borrower applied first', async () => {
    const { borrower, orderId, reserve } = await runner()
    await reserve()
    await pay(world, borrower, orderId, 'all')
    await borrower.browser.calls(contract.order).apply(wish(borrower), key())
    await world.runJobs()
    expect(await ordersOf(borrower)).toHaveLength(2)
    expect(await schedule(borrower).detail({ orderId })).toMatchObject({
      data: {
        state: 'refused',
        reason: 'You already have a loan in progress.',
        refusal: { reason: 'order-in-progress', msg: 'You already have a loan in progress.' },
      },
    })
  })
})

test('nothing follows a loan whose payout the bank reversed', async () => {
  const { borrower, orderId, reserve } = await runner()
  await reserve()
  const payout = await payoutOf(world.services.db, borrower.id, world.bank.sent.at(-1)?.key ?? '')
  if (!payout) throw new Error('no payout')
  await endPayoutWith(world.services, payout, { state: 'reversed', reason: 'returned' })
  await world.runJobs()
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'failed', reservation: 0 })
  expect(await schedule(borrower).detail({ orderId })).toMatchObject({
    data: { state: 'cancelled' },
  })
})
