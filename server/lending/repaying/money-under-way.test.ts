/** A payment that was begun on a page, and whose bank has not answered yet. */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { addDays, type Day, startOfIndiaDay } from '#domain/day.ts'
import { audit } from '#server/lending/books/audit.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { sandboxMessages } from '#server/providers/sms/simulator.ts'
import { forFile } from '#server/testing/for-file.ts'
import {
  type Borrower,
  detailOf,
  type LendingWorld,
  lendingWorld,
  runningLoan,
} from '#server/testing/lending.ts'

const world = forFile(() => lendingWorld())
beforeEach(() => world.reset())

async function at(day: Day, hour: number): Promise<void> {
  const targetMs = startOfIndiaDay(day).getTime() + hour * 3_600_000
  world.server.clock.advance({ seconds: (targetMs - world.server.clock.now().getTime()) / 1_000 })
  await runCloseOfBusiness(world.services)
  await world.runJobs()
}

const textsTo = async ({ phone }: Borrower) => {
  const { db, cipher } = world.services
  return (await sandboxMessages({ db, cipher }, phone)).map(({ text }) => text)
}

/** A loan on its due day, in the evening, and its page. */
async function onDueDay() {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const day = (await detailOf(borrower, orderId)).position?.fallsDue?.day as Day
  await at(day, 18.5)
  return { borrower, orderId, day }
}

async function openPage({ borrower, orderId }: { borrower: Borrower; orderId: string }) {
  const page = await borrower.browser
    .calls(contract.repay)
    .repay({ orderId, scope: 'due' }, { idempotencyKey: randomUUID() })
  if (!page.ok) throw new Error(page.reason)
  return page.data.paymentId
}

async function cardOf({ browser }: Borrower) {
  const home = await browser.calls(contract.home).index({})
  return home.ok ? home.data.undwayList[0] : undefined
}

async function deliver(event: Parameters<LendingWorld['webhook']>[0]): Promise<void> {
  expect((await world.webhook(event)).status).toBe(200)
  await world.runJobs()
}

const later = (loan: { day: Day }, days: number) => addDays(loan.day, days)

test('nobody is asked for it again or called late, and paid in time it was in time', async () => {
  const loan = await onDueDay()
  const { borrower, orderId, day } = loan
  const paymentId = await openPage(loan)
  const paidAt = world.services.clock.now()
  const begun = world.provider.begin(paymentId, paidAt)
  const before = await textsTo(borrower)
  await at(later(loan, 1), 10)
  expect(await textsTo(borrower)).toEqual(before)
  const amount = 39_986
  const underWay = { amount }
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'loaned',
    overdueDays: 0,
    overdueFee: 0,
    underWay,
    payment: { status: 'pending' },
  })
  expect(await cardOf(borrower)).toMatchObject({
    orderState: 'loaned',
    dueDay: day,
    amount,
    overdueDays: 0,
    penal: 0,
    underWay,
  })
  expect(await borrower.browser.calls(contract.order).list({})).toMatchObject({
    data: [{ orderState: 'loaned', overdue: null, next: { day, amount }, underWay }],
  })
  await deliver(world.provider.attempt(paymentId, { ...begun, paidAt }))
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'loaned',
    overdueDays: 0,
    underWay: null,
    position: { paid: { penal: 0 } },
  })
  expect((await audit(world.services.db)).faults).toEqual([])
})

test('one that failed after all is asked for on the same day, with the charge', async () => {
  const loan = await onDueDay()
  const paymentId = await openPage(loan)
  const begun = world.provider.begin(paymentId)
  await at(later(loan, 1), 10)
  // The provider says no time: since it was opened.
  expect(await detailOf(loan.borrower, loan.orderId)).toMatchObject({
    orderState: 'loaned',
    overdueDays: 0,
  })
  await deliver(world.provider.attempt(paymentId, { ...begun, state: 'failed' }))
  await at(later(loan, 1), 11)
  const [text] = await textsTo(loan.borrower)
  expect(text).toContain('please pay Rs 400.56')
  expect(text).toContain('a penal charge of Rs 0.40')
  expect(await detailOf(loan.borrower, loan.orderId)).toMatchObject({
    orderState: 'overdue',
    overdueDays: 1,
    underWay: null,
  })
})

test('a page that was opened and not paid on stops no reminder', async () => {
  const loan = await onDueDay()
  await openPage(loan)
  await at(later(loan, 1), 10)
  expect((await textsTo(loan.borrower))[0]).toContain('please pay Rs 400.56')
  expect(await detailOf(loan.borrower, loan.orderId)).toMatchObject({
    orderState: 'overdue',
    underWay: null,
  })
})

test('nobody is reminded as long as the provider cannot say whether an open page was paid', async () => {
  const loan = await onDueDay()
  await openPage(loan)
  const before = await textsTo(loan.borrower)
  world.provider.isDown = true
  await at(later(loan, 1), 10)
  world.provider.isDown = false
  expect(await textsTo(loan.borrower)).toEqual(before)
  await at(later(loan, 1), 11)
  expect((await textsTo(loan.borrower))[0]).toContain('please pay Rs 400.56')
})

test('money that is under way for more than five days counts no longer', async () => {
  const loan = await onDueDay()
  world.provider.begin(await openPage(loan))
  await at(later(loan, 1), 10)
  await at(later(loan, 4), 10)
  expect((await detailOf(loan.borrower, loan.orderId)).orderState).toBe('loaned')
  await at(later(loan, 7), 10)
  expect(await detailOf(loan.borrower, loan.orderId)).toMatchObject({
    orderState: 'overdue',
    overdueDays: 7,
    underWay: null,
  })
  expect((await textsTo(loan.borrower))[0]).toContain('please pay Rs')
})
