import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { audit } from '#server/lending/books/audit.ts'
import { recoverLostJobs } from '#server/lending/payout/recover-lost-jobs.ts'
import { forFile } from '#server/testing/for-file.ts'
import { keyFactsRead } from '#server/testing/key-facts.ts'
import {
  type Borrower,
  detailOf,
  ledgerOf,
  lendingWorld,
  pay,
  runningLoan,
  wish,
} from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

const world = forFile(() => lendingWorld())

const key = () => ({ idempotencyKey: randomUUID() })
const loseJobs = () => void world.jobs.splice(0)
const jobsNamed = (name: string) => world.jobs.filter(job => job.name === name)

async function recoverAfter(seconds: number): Promise<void> {
  world.server.clock.advance({ seconds })
  await recoverLostJobs(world.services)
}

/** A repaid loan with one payment too many, which is to be refunded. */
async function paidTwice(): Promise<{ borrower: Borrower; orderId: string; attemptRef: string }> {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  const page = await borrower.browser.calls(contract.repay).repay({ orderId, scope: 'all' }, key())
  if (!page.ok) throw new Error(page.reason)
  await pay(world, borrower, orderId, 'all')
  const second = world.provider.attempt(page.data.paymentId)
  await world.webhook(second)
  return { borrower, orderId, attemptRef: second.attemptRef }
}

const refundsOf = (attemptRef: string) =>
  world.provider.refunds.filter(refund => refund.attemptRef === attemptRef)

test('sends a payout whose job was lost, once', async () => {
  const borrower = await world.borrower()
  const order = borrower.browser.calls(contract.order)
  const applied = await order.apply(wish(borrower), key())
  if (!applied.ok) throw new Error(applied.reason)
  const { orderId } = applied.data
  await world.runJobs()
  const before = world.bank.sent.length
  expect(
    await order.loan(
      { orderId, keyFactsHash: await keyFactsRead(borrower.browser, orderId) },
      key(),
    ),
  ).toMatchObject({
    ok: true,
  })
  loseJobs()
  await recoverAfter(60)
  expect(jobsNamed('send-payout')).toEqual([])
  await recoverAfter(600)
  await recoverAfter(60)
  expect(jobsNamed('send-payout')).toHaveLength(1)
  await world.runJobs()
  expect((await detailOf(borrower, orderId)).orderState).toBe('loaned')
  await recoverAfter(600)
  await world.runJobs()
  expect(world.bank.sent).toHaveLength(before + 1)
})

test('makes a refund whose job was lost, once', async () => {
  const { borrower, orderId, attemptRef } = await paidTwice()
  loseJobs()
  await recoverAfter(601)
  await recoverAfter(60)
  expect(jobsNamed('send-refund')).toHaveLength(1)
  await world.runJobs()
  await recoverAfter(601)
  await world.runJobs()
  expect(refundsOf(attemptRef)).toHaveLength(1)
  expect(await ledgerOf(world, borrower, orderId)).toMatchObject({ refunds_payable: 0 })
})

test('asks about a payment request whose job was lost, and finds its payment', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  const page = await borrower.browser.calls(contract.repay).repay({ orderId, scope: 'all' }, key())
  if (!page.ok) throw new Error(page.reason)
  world.provider.attempt(page.data.paymentId)
  loseJobs()
  await recoverAfter(601)
  await world.runJobs()
  expect((await detailOf(borrower, orderId)).orderState).toBe('settled')
})

test('does not ask for a refund that the provider gave up; it stays owed, and the inbox shows it', async () => {
  const { refund } = world.provider
  const attempts: string[] = []
  world.provider.refund = async request => {
    attempts.push(request.attemptRef)
    return { state: 'given-up' }
  }
  const { borrower, orderId, attemptRef } = await paidTwice()
  await world.runJobs()
  await recoverAfter(601)
  await world.runJobs()
  world.provider.refund = refund
  expect(attempts.filter(each => each === attemptRef)).toHaveLength(1)
  expect(jobsNamed('send-refund')).toEqual([])
  expect((await ledgerOf(world, borrower, orderId)).refunds_payable).toBeGreaterThan(0)
  expect((await audit(world.services.db)).faults).toEqual([])
  const { orderNo } = await detailOf(borrower, orderId)
  const inbox = (await staffBrowser(world.server, 'operations')).calls(staffContract.inbox)
  const list = await inbox.list({ kind: 'refund' })
  expect(list.ok && list.data.items.filter(item => item.orderNo === orderNo)).toMatchObject([
    { notes: ['given-up'] },
  ])
})
