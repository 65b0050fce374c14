import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { paise } from '#domain/money.ts'
import { audit } from '#server/lending/books/audit.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { sandboxMessages } from '#server/providers/sms/simulator.ts'
import { keyFactsRead } from '#server/testing/key-facts.ts'
import {
  type Borrower,
  detailOf,
  type LendingWorld,
  ledgerOf,
  lendingWorld,
  pay,
  runningLoan,
  wish,
} from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

let world: LendingWorld
beforeAll(async () => {
  world = await lendingWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

const key = () => ({ idempotencyKey: randomUUID() })

async function requestPayment(
  borrower: Borrower,
  orderId: string,
  scope: 'due' | 'all' = 'due',
): Promise<string> {
  const page = await borrower.browser.calls(contract.repay).repay({ orderId, scope }, key())
  if (!page.ok) throw new Error(page.reason)
  return page.data.paymentId
}

async function paid(borrower: Borrower, orderId: string): Promise<number> {
  const { position } = await detailOf(borrower, orderId)
  return (
    (position?.paid.principal ?? 0) + (position?.paid.interest ?? 0) + (position?.paid.penal ?? 0)
  )
}

test('the server sets a page’s amount and return address, and the same action returns the same page', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const repay = borrower.browser.calls(contract.repay)
  const once = key()
  const first = await repay.repay(
    { orderId, scope: 'all', callback: 'https://evil.example/' },
    once,
  )
  expect(first).toMatchObject({
    ok: true,
    data: { amount: 500_400, paymentUrl: expect.stringContaining('http://saral.test/pay/') },
  })
  expect(
    await repay.repay({ orderId, scope: 'all', callback: 'https://evil.example/' }, once),
  ).toEqual(first)
  const links = world.provider.links.size
  expect(await repay.repay({ orderId, scope: 'all' }, key())).toMatchObject({ ok: true })
  expect(world.provider.links.size).toBe(links + 1)
})

test('if the provider is down, the borrower reads that nothing was taken, and the same action succeeds later', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const once = key()
  world.provider.isDown = true
  expect(
    await borrower.browser.calls(contract.repay).repay({ orderId, scope: 'due' }, once),
  ).toMatchObject({
    reason: 'payment-not-available',
  })
  expect((await detailOf(borrower, orderId)).payment).toBeNull()
  world.provider.isDown = false
  expect(
    await borrower.browser.calls(contract.repay).repay({ orderId, scope: 'due' }, once),
  ).toMatchObject({ ok: true })
})

test('refuses to open a page where nothing can be paid', async () => {
  const borrower = await world.borrower()
  const order = borrower.browser.calls(contract.order)
  const applied = await order.apply(wish(borrower), key())
  const orderId = applied.ok ? applied.data.orderId : ''
  const repay = borrower.browser.calls(contract.repay)
  expect(await repay.repay({ orderId, scope: 'due' }, key())).toMatchObject({
    reason: 'order-state',
  })
  await world.runJobs()
  expect(await repay.repay({ orderId, scope: 'due' }, key())).toMatchObject({
    reason: 'order-state',
  })
  await order.loan({ orderId, keyFactsHash: await keyFactsRead(borrower.browser, orderId) }, key())
  await world.runJobs()
  await pay(world, borrower, orderId, 'all')
  expect(await repay.repay({ orderId, scope: 'due' }, key())).toMatchObject({
    reason: 'nothing-to-pay',
  })
})

test('a forged or foreign message, or one without a payment request of ours, changes nothing; the last is stored for a person', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const event = world.provider.attempt(await requestPayment(borrower, orderId))
  expect((await world.webhook(event, 'bad')).status).toBe(401)
  expect((await world.webhook({ ...event, eventId: '' })).status).toBe(200)
  expect(
    (
      await world.webhook({
        ...event,
        eventId: 'stray',
        paymentId: 'nonsense',
        attemptRef: 'stray',
      })
    ).status,
  ).toBe(200)
  expect(await paid(borrower, orderId)).toBe(0)
  const [receipt] = await world.services.db.raw(
    `SELECT attempt_ref FROM provider_event WHERE event_id = 'stray'`,
  )
  expect(receipt).toEqual({ attempt_ref: 'stray' })
})

test('ten copies of a message at once, and the same attempt in another message, are one payment', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const event = world.provider.attempt(await requestPayment(borrower, orderId))
  const answers = await Promise.all(Array.from({ length: 10 }, () => world.webhook(event)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const again = await Promise.all(
    Array.from({ length: 5 }, () => world.webhook({ ...event, eventId: randomUUID() })),
  )
  expect(again.every(({ status }) => status === 200)).toBe(true)
  expect(await paid(borrower, orderId)).toBe(39_986)
  expect((await ledgerOf(world, borrower, orderId)).bank).toBe(39_986 - 488_200)
})

test('shows a failed attempt, and counts a payment before or after it', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const paymentId = await requestPayment(borrower, orderId)
  const status = async () => borrower.browser.calls(contract.repay).status({ paymentId })
  await world.webhook(world.provider.attempt(paymentId, { state: 'failed' }))
  expect(await status()).toMatchObject({ data: { status: 'failed' } })
  expect((await detailOf(borrower, orderId)).payment).toMatchObject({
    status: 'failed',
    amount: 39_986,
  })
  await world.webhook(world.provider.attempt(paymentId))
  await world.webhook(world.provider.attempt(paymentId, { state: 'failed' }))
  expect(await status()).toMatchObject({ data: { status: 'paid' } })
  expect(await paid(borrower, orderId)).toBe(39_986)
})

