import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { paise } from '#domain/money.ts'
import { audit } from '#server/lending/books/audit.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import type { PaymentEvent } from '#server/providers/payment/port.ts'
import { forFile } from '#server/testing/for-file.ts'
import {
  type Borrower,
  detailOf,
  ledgerOf,
  lendingWorld,
  pay,
  runningLoan,
} from '#server/testing/lending.ts'

const world = forFile(() => lendingWorld())

type Scope = 'due' | 'all' | number

/** Money that was paid, and that its bank has not reported yet. */
type Paid = { readonly paymentId: string; readonly paidAt: Date; readonly amount: number }

/** Pays on a new page now, or a part in paise. */
async function paid(borrower: Borrower, orderId: string, scope: Scope = 'due'): Promise<Paid> {
  const about =
    typeof scope === 'number'
      ? ({ scope: 'part', amount: paise(scope) } as const)
      : ({ scope } as const)
  const page = await borrower.browser
    .calls(contract.repay)
    .repay({ orderId, ...about }, { idempotencyKey: randomUUID() })
  if (!page.ok) throw new Error(page.reason)
  world.server.clock.advance({ seconds: 1 })
  const { paymentId } = page.data
  const amount = world.provider.links.get(paymentId) ?? 0
  return { paymentId, paidAt: world.server.clock.now(), amount }
}

/** Reports payments, in this order. */
async function reportPayments(...payments: Paid[]): Promise<PaymentEvent[]> {
  const events: PaymentEvent[] = []
  for (const { paymentId, paidAt } of payments) {
    const event = world.provider.attempt(paymentId, { paidAt })
    expect((await world.webhook(event)).status).toBe(200)
    events.push(event)
  }
  await world.runJobs()
  return events
}

async function nextDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    world.server.clock.advance({ days: 1 })
    await runCloseOfBusiness(world.services)
  }
}

/** The amount refunded of each of these payments. */
function sentBack(...events: (PaymentEvent | undefined)[]): number[] {
  return events.map(event =>
    world.provider.refunds
      .filter(({ attemptRef }) => attemptRef === event?.attemptRef)
      .reduce((sum, { amount }) => sum + amount, 0),
  )
}

async function historyOf(borrower: Borrower) {
  const home = await borrower.browser.calls(contract.home).index({})
  if (!home.ok) throw new Error(home.reason)
  const { loansRepaid, loansRepaidOnTime } = home.data
  return { loansRepaid, loansRepaidOnTime }
}

async function expectSoundBooks(): Promise<void> {
  expect((await audit(world.services.db)).faults).toEqual([])
}

describe('a payment on the due day that becomes known after another one', () => {
  test('takes its place: the later payment goes back, with no penal charge and no day of interest kept', async () => {
    const borrower = await world.borrower()
    const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
    await nextDays(7)
    const inTime = await paid(borrower, orderId, 'all')
    await nextDays(1)
    const later = await paid(borrower, orderId, 'all')
    // A day of interest on 5,000 and of the penal charge on 5,035.
    expect([inTime.amount, later.amount]).toEqual([5_035_00, 5_045_04])
    const [second] = await reportPayments(later)
    expect(await historyOf(borrower)).toEqual({ loansRepaid: 1, loansRepaidOnTime: 0 })
    const [first] = await reportPayments(inTime)
    expect(sentBack(first, second)).toEqual([0, 5_045_04])
    expect(await detailOf(borrower, orderId)).toMatchObject({
      orderState: 'settled',
      position: { payoff: 0, paid: { principal: 5_000_00, interest: 35_00, penal: 0 } },
    })
    expect(await ledgerOf(world, borrower, orderId)).toMatchObject({
      penal_income: 0,
      interest_income: 35_00,
      refunds_payable: 0,
      bank: 5_035_00 - 4_882_00,
    })
    expect(await historyOf(borrower)).toEqual({ loansRepaid: 1, loansRepaidOnTime: 1 })
    await expectSoundBooks()
  })

  test('cures the loan though a rupee was paid meanwhile, which pays ahead', async () => {
    const borrower = await world.borrower()
    const orderId = await runningLoan(world, borrower)
    await nextDays(7)
    const inTime = await paid(borrower, orderId)
    await nextDays(1)
    const rupee = await paid(borrower, orderId, 1_00)
    const [second] = await reportPayments(rupee)
    expect((await detailOf(borrower, orderId)).orderState).toBe('overdue')
    const [first] = await reportPayments(inTime)
    expect(await detailOf(borrower, orderId)).toMatchObject({
      orderState: 'loaned',
      overdueDays: 0,
      overdueFee: 0,
      position: { paid: { penal: 0 } },
    })
    expect(sentBack(first, second)).toEqual([0, 0])
    await pay(world, borrower, orderId, 'all')
    expect(await historyOf(borrower)).toEqual({ loansRepaid: 1, loansRepaidOnTime: 1 })
    await expectSoundBooks()
  })
})

test('parts bear the interest of the days on which they were paid, though they become known in reverse order', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  await nextDays(4)
  // Four days of 0.08 % on 5,000 are 16.00, so that 25.00 are left, which bear 0.02 a day.
  const most = await paid(borrower, orderId, 4_991_00)
  await nextDays(1)
  const rest = await paid(borrower, orderId, 30_00)
  const events = await reportPayments(rest, most)
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'settled',
    position: { paid: { principal: 5_000_00, interest: 16_02, penal: 0 } },
  })
  expect(sentBack(...events)).toEqual([4_98, 0])
  await expectSoundBooks()
})
