import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { addDays, indiaDayOf } from '#domain/day.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { forFile } from '#server/testing/for-file.ts'
import { keyFactsRead } from '#server/testing/key-facts.ts'
import { type Borrower, lendingWorld, pay, runningLoan, wish } from '#server/testing/lending.ts'

const world = forFile(() => lendingWorld())

const key = () => ({ idempotencyKey: randomUUID() })
const orderOf = ({ browser }: Borrower) => browser.calls(contract.order)
const today = () => indiaDayOf(world.server.clock.now())

/** The outcome that the borrower's devices show; fails where home and the call differ. */
async function outcomeOf(borrower: Borrower) {
  const [index, answer] = await Promise.all([
    borrower.browser.calls(contract.home).index({}),
    orderOf(borrower).outcome({}),
  ])
  if (!index.ok || !answer.ok) throw new Error('an answer is missing')
  expect(index.data.outcome).toEqual(answer.data.outcome)
  return answer.data.outcome
}

async function see(borrower: Borrower) {
  const at = (await outcomeOf(borrower))?.at
  if (!at) throw new Error('there is no outcome')
  expect(await orderOf(borrower).outcomeSeen({ at })).toMatchObject({ ok: true })
}

async function applied(borrower: Borrower): Promise<string> {
  const answer = await orderOf(borrower).apply(wish(borrower), key())
  if (!answer.ok) throw new Error(answer.reason)
  await world.runJobs()
  return answer.data.orderId
}

test('after Get Money: the net amount, the masked account, and the first payment with its day', async () => {
  const borrower = await world.borrower()
  const orderId = await applied(borrower)
  expect(await outcomeOf(borrower)).toBeNull()
  const keyFactsHash = await keyFactsRead(borrower.browser, orderId)
  await orderOf(borrower).loan({ orderId, keyFactsHash }, key())
  // ₹5,000 for thirteen weeks (product §11): net ₹4,882.00, instalments of ₹399.86.
  const payout = {
    orderId,
    amount: 488_200,
    bankNo: expect.stringMatching(/^•••• \d{4}$/),
    next: { day: addDays(today(), 7), amount: 399_86 },
  }
  expect(await outcomeOf(borrower)).toMatchObject({ kind: 'sent', ...payout })
  await world.runJobs()
  expect(await outcomeOf(borrower)).toMatchObject({ kind: 'arrived', ...payout })
  world.server.clock.advance({ days: 6 })
  expect(await outcomeOf(borrower)).toMatchObject({ kind: 'arrived' })
  world.server.clock.advance({ days: 1 })
  expect(await outcomeOf(borrower)).toBeNull()
})

test('an outcome is shown until it was seen, on any device, and a later one is shown again', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const another = await world.borrower()
  await runningLoan(world, another)
  await see(borrower)
  expect(await outcomeOf(borrower)).toBeNull()
  expect(await outcomeOf(another)).toMatchObject({ kind: 'arrived' })

  world.server.clock.advance({ days: 7 })
  await pay(world, borrower, orderId)
  const paid = await outcomeOf(borrower)
  expect(paid).toMatchObject({
    kind: 'paid',
    orderId,
    amount: 399_86,
    excess: 0,
    next: { day: addDays(today(), 7), amount: 399_86 },
  })
  // A device that still shows the payout puts it away: the payment stays.
  const before = new Date((paid?.at.getTime() ?? 0) - 1)
  await orderOf(borrower).outcomeSeen({ at: before })
  expect(await outcomeOf(borrower)).toEqual(paid)
  await see(borrower)
  expect(await outcomeOf(borrower)).toBeNull()
})

test('the last payment leaves nothing to pay, and money that is not owed is said to go back', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  world.server.clock.advance({ days: 7 })
  const { paymentId } = await pay(world, borrower, orderId, 'all')
  const last = { kind: 'paid', amount: 503_500, next: null }
  expect(await outcomeOf(borrower)).toMatchObject({ ...last, excess: 0 })
  await world.webhook(world.provider.attempt(paymentId))
  expect(await outcomeOf(borrower)).toMatchObject({ ...last, excess: 503_500 })
})

test('a denial says why, and from when the borrower may apply again, until then', async () => {
  const borrower = await world.borrower({ monthlyIncome: '4000' })
  await applied(borrower)
  const deniedAt = world.server.clock.now()
  expect(await outcomeOf(borrower)).toMatchObject({
    kind: 'denied',
    amount: null,
    reasons: [{ reason: 'instalment-too-high' }],
    reapplyAt: new Date(deniedAt.getTime() + 15 * 86_400_000),
  })
  world.server.clock.advance({ days: 14 })
  expect(await outcomeOf(borrower)).toMatchObject({ kind: 'denied' })
  world.server.clock.advance({ days: 1 })
  expect(await outcomeOf(borrower)).toBeNull()
})

test('a payout that the bank refused replaces the one on its way', async () => {
  const borrower = await world.borrower()
  world.bank.next = { state: 'refused', reason: 'closed account' }
  await runningLoan(world, borrower)
  world.bank.next = { state: 'succeeded', utr: '000000000001' }
  expect(await outcomeOf(borrower)).toMatchObject({
    kind: 'failed',
    next: null,
    reasons: [{ reason: 'payout-refused' }],
  })
  world.server.clock.advance({ days: 1 })
  await runCloseOfBusiness(world.services)
  expect(await outcomeOf(borrower)).toMatchObject({ kind: 'failed' })
})
