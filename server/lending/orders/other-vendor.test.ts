/** The configured vendor differs from the one with which something is under way. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { jobHandlers } from '#server/jobs.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { warnOfOtherVendors } from '#server/lending/payout/with-vendor.ts'
import { openPayment } from '#server/lending/repaying/repay.ts'
import type { JobName } from '#server/platform/jobs/queue.ts'
import { addendumRead } from '#server/testing/key-facts.ts'
import {
  type Borrower,
  detailOf,
  type LendingWorld,
  ledgerOf,
  lendingWorld,
  pay,
  runningLoan,
} from '#server/testing/lending.ts'

let world: LendingWorld
/** The same product, started with other vendors. */
let changed: LendingServices
/** The requests to the other vendors, which know nothing and would accept everything. */
const calls: string[] = []

beforeAll(async () => {
  world = await lendingWorld()
  const noted = async <Answer>(what: string, answer: Answer): Promise<Answer> => {
    calls.push(what)
    return answer
  }
  const payout: LendingServices['payout'] = {
    name: 'another',
    reversibleForDays: 180,
    send: () => noted('send', { state: 'succeeded', utr: '000000000002' }),
    status: () => noted('status', { state: 'reversed', reason: 'returned' }),
  }
  const payment: LendingServices['payment'] = {
    ...world.provider,
    name: 'another',
    attempts: () => noted('attempts', []),
    refund: () => noted('refund', { state: 'done' }),
  }
  changed = { ...world.services, payout, payment }
})
afterAll(() => world.close())
beforeEach(() => {
  calls.length = 0
})

const key = () => ({ idempotencyKey: randomUUID() })
const errorsSince = (from: number) =>
  world.server.logged.slice(from).filter(({ level }) => level === 50)

/** Runs the one waiting job of that name after a change of vendors; returns the logged errors. */
async function runChanged(name: JobName, id: string) {
  const from = world.server.logged.length
  const at = world.jobs.findIndex(job => job.name === name && JSON.stringify(job.data).includes(id))
  const [job] = world.jobs.splice(at, 1)
  if (at < 0 || !job) throw new Error(`no ${name} of ${id} waits`)
  await jobHandlers(changed)[job.name](job.data as never)
  return errorsSince(from)
}

/** Opens a page for the whole loan, and returns its payment request. */
async function openPage(borrower: Borrower, orderId: string): Promise<string> {
  const { repay } = borrower.browser.calls(contract.repay)
  const page = await repay({ orderId, scope: 'all' }, key())
  if (!page.ok) throw new Error(page.reason)
  return page.data.paymentId
}

/** Has the vendor of a page asked about it. */
async function askOwnVendor(paymentId: string): Promise<void> {
  const { jobs } = world
  const ofPage = jobs.filter(({ data }) => JSON.stringify(data).includes(paymentId))
  jobs.splice(0, jobs.length, ...ofPage)
  await world.runJobs({ later: 'ask-payment' })
}

async function withoutMoney(borrower: Borrower) {
  world.bank.next = { state: 'pending' }
  const orderId = await runningLoan(world, borrower)
  world.bank.next = { state: 'succeeded', utr: '000000000001' }
  return { orderId, payoutId: world.bank.sent.at(-1)?.key ?? '' }
}

test('a payout under way with one vendor is not sent through another, and ends with the first', async () => {
  const borrower = await world.borrower()
  const { orderId, payoutId } = await withoutMoney(borrower)
  for (const _ of [1, 2]) {
    expect(await runChanged('send-payout', payoutId)).toMatchObject([
      { payoutId, vendor: 'test', configured: 'another' },
    ])
  }
  expect(calls).toEqual([])
  expect((await detailOf(borrower, orderId)).orderState).toBe('lending')
  world.bank.set(payoutId, { state: 'succeeded', utr: '000000000007' })
  await world.runJobs({ later: 'send-payout' })
  expect((await detailOf(borrower, orderId)).orderState).toBe('loaned')
})

test('the vendor of a payout is committed before that vendor gets the request', async () => {
  const { send } = world.bank
  const requests: unknown[] = []
  world.bank.send = async request => {
    const read = 'SELECT vendor FROM payout WHERE payout_id = $1'
    requests.push(...(await world.services.db.raw(read, [request.key])))
    throw new Error('the process dies, and nobody knows whether the money went')
  }
  const borrower = await world.borrower()
  await runningLoan(world, borrower).finally(() => {
    world.bank.send = send
  })
  expect(requests).toEqual([{ vendor: 'test' }])
  const [payout] = await world.services.db.raw(
    'SELECT payout_id FROM payout WHERE borrower_id = $1',
    [borrower.id],
  )
  await runChanged('send-payout', String(payout?.payout_id))
  expect(calls).toEqual([])
})

