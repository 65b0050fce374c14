import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { paise } from '#domain/money.ts'
import { answerQuestion, askBorrower } from '#server/lending/borrowing/questions.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { endPayoutWith } from '#server/lending/payout/payout.ts'
import { waivePenalCharges } from '#server/lending/restructuring/waive-penal.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Work } from '#server/services.ts'
import { approveByHand } from '#server/testing/by-hand.ts'
import { forFile } from '#server/testing/for-file.ts'
import { addendumRead, keyFactsRead } from '#server/testing/key-facts.ts'
import {
  type Borrower,
  detailOf,
  lendingWorld,
  runningLoan,
  wish,
} from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'
import { whileHeld } from '#server/testing/while-held.ts'

/*
 * Every change of what a borrower owns or owes waits for the lock of the borrower before it reads.
 */

const world = forFile(() => lendingWorld())
beforeEach(() => world.reset())

const key = () => ({ idempotencyKey: randomUUID() })

/** Starts an action while another transaction holds the borrower's lock, and checks the state meanwhile. */
function waitsForTheLock<T>(
  { id }: Borrower,
  act: () => Promise<T>,
  look?: () => Promise<void>,
): Promise<T> {
  return whileHeld(world.services.db, tx => lockBorrower(tx, id), act, look)
}

async function applied(borrower: Borrower): Promise<string> {
  const answer = await borrower.browser.calls(contract.order).apply(wish(borrower), key())
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data.orderId
}

test('an application waits for the lock', async () => {
  const borrower = await world.borrower()
  const orderId = await waitsForTheLock(borrower, () => applied(borrower))
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'auditing' })
})

test('a change of the borrower’s own limits waits for the lock', async () => {
  const borrower = await world.borrower()
  const { setCeiling, setPause } = borrower.browser.calls(contract.ownLimits)
  expect(await waitsForTheLock(borrower, () => setCeiling({ ceiling: null }, key()))).toMatchObject(
    {
      data: { ceiling: { value: null } },
    },
  )
  expect(await waitsForTheLock(borrower, () => setPause({ until: 'open' }, key()))).toMatchObject({
    data: { pausedUntil: 'open' },
  })
})

test('a withdrawal waits for the lock', async () => {
  const borrower = await world.borrower()
  const orderId = await applied(borrower)
  const { withdraw } = borrower.browser.calls(contract.order)
  expect(await waitsForTheLock(borrower, () => withdraw({ orderId }, key()))).toMatchObject({
    data: { orderState: 'cancelled' },
  })
})

test('Get Money and the end of the payout wait for the lock', async () => {
  const borrower = await world.borrower()
  const orderId = await applied(borrower)
  await world.runJobs()
  const keyFactsHash = await keyFactsRead(borrower.browser, orderId)
  const { loan } = borrower.browser.calls(contract.order)
  expect(
    await waitsForTheLock(borrower, () => loan({ orderId, keyFactsHash }, key())),
  ).toMatchObject({ data: { orderState: 'lending' } })
  const [payout] = await world.services.db.raw(
    'SELECT payout_id FROM payout WHERE borrower_id = $1',
    [borrower.id],
  )
  await waitsForTheLock(borrower, () =>
    endPayoutWith(
      world.services,
      { borrowerId: borrower.id, id: String(payout?.payout_id) },
      { state: 'succeeded', utr: '000000000001' },
    ),
  )
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'loaned' })
})

test('a payment request and the message about its payment wait for the lock', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  const { repay } = borrower.browser.calls(contract.repay)
  const page = await waitsForTheLock(borrower, () => repay({ orderId, scope: 'all' }, key()))
  if (!page.ok) throw new Error(page.reason)
  const event = world.provider.attempt(page.data.paymentId)
  expect((await waitsForTheLock(borrower, () => world.webhook(event))).status).toBe(200)
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'settled' })
})

test('an extension request waits for the lock', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  world.server.clock.advance({ days: 7 })
  const { calculate, apply } = borrower.browser.calls(contract.extension)
  const offer = await calculate({ id: orderId })
  if (!offer.ok) throw new Error(offer.reason)
  const { extensionId, orderRepayId } = offer.data
  const request = { extensionId, orderRepayId, orderId }
  const keyFactsHash = await addendumRead(borrower.browser, request)
  const answer = await waitsForTheLock(borrower, () => apply({ ...request, keyFactsHash }, key()))
  expect(answer).toMatchObject({ ok: true })
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'extension' })
})

test('a question, its answer and the decision of a person wait for the lock', async () => {
  const borrower = await world.borrower({ panDigits: '0002' })
  const orderId = await applied(borrower)
  await world.runJobs()
  const { services } = world
  const ofOrder = { borrowerId: borrower.id, orderId }
  const inWork = <T>(act: (work: Work<typeof services>) => Promise<T>) =>
    waitsForTheLock(borrower, () =>
      services.db.transaction(tx => act({ services, tx, at: services.clock.now() })),
    )
  await staffBrowser(world.server, 'credit-officer')
  const [officer] = await services.db.raw('SELECT staff_id FROM staff')
  const question = { kind: 'income', words: null, askedBy: String(officer?.staff_id) } as const
  expect(await inWork(work => askBorrower(work, ofOrder, question))).toBe(true)
  expect(
    await inWork(work => answerQuestion(work, { ...ofOrder, number: 1 }, 'I drive.')),
  ).toMatchObject({ answeredAt: services.clock.now() })
  expect(await waitsForTheLock(borrower, () => approveByHand(services, ofOrder))).toBe(true)
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'pass' })
})

test('a waiver waits for the lock', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  world.server.clock.advance({ days: 10 })
  const { services } = world
  await runCloseOfBusiness(services)
  const ofOrder = { borrowerId: borrower.id, orderId }
  const waived = await waitsForTheLock(borrower, () =>
    services.db.transaction(tx =>
      waivePenalCharges({ services, tx, at: services.clock.now() }, ofOrder, paise(100)),
    ),
  )
  expect(waived).toBe(true)
  expect(await detailOf(borrower, orderId)).toMatchObject({ penalWaived: 100 })
})

test('the close of business waits for the lock', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  world.server.clock.advance({ days: 8 })
  // Each step waits, and the first of them moves the order.
  const isNotOverdue = async () =>
    expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'loaned' })
  await waitsForTheLock(borrower, () => runCloseOfBusiness(world.services), isNotOverdue)
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'overdue' })
})
