import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { audit } from '#server/lending/books/audit.ts'
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
beforeEach(() => world.reset())

/**
 * Opens a payment page, as each device of the borrower may, and returns a function that pays on it.
 */
async function openPage(borrower: Borrower, orderId: string, scope: 'due' | 'all' = 'due') {
  const answer = await borrower.browser
    .calls(contract.repay)
    .repay({ orderId, scope }, { idempotencyKey: randomUUID() })
  if (!answer.ok) throw new Error(answer.reason)
  const { paymentId, amount } = answer.data
  const pay = async () => {
    const event = world.provider.attempt(paymentId, { paidAt: world.server.clock.now() })
    expect((await world.webhook(event)).status).toBe(200)
    return event
  }
  return { paymentId, amount, pay }
}

async function nextDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    world.server.clock.advance({ days: 1 })
    await runCloseOfBusiness(world.services)
  }
}

async function refundsOf(attempts: readonly { readonly attemptRef: string }[]): Promise<number[]> {
  await world.runJobs()
  const refs = attempts.map(({ attemptRef }) => attemptRef)
  return world.provider.refunds
    .filter(({ attemptRef }) => refs.includes(attemptRef))
    .map(({ amount }) => amount)
}

async function paidOn(borrower: Borrower, orderId: string): Promise<number> {
  const { position } = await detailOf(borrower, orderId)
  return (
    (position?.paid.principal ?? 0) + (position?.paid.interest ?? 0) + (position?.paid.penal ?? 0)
  )
}

async function expectSoundBooks(borrower: Borrower, orderId: string): Promise<void> {
  const { refunds_payable, collection_clearing } = await ledgerOf(world, borrower, orderId)
  expect({ refunds_payable, collection_clearing }).toEqual({
    refunds_payable: 0,
    collection_clearing: 0,
  })
  expect((await audit(world.server.database.db)).faults).toEqual([])
}

test('the second payment of a page is refunded in full, even if the first no longer closed the loan', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  world.server.clock.advance({ days: 1 })
  const page = await openPage(borrower, orderId, 'all')
  expect(page.amount).toBe(5_005_00)
  // Paid on the second day, on which ₹5,010.00 are owed.
  world.server.clock.advance({ seconds: 20 * 3_600 })
  const attempts = [await page.pay(), await page.pay()]
  expect(await refundsOf(attempts)).toEqual([5_005_00])
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'loaned',
    position: { payoff: 5_00 },
  })
  await expectSoundBooks(borrower, orderId)
})

test('of two paid pages for one instalment the second payment is refunded in full, and the next instalment stays due', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const one = await openPage(borrower, orderId)
  const other = await openPage(borrower, orderId)
  expect([one.amount, other.amount]).toEqual([39_986, 39_986])
  await one.pay()
  const after = await detailOf(borrower, orderId)
  const second = await other.pay()
  expect(await refundsOf([second])).toEqual([39_986])
  expect(await paidOn(borrower, orderId)).toBe(39_986)
  expect(await detailOf(borrower, orderId)).toMatchObject({ position: after.position })
  await expectSoundBooks(borrower, orderId)
})

test('of two payments reported at once one pays the instalment, and one is refunded', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const pages = [
    await openPage(borrower, orderId),
    await openPage(borrower, orderId),
    await openPage(borrower, orderId),
  ]
  const events = await Promise.all(pages.map(({ pay }) => pay()))
  expect(await refundsOf(events)).toEqual([39_986, 39_986])
  expect(await paidOn(borrower, orderId)).toBe(39_986)
  await expectSoundBooks(borrower, orderId)
})

test('of two pages for different amounts the first pays, and the second only pays what was left open', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  await nextDays(8)
  const earlier = await openPage(borrower, orderId)
  // The next day, before yesterday's page expires.
  world.server.clock.advance({ seconds: 23 * 3_600 })
  await runCloseOfBusiness(world.services)
  const later = await openPage(borrower, orderId)
  // 399.86, a day or two of 0.1 % on it, and of 0.08 % on its principal of 371.86.
  expect([earlier.amount, later.amount]).toEqual([400_56, 401_25])
  const first = await earlier.pay()
  const second = await later.pay()
  expect(await refundsOf([first, second])).toEqual([400_56])
  expect(await paidOn(borrower, orderId)).toBe(401_25)
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'loaned', overdueDays: 0 })
  await expectSoundBooks(borrower, orderId)
})

test('if the newer of two pages is paid first, the payment on the older one is refunded in full', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  await nextDays(8)
  const earlier = await openPage(borrower, orderId)
  world.server.clock.advance({ seconds: 23 * 3_600 })
  await runCloseOfBusiness(world.services)
  const later = await openPage(borrower, orderId)
  expect([earlier.amount, later.amount]).toEqual([400_56, 401_25])
  await later.pay()
  const second = await earlier.pay()
  expect(await refundsOf([second])).toEqual([400_56])
  expect(await paidOn(borrower, orderId)).toBe(401_25)
  await expectSoundBooks(borrower, orderId)
})

test('a page opened first and paid last is refunded as well, also when the next instalment is due', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  await nextDays(7)
  const earlier = await openPage(borrower, orderId)
  const other = await openPage(borrower, orderId)
  await other.pay()
  const forNext = await openPage(borrower, orderId)
  await forNext.pay()
  const late = await earlier.pay()
  expect(await refundsOf([late])).toEqual([399_86])
  expect(await paidOn(borrower, orderId)).toBe(2 * 399_86)
  await expectSoundBooks(borrower, orderId)
})

test('the second payment of a loan with one instalment is refunded in full', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  const one = await openPage(borrower, orderId)
  const other = await openPage(borrower, orderId)
  const events = await Promise.all([one.pay(), other.pay()])
  expect(await refundsOf(events)).toEqual([500_500])
  expect((await detailOf(borrower, orderId)).orderState).toBe('settled')
  await expectSoundBooks(borrower, orderId)
})

test('a payment of the whole loan closes it, and only what an instalment paid meanwhile is refunded', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const due = await openPage(borrower, orderId)
  const all = await openPage(borrower, orderId, 'all')
  await due.pay()
  const whole = await all.pay()
  expect(await refundsOf([whole])).toEqual([39_986])
  expect(await paidOn(borrower, orderId)).toBe(500_400)
  expect((await detailOf(borrower, orderId)).orderState).toBe('settled')
  await expectSoundBooks(borrower, orderId)
})

test('two instalments paid ahead, each on its own page, both count', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const first = await openPage(borrower, orderId)
  const one = await first.pay()
  const next = await openPage(borrower, orderId)
  const two = await next.pay()
  // The first payment repays 395.86; 4,604.14 then bears thirteen days of interest, 47.88, and of the
  // second instalment's principal 349.94 is left.
  expect([first.amount, next.amount]).toEqual([399_86, 397_82])
  expect(await refundsOf([one, two])).toEqual([])
  expect(await paidOn(borrower, orderId)).toBe(797_68)
  await expectSoundBooks(borrower, orderId)
})
