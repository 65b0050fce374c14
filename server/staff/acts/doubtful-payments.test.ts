import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { paise } from '#domain/money.ts'
import { audit } from '#server/lending/books/audit.ts'
import type { PaymentEvent } from '#server/providers/payment/port.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { detailOf, ledgerOf, lendingWorld, runningLoan } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

let operations: Browser
let finance: Browser
const world = forFile(() => lendingWorld())
beforeAll(async () => {
  operations = await staffBrowser(world.server, 'operations')
  finance = await staffBrowser(world.server, 'finance')
})
afterEach(() => vi.restoreAllMocks())

/** A running loan with an open page for what is due. */
async function openPage() {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  // No other payment request is open.
  world.jobs.splice(0)
  const { repay } = borrower.browser.calls(contract.repay)
  const opened = await repay({ orderId, scope: 'due' }, { idempotencyKey: randomUUID() })
  if (!opened.ok) throw new Error(opened.reason)
  const { paymentId } = opened.data
  const books = () => ledgerOf(world, borrower, orderId)
  const { orderNo } = await detailOf(borrower, orderId)
  return { borrower, orderId, orderNo, paymentId, books, before: await books() }
}

const doubts: [string, Partial<PaymentEvent>, string[], number | null][] = [
  ['in USD', { currency: 'USD' }, ['not-in-rupees', 'USD'], null],
  ['in JPY', { currency: 'JPY' }, ['not-in-rupees', 'JPY'], null],
  ['that was not captured', {}, ['not-captured'], 39_986],
]

async function itemOf(attemptRef: string) {
  const list = await operations.calls(staffContract.inbox).list({ kind: 'unknown-payment' })
  if (!list.ok) throw new Error(list.reason)
  return list.data.items.find(({ id }) => id.includes(attemptRef))
}

const spyOnErrors = () => vi.spyOn(world.services.log, 'error').mockImplementation(() => undefined)

test.each(doubts)(
  'a signed payment %s is not booked, and waits for a person',
  async (_what, about, [doubt, ...currency], amount) => {
    const { borrower, orderId, orderNo, paymentId, books, before } = await openPage()
    const errors = spyOnErrors()
    const event = world.provider.attempt(paymentId, { state: 'doubtful', ...about })
    for (const eventId of [event.eventId, event.eventId, randomUUID()])
      expect((await world.webhook({ ...event, eventId })).status).toBe(200)
    expect(await books()).toEqual(before)
    expect((await detailOf(borrower, orderId)).payment).toMatchObject({ status: 'pending' })
    expect(await borrower.browser.calls(contract.repay).status({ paymentId })).toMatchObject({
      data: { status: 'pending' },
    })
    expect(await itemOf(event.attemptRef)).toMatchObject({
      kind: 'unknown-payment',
      notes: [doubt],
      names: [world.provider.name, ...currency],
      amount,
      orderNo,
    })
    expect(errors.mock.calls.map(([details]) => details)).toEqual([
      expect.objectContaining({ attemptRef: event.attemptRef, doubt }),
    ])
    expect((await audit(world.server.database.db)).faults).toEqual([])
  },
)

test.each(doubts)(
  'a payment %s that only the vendor’s answer names is the same exception, once',
  async (_what, about, [doubt, ...currency]) => {
    const { paymentId, books, before } = await openPage()
    const errors = spyOnErrors()
    const { attemptRef } = world.provider.attempt(paymentId, { state: 'doubtful', ...about })
    world.server.clock.advance({ seconds: 90 })
    await world.runJobs({ later: 'ask-payment' })
    world.server.clock.advance({ seconds: 600 })
    await world.runJobs({ later: 'ask-payment' })
    expect(await itemOf(attemptRef)).toMatchObject({
      notes: [doubt],
      names: [world.provider.name, ...currency],
    })
    expect(await books()).toEqual(before)
    expect(errors).toHaveBeenCalledTimes(1)
  },
)

test('a doubtful payment that the vendor captures later is booked, and its item ends', async () => {
  const { borrower, orderId, paymentId } = await openPage()
  spyOnErrors()
  const event = world.provider.attempt(paymentId, { state: 'doubtful' })
  await world.webhook(event)
  expect(await itemOf(event.attemptRef)).toBeDefined()
  await world.webhook({ ...event, eventId: randomUUID(), state: 'paid' })
  expect(await itemOf(event.attemptRef)).toBeUndefined()
  expect((await detailOf(borrower, orderId)).payment).toMatchObject({ status: 'paid' })
})

test('two persons close a doubtful payment, and no later message opens it again', async () => {
  const { paymentId } = await openPage()
  spyOnErrors()
  const event = world.provider.attempt(paymentId, {
    state: 'doubtful',
    currency: 'USD',
    amount: paise(1_234),
  })
  await world.webhook(event)
  const item = await itemOf(event.attemptRef)
  const proposals = operations.calls(staffContract.proposal)
  const proposal = await proposals.closeUnknownPayment({
    id: item?.id ?? '',
    reference: 'AXIS00000001',
    why: 'The vendor sent the dollars back.',
  })
  if (!proposal.ok) throw new Error(proposal.reason)
  const { proposalId } = proposal.data
  expect(
    await finance.calls(staffContract.proposal).approve({ proposalId, reason: 'I read it.' }),
  ).toMatchObject({
    ok: true,
  })
  await world.webhook({ ...event, eventId: randomUUID() })
  expect(await itemOf(event.attemptRef)).toBeUndefined()
})
