import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { addDays, indiaDayOf, startOfIndiaDay } from '#domain/day.ts'
import { paise } from '#domain/money.ts'
import { ALL_SLOTS } from '#domain/slot.ts'
import { decideAgain, decideOrder } from '#server/lending/borrowing/decide.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { lapsedOffers, loansPastDue } from '#server/lending/db/closing.ts'
import { endExtensionRow, extensionsOf } from '#server/lending/db/extension.ts'
import { orderOf, saveProgress } from '#server/lending/db/order.ts'
import { paymentOf } from '#server/lending/db/payment.ts'
import { givePayoutTo, payoutOf } from '#server/lending/db/payout.ts'
import { receivePayoutEvent } from '#server/lending/payout/payout.ts'
import { sendRefund } from '#server/lending/repaying/refund.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import { forFile } from '#server/testing/for-file.ts'
import { addendumRead, keyFactsRead } from '#server/testing/key-facts.ts'
import {
  type Borrower,
  detailOf,
  ledgerOf,
  lendingWorld,
  runningLoan,
  wish,
} from '#server/testing/lending.ts'

/*
 * The guards behind the first ones: a fault in one of them changes nothing as long as the other
 * holds, so each is tested by itself.
 */

const world = forFile(() => lendingWorld())

const key = () => ({ idempotencyKey: randomUUID() })
const today = () => indiaDayOf(world.server.clock.now())

async function offered(borrower: Borrower): Promise<string> {
  const { apply } = borrower.browser.calls(contract.order)
  const applied = await apply(wish(borrower, { productId: 'saral-seven' }), key())
  if (!applied.ok) throw new Error(applied.reason)
  await world.runJobs()
  return applied.data.orderId
}

async function storedOrder({ id }: Borrower, orderId: string) {
  const order = await orderOf(world.services.db, id, orderId)
  if (!order) throw new Error('the order is missing')
  return order
}

const errorsAbout = (text: string) =>
  world.server.logged.filter(({ msg }) => String(msg).includes(text)).length

test('an offer can be accepted on its last day, on which the close of business does not find it', async () => {
  const borrower = await world.borrower()
  const orderId = await offered(borrower)
  const { offerUntil } = await storedOrder(borrower, orderId)
  if (!offerUntil) throw new Error('the offer has no end')
  while (today() < offerUntil) world.server.clock.advance({ days: 1 })
  const isFound = async (on: typeof offerUntil) =>
    (await lapsedOffers(world.services.db, on, { ...ALL_SLOTS, limit: 100 })).some(
      order => order.orderId === orderId,
    )
  expect(await isFound(offerUntil)).toBe(false)
  expect(await isFound(addDays(offerUntil, 1))).toBe(true)
  const keyFactsHash = await keyFactsRead(borrower.browser, orderId)
  expect(
    await borrower.browser.calls(contract.order).loan({ orderId, keyFactsHash }, key()),
  ).toMatchObject({ data: { orderState: 'lending' } })
  await world.runJobs()
})

test('the close of business finds a loan on the day after its due day, not before', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  const { nextDueDay } = await storedOrder(borrower, orderId)
  if (!nextDueDay) throw new Error('the loan has no due day')
  const isFound = async (on: typeof nextDueDay) =>
    (await loansPastDue(world.services.db, startOfIndiaDay(on), { ...ALL_SLOTS, limit: 100 })).some(
      order => order.orderId === orderId,
    )
  expect(await isFound(nextDueDay)).toBe(false)
  expect(await isFound(addDays(nextDueDay, 1))).toBe(true)
})

test('the rules decide an application once, and leave it to the person to whom they referred it', async () => {
  const borrower = await world.borrower({ panDigits: '0002' })
  const orderId = await offered(borrower)
  const order = await storedOrder(borrower, orderId)
  expect(order).toMatchObject({ state: 'auditing', reasons: [{ reason: 'names-need-a-look' }] })
  world.server.clock.advance({ seconds: 60 })
  await decideOrder(world.services, { borrowerId: borrower.id, orderId })
  expect(await storedOrder(borrower, orderId)).toEqual(order)
})

test('an application that waits for two reasons waits for the other when one is settled, and is decided again after both', async () => {
  const borrower = await world.borrower({ panDigits: '0002' })
  const orderId = await offered(borrower)
  const order = await storedOrder(borrower, orderId)
  const reasons = [...order.reasons, { reason: 'face-needs-a-look', details: {} }]
  const { db } = world.services
  await db.transaction(tx => saveProgress(tx, order.state, { ...order, reasons }))
  const settled = 'face-needs-a-look'
  await decideAgain(world.services, { borrowerId: borrower.id, settled })
  expect(await storedOrder(borrower, orderId)).toEqual(order)
  expect(world.jobs.map(({ name }) => name)).not.toContain('decide-order')
  await decideAgain(world.services, { borrowerId: borrower.id, settled: 'names-need-a-look' })
  expect(world.jobs.map(({ name }) => name)).toContain('decide-order')
})