test('shows everywhere the amount that arrived on a page, not the one requested', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  const paymentId = await requestPayment(borrower, orderId, 'all')
  const status = async () => borrower.browser.calls(contract.repay).status({ paymentId })
  const due = 5_005_00
  expect(await status()).toMatchObject({ data: { status: 'pending', amount: due, asked: due } })
  await world.webhook(world.provider.attempt(paymentId, { amount: paise(100_00) }))
  await world.runJobs()
  const part = { status: 'paid', amount: 100_00, asked: due }
  expect(await status()).toMatchObject({ data: part })
  expect((await detailOf(borrower, orderId)).payment).toMatchObject(part)
  const home = await borrower.browser.calls(contract.home).index({})
  expect(home).toMatchObject({ data: { outcome: { kind: 'paid', amount: 100_00 } } })
  const { db, cipher } = world.services
  const [text] = await sandboxMessages({ db, cipher }, borrower.phone)
  expect(text?.text).toContain('we received your payment of Rs 100.00')
  const listed = await borrower.browser.calls(contract.loanDocument).list({ orderId })
  const receipts = listed.ok ? listed.data.documents.filter(({ kind }) => kind === 'receipt') : []
  expect(receipts).toMatchObject([{ amount: 100_00 }])
  const finance = await staffBrowser(world.server, 'finance')
  const { orderNo } = await detailOf(borrower, orderId)
  const page = await finance.calls(staffContract.staffOrder).open({ orderNo, why: 'money' })
  expect(page).toMatchObject({ data: { requests: [{ amount: due, received: 100_00 }] } })
  // The rest, on the same page.
  await world.webhook(world.provider.attempt(paymentId, { amount: paise(4_905_00) }))
  expect(await status()).toMatchObject({ data: { status: 'paid', amount: due, asked: due } })
})

test('asks the provider for a missing message, and counts the money once', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const paymentId = await requestPayment(borrower, orderId)
  world.jobs.splice(
    0,
    world.jobs.length,
    ...world.jobs.filter(({ data }) => 'paymentId' in data && data.paymentId === paymentId),
  )
  const event = world.provider.attempt(paymentId)
  await world.runJobs({ later: 'ask-payment' })
  expect(await paid(borrower, orderId)).toBe(39_986)
  await world.webhook(event)
  expect(await paid(borrower, orderId)).toBe(39_986)
})

test('of two paid pages for the whole loan the second payment is refunded, in any state of the order', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  const one = await requestPayment(borrower, orderId, 'all')
  const two = await requestPayment(borrower, orderId, 'all')
  await world.webhook(world.provider.attempt(one))
  expect((await detailOf(borrower, orderId)).orderState).toBe('settled')
  const second = world.provider.attempt(two)
  await world.webhook(second)
  expect((await ledgerOf(world, borrower, orderId)).refunds_payable).toBe(500_500)
  await world.runJobs()
  expect(
    world.provider.refunds.filter(({ attemptRef }) => attemptRef === second.attemptRef),
  ).toMatchObject([{ amount: 500_500 }])
  expect(await ledgerOf(world, borrower, orderId)).toMatchObject({
    refunds_payable: 0,
    principal_receivable: 0,
    bank: 500_500 - 488_200,
  })
  expect((await detailOf(borrower, orderId)).orderState).toBe('settled')
})

test('of two payments on one instalment’s page the second is refunded, and the loan goes on as if it had never come', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  world.server.clock.advance({ days: 7 })
  const paymentId = await requestPayment(borrower, orderId)
  const amount = world.provider.links.get(paymentId)
  await world.webhook(world.provider.attempt(paymentId))
  const once = await detailOf(borrower, orderId)
  await world.webhook(world.provider.attempt(paymentId))
  await world.runJobs()
  expect(world.provider.refunds.at(-1)).toMatchObject({ amount })
  expect(await detailOf(borrower, orderId)).toMatchObject({
    position: once.position,
    schedule: once.schedule,
  })
  world.server.clock.advance({ days: 7 })
  await pay(world, borrower, orderId)
  expect(await paid(borrower, orderId)).toBe(2 * (amount ?? 0))
  await pay(world, borrower, orderId, 'all')
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'settled', overdueDays: 0 })
  expect((await audit(world.server.database.db)).faults).toEqual([])
})

test('an excess is applied as far as possible, and the rest is refunded', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  const paymentId = await requestPayment(borrower, orderId)
  await world.webhook(world.provider.attempt(paymentId, { amount: paise(600_000) }))
  await world.runJobs()
  expect(world.provider.refunds.at(-1)).toMatchObject({ amount: 99_500 })
  expect(await ledgerOf(world, borrower, orderId)).toMatchObject({
    refunds_payable: 0,
    interest_income: 500,
    principal_receivable: 0,
  })
})

test('a payment on a loan whose payout was reversed is refunded in full', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const paymentId = await requestPayment(borrower, orderId)
  world.bank.set(world.bank.sent.at(-1)?.key ?? '', { state: 'reversed', reason: 'returned' })
  world.server.clock.advance({ days: 1 })
  await runCloseOfBusiness(world.services)
  expect((await detailOf(borrower, orderId)).orderState).toBe('failed')
  await world.webhook(world.provider.attempt(paymentId))
  await world.runJobs()
  expect(world.provider.refunds.at(-1)).toMatchObject({ amount: 39_986 })
  expect(
    Object.values(await ledgerOf(world, borrower, orderId)).every(balance => balance === 0),
  ).toBe(true)
})