test('another vendor is not asked about a payout that arrived, because it could not know of its reversal', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  world.server.clock.advance({ days: 1 })
  expect(await runCloseOfBusiness(changed)).toMatchObject({ reversed: 0 })
  expect(calls).toEqual([])
  expect((await detailOf(borrower, orderId)).orderState).toBe('loaned')
})

test('a refund goes through the vendor that took the money, and waits for it', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const paymentId = await openPage(borrower, orderId)
  await pay(world, borrower, orderId, 'all')
  await world.webhook(world.provider.attempt(paymentId))
  const [refund] = await world.services.db.raw(
    'SELECT refund_id FROM refund WHERE borrower_id = $1',
    [borrower.id],
  )
  const refundId = String(refund?.refund_id)
  expect(await runChanged('send-refund', refundId)).toMatchObject([{ refundId, vendor: 'test' }])
  expect(calls).toEqual([])
  expect(await ledgerOf(world, borrower, orderId)).not.toMatchObject({ refunds_payable: 0 })
  await world.runJobs({ later: 'send-refund' })
  expect(await ledgerOf(world, borrower, orderId)).toMatchObject({ refunds_payable: 0 })
})

test('a page is asked about at its own vendor only, and no round is counted elsewhere', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const paymentId = await openPage(borrower, orderId)
  world.provider.attempt(paymentId)
  for (let round = 0; round < 15; round += 1)
    expect(await runChanged('ask-payment', paymentId)).toMatchObject([
      { paymentId, vendor: 'test' },
    ])
  expect(calls).toEqual([])
  await askOwnVendor(paymentId)
  expect((await detailOf(borrower, orderId)).orderState).toBe('settled')
})

test('a paid page of another vendor waits for that one after its end, and a second payment is refunded', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const paymentId = await openPage(borrower, orderId)
  await world.webhook(world.provider.attempt(paymentId))
  const second = world.provider.attempt(paymentId)
  world.server.clock.advance({ days: 2 })
  expect(await runChanged('ask-payment', paymentId)).toMatchObject([{ paymentId, vendor: 'test' }])
  await askOwnVendor(paymentId)
  await world.runJobs()
  expect(calls).toEqual([])
  expect(
    world.provider.refunds.filter(({ attemptRef }) => attemptRef === second.attemptRef),
  ).toHaveLength(1)
})

test('an extension stays open while its page is with another vendor, and ends once that vendor was asked', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  world.server.clock.advance({ days: 6 })
  const extension = borrower.browser.calls(contract.extension)
  const shown = await extension.calculate({ id: orderId })
  if (!shown.ok) throw new Error(shown.reason)
  const { extensionId, orderRepayId } = shown.data
  const keyFactsHash = await addendumRead(borrower.browser, { orderId, extensionId })
  expect(
    await extension.apply({ orderId, extensionId, orderRepayId, keyFactsHash }, key()),
  ).toMatchObject({ ok: true })
  const from = world.server.logged.length
  world.server.clock.advance({ days: 1 })
  await runCloseOfBusiness(changed)
  expect(errorsSince(from)).toMatchObject([{ vendor: 'test' }, { orderId }])
  expect(calls).toEqual([])
  expect((await detailOf(borrower, orderId)).extensionState).toBe(2)
  expect(await runCloseOfBusiness(world.services)).toMatchObject({ lapsed: 1 })
})

test('the start reports what is under way with other vendors, and nothing otherwise', async () => {
  const borrower = await world.borrower()
  await withoutMoney(borrower)
  const from = world.server.logged.length
  await warnOfOtherVendors(world.services)
  expect(errorsSince(from)).toEqual([])
  await warnOfOtherVendors(changed)
  const [error, ...more] = errorsSince(from)
  expect(more).toEqual([])
  expect(error?.msg).toMatch(
    / \d+ payouts with test, \d+ payment links with test\. .*PAYOUT_PROVIDER and PAYMENT_PROVIDER set back/,
  )
})

test('a borrower is not sent to the page of a vendor that is no longer asked, but gets one of the configured vendor', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const wish = { borrowerId: borrower.id, orderId, scope: 'all', callback: undefined } as const
  const now = world.server.clock.now()
  expect(await openPayment(world.services, wish, 'once', now)).toMatchObject({
    url: expect.any(String),
  })
  expect(await openPayment(changed, wish, 'once', now)).toMatchObject({
    refused: 'payment-not-available',
  })
  expect(await openPayment(changed, wish, 'again', now)).toMatchObject({ url: expect.any(String) })
})