test('an order is not written over from another state than its own', async () => {
  const borrower = await world.borrower()
  const orderId = await offered(borrower)
  const order = await storedOrder(borrower, orderId)
  const { db } = world.services
  await expect(
    db.transaction(async tx => {
      await lockBorrower(tx, borrower.id)
      await saveProgress(tx, 'auditing', { ...order, state: 'denied' })
    }),
  ).rejects.toThrow('lock')
  expect(await storedOrder(borrower, orderId)).toEqual(order)
})

test('an extension ends once', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  world.server.clock.advance({ days: 7 })
  const calls = borrower.browser.calls(contract.extension)
  const offer = await calls.calculate({ id: orderId })
  if (!offer.ok) throw new Error(offer.reason)
  const { extensionId, orderRepayId } = offer.data
  const request = { extensionId, orderRepayId, orderId }
  const keyFactsHash = await addendumRead(borrower.browser, request)
  expect(await calls.apply({ ...request, keyFactsHash }, key())).toMatchObject({ ok: true })
  const { db, clock } = world.services
  const [extension] = await extensionsOf(db, borrower.id, orderId)
  if (!extension) throw new Error('the extension is missing')
  const end = { at: clock.now(), day: today(), afterReceipts: 0 }
  await db.transaction(tx => endExtensionRow(tx, extension, { ...end, how: 'abandoned' }))
  await expect(
    db.transaction(tx => endExtensionRow(tx, extension, { ...end, how: 'paid' })),
  ).rejects.toThrow('had ended before')
})

test('a message about unknown money alarms a person once, however often it is repeated', async () => {
  const event = world.provider.attempt(randomUUID(), { amount: paise(100_00) })
  for (const _time of [1, 2]) expect((await world.webhook(event)).status).toBe(200)
  expect(errorsAbout('a payment names no payment request of ours')).toBe(1)
  const message = {
    vendor: 'test',
    eventId: randomUUID(),
    key: randomUUID(),
    status: { state: 'succeeded', utr: '000000000001' },
  } as const
  for (const _time of [1, 2]) await receivePayoutEvent(world.services, message)
  expect(errorsAbout('a message names no payout of ours')).toBe(1)
})

test('a payment is found for its own borrower only', async () => {
  const borrower = await world.borrower()
  const other = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  const { repay } = borrower.browser.calls(contract.repay)
  const page = await repay({ orderId, scope: 'all' }, key())
  if (!page.ok) throw new Error(page.reason)
  const { db } = world.services
  expect(await paymentOf(db, borrower.id, page.data.paymentId)).toMatchObject({ orderId })
  expect(await paymentOf(db, other.id, page.data.paymentId)).toBeUndefined()
})

test('two workers finish one refund, and it is booked once', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  const { repay } = borrower.browser.calls(contract.repay)
  const page = await repay({ orderId, scope: 'all' }, key())
  if (!page.ok) throw new Error(page.reason)
  const { paymentId } = page.data
  for (const event of [world.provider.attempt(paymentId), world.provider.attempt(paymentId)])
    expect((await world.webhook(event)).status).toBe(200)
  const job = world.jobs.find(({ name }) => name === 'send-refund')
  if (job?.name !== 'send-refund') throw new Error('no refund was enqueued')
  // Both have the answer of the provider before one of them books it.
  const { refund } = world.provider
  const both = Promise.withResolvers<void>()
  let answered = 0
  world.provider.refund = async request => {
    const status = await refund(request)
    answered += 1
    if (answered === 2) both.resolve()
    await both.promise
    return status
  }
  await Promise.all([sendRefund(world.services, job.data), sendRefund(world.services, job.data)])
  world.provider.refund = refund
  expect(await ledgerOf(world, borrower, orderId)).toMatchObject({ refunds_payable: 0 })
  await world.runJobs()
})

test('a payout stays with its first vendor, and waits while the bank cannot be reached', async () => {
  const borrower = await world.borrower()
  const orderId = await offered(borrower)
  const { send } = world.bank
  world.bank.send = async () => {
    throw new Error('the bank cannot be reached')
  }
  const keyFactsHash = await keyFactsRead(borrower.browser, orderId)
  await borrower.browser.calls(contract.order).loan({ orderId, keyFactsHash }, key())
  await world.runJobs()
  world.bank.send = send
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'lending' })
  const { db } = world.services
  const [row] = await db.raw('SELECT payout_id::text AS id FROM payout WHERE borrower_id = $1', [
    borrower.id,
  ])
  const payout = await payoutOf(db, borrower.id, String(row?.id))
  if (!payout) throw new Error('the payout is missing')
  expect(await givePayoutTo(db, payout, 'another')).toBe('test')
  await world.runJobs({ later: 'send-payout' })
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'loaned' })
  await runCloseOfBusiness(world.services)
})
