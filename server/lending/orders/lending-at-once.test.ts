import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { decideOrder } from '#server/lending/borrowing/decide.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { sendPayout } from '#server/lending/payout/payout.ts'
import { forFile } from '#server/testing/for-file.ts'
import { keyFactsRead } from '#server/testing/key-facts.ts'
import {
  type Borrower,
  detailOf,
  ledgerOf,
  lendingWorld,
  runningLoan,
  wish,
} from '#server/testing/lending.ts'

const world = forFile(() => lendingWorld())

const TIMES = 8
const times = <T>(act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: TIMES }, (_, index) => act(index)))

async function offered(borrower: Borrower): Promise<string> {
  const applied = await borrower.browser
    .calls(contract.order)
    .apply(wish(borrower), { idempotencyKey: 'apply' })
  if (!applied.ok) throw new Error(applied.reason)
  await world.runJobs()
  return applied.data.orderId
}

test('simultaneous applications create one order, and the others are refused with it', async () => {
  const borrower = await world.borrower()
  const order = borrower.browser.calls(contract.order)
  const answers = await times(index =>
    order.apply(wish(borrower), { idempotencyKey: `apply-${index}` }),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(
    answers.filter(answer => !answer.ok && answer.reason === 'order-in-progress'),
  ).toHaveLength(TIMES - 1)
  expect(await order.list({})).toMatchObject({ data: [{ orderState: 'auditing' }] })
  await world.runJobs()
})

test('one application sent many times creates one order, with one answer', async () => {
  const borrower = await world.borrower()
  const order = borrower.browser.calls(contract.order)
  const answers = await times(() => order.apply(wish(borrower), { idempotencyKey: 'the-same' }))
  expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject({ ok: true })
  await world.runJobs()
})

test('Get Money pressed many times pays once', async () => {
  const borrower = await world.borrower()
  const orderId = await offered(borrower)
  const order = borrower.browser.calls(contract.order)
  const keyFactsHash = await keyFactsRead(borrower.browser, orderId)
  const answers = await times(index =>
    order.loan({ orderId, keyFactsHash }, { idempotencyKey: `loan-${index}` }),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  await world.runJobs()
  expect((await ledgerOf(world, borrower, orderId)).bank).toBe(-488_200)
  expect(new Set(world.bank.sent.map(({ key }) => key)).size).toBe(world.bank.sent.length)
})

test('a job that runs many times at once, as after a kill, does its work once', async () => {
  const borrower = await world.borrower()
  const applied = await borrower.browser
    .calls(contract.order)
    .apply(wish(borrower), { idempotencyKey: 'apply' })
  if (!applied.ok) throw new Error(applied.reason)
  const { orderId } = applied.data
  await times(() => decideOrder(world.services, { borrowerId: borrower.id, orderId }))
  expect((await detailOf(borrower, orderId)).orderState).toBe('pass')
  const keyFactsHash = await keyFactsRead(borrower.browser, orderId)
  await borrower.browser
    .calls(contract.order)
    .loan({ orderId, keyFactsHash }, { idempotencyKey: 'loan' })
  const [payout] = await world.services.db.raw('SELECT payout_id FROM payout WHERE order_id = $1', [
    orderId,
  ])
  await times(() =>
    sendPayout(world.services, {
      borrowerId: borrower.id,
      payoutId: String(payout?.payout_id),
      round: 0,
    }),
  )
  expect((await detailOf(borrower, orderId)).orderState).toBe('loaned')
  expect((await ledgerOf(world, borrower, orderId)).principal_receivable).toBe(500_000)
})

test('of a simultaneous withdrawal and Get Money, one happens', async () => {
  const borrower = await world.borrower()
  const orderId = await offered(borrower)
  const order = borrower.browser.calls(contract.order)
  const keyFactsHash = await keyFactsRead(borrower.browser, orderId)
  const answers = await Promise.all([
    order.withdraw({ orderId }, { idempotencyKey: 'withdraw' }),
    order.loan({ orderId, keyFactsHash }, { idempotencyKey: 'loan' }),
  ])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  await world.runJobs()
})

test('the close of business on many servers at once moves each order once', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  world.server.clock.advance({ days: 8 })
  await times(() => runCloseOfBusiness(world.services))
  const events = await world.services.db.raw(
    `SELECT event FROM order_event WHERE order_id = $1 AND event = 'fallOverdue'`,
    [orderId],
  )
  expect(events).toHaveLength(1)
})
