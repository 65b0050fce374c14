import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { addDays, day } from '#domain/day.ts'
import { accounts } from '#domain/lending/ledger.ts'
import { basisPoints, paise } from '#domain/money.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { demoCatalogue, publish } from '#server/lending/orders/catalogue.ts'
import { forFile } from '#server/testing/for-file.ts'
import { addendumRead } from '#server/testing/key-facts.ts'
import {
  type Borrower,
  detailOf,
  ledgerOf,
  lendingWorld,
  pay,
  runningLoan,
  trialBalance,
} from '#server/testing/lending.ts'

const world = forFile(() => lendingWorld())
beforeAll(async () => {
  const [seven] = demoCatalogue.filter(({ id }) => id === 'saral-seven')
  if (seven?.kind !== 'own') throw new Error('the demonstration has no seven-day product')
  const terms = {
    ...seven.terms,
    processingFee: basisPoints(1_000),
    extensionFee: basisPoints(1_000),
    maxTenorDays: 28,
  }
  await publish(world.services.db, [
    ...demoCatalogue,
    { ...seven, id: 'dear-extension', name: 'Dear Extension', terms },
  ])
})
beforeEach(() => world.reset())
afterEach(async () => {
  const totals = Object.entries(await trialBalance(world))
  const sides = totals.map(([name, total]) =>
    accounts[name as keyof typeof accounts] === 'debit' ? total : -total,
  )
  expect(sides.reduce((sum, side) => sum + side, 0)).toBe(0)
})

const key = () => ({ idempotencyKey: randomUUID() })
const calls = (borrower: Borrower) => borrower.browser.calls(contract.extension)
const idOfPage = (url: string) => url.slice(url.lastIndexOf('/') + 1)

async function extensible(days = 7, productId = 'dear-extension') {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId })
  world.server.clock.advance({ days })
  await runCloseOfBusiness(world.services)
  return { borrower, orderId }
}

async function quote(borrower: Borrower, orderId: string) {
  const answer = await calls(borrower).calculate({ id: orderId })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data
}

async function wishOf(borrower: Borrower, orderId: string) {
  const { extensionId, orderRepayId } = await quote(borrower, orderId)
  return { extensionId, orderRepayId, orderId }
}

/** Reads the addendum of the requested extension, if there is one, and requests it. */
async function apply(
  borrower: Borrower,
  wish: Awaited<ReturnType<typeof wishOf>>,
  options = key(),
) {
  const keyFactsHash = await addendumRead(borrower.browser, wish)
  return calls(borrower).apply({ ...wish, keyFactsHash }, options)
}

/** Requests the offered extension, and returns its payment. */
async function request(borrower: Borrower, orderId: string): Promise<string> {
  const answer = await apply(borrower, await wishOf(borrower, orderId))
  if (!answer.ok) throw new Error(answer.reason)
  return idOfPage(answer.data.paymentUrl)
}

async function payFee(
  paymentId: string,
  { amount, paidAt }: { amount?: number; paidAt?: Date } = {},
) {
  const event = world.provider.attempt(paymentId, {
    ...(amount && { amount: paise(amount) }),
    ...(paidAt && { paidAt }),
  })
  expect((await world.webhook(event)).status).toBe(200)
  return event
}

async function payOnTheLoan(borrower: Borrower, orderId: string, amount: number) {
  const page = await borrower.browser.calls(contract.repay).repay({ orderId, scope: 'due' }, key())
  if (!page.ok) throw new Error(page.reason)
  await payFee(page.data.paymentId, { amount })
}

async function giveUp(borrower: Borrower, orderId: string) {
  return calls(borrower).giveUp(await wishOf(borrower, orderId), key())
}

/** Checks the books of an order whose extensions have all ended. */
async function expectClosedBooks(borrower: Borrower, orderId: string) {
  await world.runJobs()
  const detail = await detailOf(borrower, orderId)
  const ledger = await ledgerOf(world, borrower, orderId)
  const principal =
    detail.position?.instalments.reduce((sum, { owed }) => sum + owed.principal, 0) ?? 0
  const paid = detail.position?.paid ?? { interest: 0, penal: 0 }
  expect(ledger).toMatchObject({
    principal_receivable: principal,
    interest_receivable: ledger.interest_income - paid.interest,
    penal_receivable: ledger.penal_income - paid.penal,
    collection_clearing: 0,
    extension_advances: 0,
    refunds_payable: 0,
  })
  return { detail, ledger }
}

const refundsOf = ({ attemptRef }: { attemptRef: string }) =>
  world.provider.refunds
    .filter(refund => refund.attemptRef === attemptRef)
    .map(({ amount }) => amount)

test('V8 through the public calls: three extensions, then the loan: 6,640 paid on 4,410 received in 28 days', async () => {
  const { borrower, orderId } = await extensible()
  const before = await detailOf(borrower, orderId)
  const start = day(before.loanDate ?? '')
  expect(before).toMatchObject({
    arriveAmount: 441_000,
    isExtension: 1,
    extensionDueDay: addDays(start, 14),
  })
  for (const [index, afterDays] of [7, 14, 21].entries()) {
    const dueDay = addDays(start, afterDays)
    const newDueDay = addDays(start, afterDays + 7)
    expect(await quote(borrower, orderId)).toMatchObject({
      extensionFee: 53_500,
      extensionServiceFee: 50_000,
      gst: 7_627,
      penal: 0,
      interest: 3_500,
      extensionFeePaid: 0,
      extensionRate: 1_000,
      extensionDay: 7,
      isAwaiting: 0,
      extensionApplyTime: null,
      payoff: 503_500,
      dueDay,
      newDueDay,
      newDueAmount: 503_500,
      extensionTime: newDueDay,
      arriveAmount: 441_000,
      totalRepaid: 557_000 + index * 53_500,
      totalIfPaidNow: 503_500 + index * 53_500,
      ...(index === 2 && { apr: 65_466 }),
    })
    await payFee(await request(borrower, orderId))
    const { detail } = await expectClosedBooks(borrower, orderId)
    expect(detail).toMatchObject({
      orderState: 'loaned',
      extensionState: 3,
      repaymentDate: newDueDay,
      isExtension: 0,
      overdueDays: 0,
      schedule: [{ dueDay: newDueDay }],
      position: { payoff: 500_000, owed: { interest: 0 } },
    })
    expect(await borrower.browser.calls(contract.home).index({})).toMatchObject({
      data: {
        undwayList: [
          { amount: 503_500, interest: 3_500, dueDay: newDueDay, stillToRepay: 503_500 },
        ],
      },
    })
    world.server.clock.advance({ days: 7 })
    expect((await runCloseOfBusiness(world.services)).overdue).toBe(0)
  }
  expect(await calls(borrower).calculate({ id: orderId })).toMatchObject({
    reason: 'extension-longest-tenor',
    msg: 'This loan can run for at most 28 days, so you cannot extend the due date again.',
  })
  expect(await detailOf(borrower, orderId)).toMatchObject({
    isExtension: 0,
    extensionMsg: null,
    extensionDueDay: null,
    position: { dueNow: 503_500, interestDays: 7 },
  })
  await pay(world, borrower, orderId)
  const { detail, ledger } = await expectClosedBooks(borrower, orderId)
  expect(detail).toMatchObject({ orderState: 'settled', extensionState: 3, extensionFees: 150_000 })
  expect(ledger).toMatchObject({
    bank: 664_000 - 441_000,
    interest_income: 14_000,
    fee_income: 50_000 + 3 * (50_000 - 7_627),
    gst_payable: 9_000 + 3 * 7_627,
  })
  const home = await borrower.browser.calls(contract.home).index({})
  expect(home).toMatchObject({ data: { loansRepaid: 1, loansRepaidOnTime: 1 } })
})

test('an awaited extension has one request, one page and the same fee, and every page shows it', async () => {
  const { borrower, orderId } = await extensible(10)
  const offered = await quote(borrower, orderId)
  expect(offered).toMatchObject({ extensionFee: 56_511, penal: 1_511, interest: 5_000 })
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'overdue',
    isExtension: 1,
    extensionMsg: expect.stringMatching(/^To \d+ \w+ \d{4}\. You see the fee first\.$/),
  })
  const wish = await wishOf(borrower, orderId)
  const once = key()
  const links = world.provider.links.size
  const first = await apply(borrower, wish, once)
  expect(await apply(borrower, wish, once)).toEqual(first)
  expect(await apply(borrower, wish, key())).toEqual(first)
  const atOnce = await Promise.all(Array.from({ length: 4 }, () => apply(borrower, wish, key())))
  expect(atOnce).toEqual(Array(4).fill(first))
  expect(world.provider.links.size).toBe(links + 1)
  const before = await quote(borrower, orderId)
  world.server.clock.advance({ seconds: 20 * 3_600 })
  expect(await quote(borrower, orderId)).toMatchObject({
    extensionId: offered.extensionId,
    extensionFee: 56_511,
    isAwaiting: 1,
    newDueDay: offered.newDueDay,
    expiresAt: before.expiresAt,
    extensionApplyTime: before.extensionApplyTime,
  })
  expect(await borrower.browser.calls(contract.order).list({})).toMatchObject({
    data: [{ orderState: 'extension', extensionState: 2 }],
  })
  expect(await borrower.browser.calls(contract.home).index({})).toMatchObject({
    data: { undwayList: [{ orderState: 'extension', fullButtonName: 'View' }] },
  })
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'extension',
    isExtension: 0,
  })
  await giveUp(borrower, orderId)
})

test('the fee can be paid from a UPI app, which asks for exactly the fee', async () => {
  const { borrower, orderId } = await extensible(7)
  const answer = await apply(borrower, await wishOf(borrower, orderId))
  if (!answer.ok || answer.data.paymentId === null) throw new Error('there is no page')
  const { paymentId, paymentUrl } = answer.data
  expect(idOfPage(paymentUrl)).toBe(paymentId)
  const upi = await borrower.browser.calls(contract.repay).upi({ paymentId })
  // ₹500 and seven days' interest of ₹5 (product §11, V8).
  expect(upi).toMatchObject({ ok: true, data: { amount: 535_00, payee: 'Test Lender' } })
  expect(upi.ok && upi.data.intent).toContain('&am=535.00&')
  await payFee(paymentId)
  expect((await expectClosedBooks(borrower, orderId)).detail).toMatchObject({
    orderState: 'loaned',
    extensionState: 3,
  })
})

test('paid in parts, each part is held, and the last one moves the date; ten reports of it count once', async () => {
  const { borrower, orderId } = await extensible(10)
  await payFee(await request(borrower, orderId), { amount: 20_000 })
  expect(await quote(borrower, orderId)).toMatchObject({
    extensionFee: 36_511,
    extensionFeePaid: 20_000,
    isAwaiting: 1,
  })
  expect((await ledgerOf(world, borrower, orderId)).extension_advances).toBe(20_000)
  expect((await detailOf(borrower, orderId)).position?.payoff).toBe(506_511)
  const rest = await request(borrower, orderId)
  expect(world.provider.links.get(rest)).toBe(36_511)
  const event = world.provider.attempt(rest)
  const messages = Array.from({ length: 10 }, (_, index) =>
    index % 2 ? event : { ...event, eventId: randomUUID() },
  )
  const answers = await Promise.all(messages.map(message => world.webhook(message)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const { detail, ledger } = await expectClosedBooks(borrower, orderId)
  expect(detail).toMatchObject({
    orderState: 'loaned',
    extensionState: 3,
    overdueDays: 0,
    position: { payoff: 500_000, paid: { penal: 1_511, interest: 5_000 } },
  })
  expect(ledger).toMatchObject({ penal_income: 1_511, interest_income: 5_000 })
})

test('what exceeds the fee, and a second payment of it, are refunded', async () => {
  const { borrower, orderId } = await extensible(7)
  const wish = await wishOf(borrower, orderId)
  const paymentId = await request(borrower, orderId)
  const first = await payFee(paymentId, { amount: 60_000 })
  const second = await payFee(paymentId)
  const { detail } = await expectClosedBooks(borrower, orderId)
  expect([refundsOf(first), refundsOf(second)]).toEqual([[6_500], [53_500]])
  expect(detail.position).toMatchObject({ payoff: 500_000 })
  expect(await apply(borrower, wish, key())).toMatchObject({ reason: 'nothing-to-pay' })
  expect(await calls(borrower).calculate({ id: orderId })).toMatchObject({
    reason: 'extension-not-available',
  })
})

test('lapses after 24 hours without payment: its advance is applied to the loan, and so is any later payment', async () => {
  const { borrower, orderId } = await extensible(10)
  const wish = await wishOf(borrower, orderId)
  const paymentId = await request(borrower, orderId)
  await payFee(paymentId, { amount: 20_000 })
  const { expiresAt } = await quote(borrower, orderId)
  world.server.clock.set(new Date(expiresAt.getTime() - 1_000))
  expect((await runCloseOfBusiness(world.services)).lapsed).toBe(0)
  world.server.clock.set(expiresAt)
  expect(await apply(borrower, wish, key())).toMatchObject({ reason: 'extension-expired' })
  expect((await runCloseOfBusiness(world.services)).lapsed).toBe(1)
  const { detail } = await expectClosedBooks(borrower, orderId)
  // 5,000 and 55 interest for 11 days and 20.14 penal charge for 4, less the 200
  expect(detail).toMatchObject({
    orderState: 'overdue',
    extensionState: 4,
    overdueDays: 4,
    position: { payoff: 487_514, paid: { penal: 2_014, interest: 5_500 } },
  })
  expect(await runCloseOfBusiness(world.services)).toMatchObject({ lapsed: 0 })
  await payFee(paymentId, { amount: 36_511 })
  const later = await expectClosedBooks(borrower, orderId)
  expect(later.detail).toMatchObject({
    orderState: 'overdue',
    extensionState: 4,
    position: { payoff: 487_514 - 36_511 },
  })
  expect((await quote(borrower, orderId)).extensionId).not.toBe(wish.extensionId)
  expect(await apply(borrower, wish, key())).toMatchObject({ reason: 'extension-expired' })
})

test('money that the provider has in time is not late, though its message is', async () => {
  const { borrower, orderId } = await extensible(7)
  world.provider.attempt(await request(borrower, orderId))
  world.server.clock.advance({ days: 1 })
  expect((await runCloseOfBusiness(world.services)).lapsed).toBe(0)
  const { detail } = await expectClosedBooks(borrower, orderId)
  expect(detail).toMatchObject({
    orderState: 'loaned',
    extensionState: 3,
    position: { owed: { interest: 500 } },
  })
})

test('the second part of a fee is not late either, if only the first part was reported', async () => {
  const { borrower, orderId } = await extensible(7)
  const paymentId = await request(borrower, orderId)
  await payFee(paymentId, { amount: 20_000 })
  world.provider.attempt(paymentId, { amount: paise(33_500), paidAt: world.server.clock.now() })
  world.server.clock.advance({ days: 1 })
  expect((await runCloseOfBusiness(world.services)).lapsed).toBe(0)
  const { detail } = await expectClosedBooks(borrower, orderId)
  expect(detail).toMatchObject({ orderState: 'loaned', extensionState: 3 })
})

test('money paid after the time is late and goes to the loan, even if nothing has recorded the end', async () => {
  const { borrower, orderId } = await extensible(7)
  const inTime = await request(borrower, orderId)
  const late = (await quote(borrower, orderId)).expiresAt
  await payFee(inTime, { amount: 10_000, paidAt: new Date(late.getTime() - 1_000) })
  world.server.clock.set(new Date(late.getTime() + 30_000))
  await payFee(inTime, { amount: 43_500, paidAt: late })
  const { detail } = await expectClosedBooks(borrower, orderId)
  expect(detail).toMatchObject({ orderState: 'overdue', extensionState: 4, overdueDays: 1 })
  // 5,000 and 40 interest for 8 days and 5.04 penal charge for 1, less the 535
  expect(detail.position?.payoff).toBe(451_004)
})

test('the statement of account lists the events of an extension in their order', async () => {
  const { borrower, orderId } = await extensible(7)
  await payFee(await request(borrower, orderId))
  const documents = borrower.browser.calls(contract.loanDocument)
  const issued = await documents.statement({ orderId })
  const page = await documents.page({ documentId: issued.ok ? issued.data.documentId : '' })
  const rows =
    (page.ok && page.data.sections.find(({ table }) => table !== null)?.table?.rows) || []
  expect(rows.map(cells => cells[1])).toEqual([
    'Paid out to your bank account',
    'Fee',
    'GST on the fee',
    'Interest',
    'Payment received',
    'Set aside for extending the due date',
    'Used from the amount set aside',
    'Fee',
    'GST on the fee',
  ])
})

test('an abandoned extension returns the loan to its state by the due date, with its advance applied, once however often it is requested', async () => {
  const early = await extensible(5)
  const wish = await wishOf(early.borrower, early.orderId)
  expect(await calls(early.borrower).giveUp(wish, key())).toMatchObject({ reason: 'order-state' })
  await payFee(await request(early.borrower, early.orderId), { amount: 10_000 })
  const givenUp = { ok: true, data: { orderState: 'loaned', extensionState: 5 } }
  expect(await calls(early.borrower).giveUp(wish, key())).toMatchObject(givenUp)
  expect(await calls(early.borrower).giveUp(wish, key())).toMatchObject(givenUp)
  const { detail } = await expectClosedBooks(early.borrower, early.orderId)
  expect(detail).toMatchObject({
    isExtension: 1,
    position: { payoff: 492_500, paid: { interest: 2_500, principal: 7_500 } },
  })
  expect(await apply(early.borrower, wish, key())).toMatchObject({ reason: 'terms-changed' })
  expect(await addendaOf(early)).toEqual([true])

  const late = await extensible(9)
  for (const _ of [1, 2]) {
    await request(late.borrower, late.orderId)
    expect(await giveUp(late.borrower, late.orderId)).toMatchObject({
      data: { orderState: 'overdue', extensionState: 5 },
    })
  }
  await request(late.borrower, late.orderId)
  expect(await addendaOf(late)).toEqual([true, true, false])
})

/** Which addenda of the order's extensions are withdrawn, oldest first. */
async function addendaOf({ borrower, orderId }: { borrower: Borrower; orderId: string }) {
  const listed = await borrower.browser.calls(contract.loanDocument).list({ orderId })
  if (!listed.ok) throw new Error(listed.reason)
  return listed.data.documents
    .filter(({ kind }) => kind === 'key-facts-addendum')
    .map(({ isWithdrawn }) => isWithdrawn)
}

test('a payment on the loan meanwhile is applied first, and reduces the fee', async () => {
  const { borrower, orderId } = await extensible(10)
  const first = await request(borrower, orderId)
  await payOnTheLoan(borrower, orderId, 106_511)
  const lower = { extensionFee: 40_000, gst: 6_102, penal: 0, interest: 0, isAwaiting: 1 }
  expect(await quote(borrower, orderId)).toMatchObject(lower)
  expect((await detailOf(borrower, orderId)).orderState).toBe('extension')
  // The first page still asks for the original fee: the excess is refunded.
  const event = await payFee(first)
  const { detail } = await expectClosedBooks(borrower, orderId)
  expect(detail).toMatchObject({
    orderState: 'loaned',
    extensionState: 3,
    position: { payoff: 400_000 },
  })
  expect(refundsOf(event)).toEqual([16_511])
})

test('an advance may cover the whole fee once a payment on the loan has reduced it', async () => {
  const { borrower, orderId } = await extensible(10)
  const part = await payFee(await request(borrower, orderId), { amount: 45_000 })
  await payOnTheLoan(borrower, orderId, 106_511)
  const { detail } = await expectClosedBooks(borrower, orderId)
  expect(detail).toMatchObject({
    orderState: 'loaned',
    extensionState: 3,
    position: { payoff: 400_000 },
  })
  expect(refundsOf(part)).toEqual([5_000])
})

test('repaying the loan meanwhile settles it, ends the extension, and refunds its advance', async () => {
  const { borrower, orderId } = await extensible(10)
  const part = await payFee(await request(borrower, orderId), { amount: 20_000 })
  await pay(world, borrower, orderId, 'all')
  const { detail, ledger } = await expectClosedBooks(borrower, orderId)
  expect(detail).toMatchObject({
    orderState: 'settled',
    extensionState: 0,
    position: { payoff: 0 },
  })
  expect(ledger.bank).toBe(506_511 - 441_000)
  expect(refundsOf(part)).toEqual([20_000])
  expect(await calls(borrower).calculate({ id: orderId })).toMatchObject({
    reason: 'nothing-to-pay',
  })
})

test('moves the late instalment and the later ones with it; once it is paid, there is nothing to move', async () => {
  const { borrower, orderId } = await extensible(9, 'saral-weekly')
  const before = await detailOf(borrower, orderId)
  await payFee(await request(borrower, orderId))
  const { detail } = await expectClosedBooks(borrower, orderId)
  const moved = before.schedule.map(({ dueDay }) => addDays(dueDay, 9))
  expect(detail.position?.instalments.map(({ dueDay }) => dueDay)).toEqual(moved)
  expect(detail.schedule.map(({ dueDay }) => dueDay)).toEqual(moved)

  const other = await extensible(5, 'saral-weekly')
  await payFee(await request(other.borrower, other.orderId), { amount: 1_000 })
  await pay(world, other.borrower, other.orderId)
  const ended = await expectClosedBooks(other.borrower, other.orderId)
  expect(ended.detail).toMatchObject({ orderState: 'loaned', extensionState: 0 })
})

test('if the provider is down, the request stands, nothing was taken, and the same action succeeds later', async () => {
  const { borrower, orderId } = await extensible(7)
  const wish = await wishOf(borrower, orderId)
  const once = key()
  world.provider.isDown = true
  expect(await apply(borrower, wish, once)).toMatchObject({ reason: 'payment-not-available' })
  expect((await detailOf(borrower, orderId)).orderState).toBe('extension')
  world.provider.isDown = false
  const page = await apply(borrower, wish, once)
  if (!page.ok) throw new Error(page.reason)
  await payFee(idOfPage(page.data.paymentUrl))
  expect((await expectClosedBooks(borrower, orderId)).detail).toMatchObject({
    orderState: 'loaned',
    extensionState: 3,
  })
})

test('a payout reversed after an extension refunds the extension to the rupee', async () => {
  const { borrower, orderId } = await extensible(2)
  await payFee(await request(borrower, orderId), { amount: 10_000 })
  await giveUp(borrower, orderId)
  await payFee(await request(borrower, orderId))
  world.bank.set(world.bank.sent.at(-1)?.key ?? '', { state: 'reversed', reason: 'returned' })
  world.server.clock.advance({ days: 1 })
  expect((await runCloseOfBusiness(world.services)).reversed).toBe(1)
  await world.runJobs()
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'failed', position: null })
  expect(
    Object.values(await ledgerOf(world, borrower, orderId)).every(balance => balance === 0),
  ).toBe(true)
})

test('an offer that was not shown cannot be requested, and another borrower’s order answers as missing', async () => {
  const { borrower, orderId } = await extensible(7)
  const wish = await wishOf(borrower, orderId)
  const stranger = await world.borrower()
  expect(await calls(stranger).calculate({ id: orderId })).toMatchObject({
    reason: 'order-not-found',
  })
  expect(await apply(stranger, wish, key())).toMatchObject({ reason: 'order-not-found' })
  expect(await calls(stranger).giveUp(wish, key())).toMatchObject({ reason: 'order-not-found' })
  expect(await apply(borrower, { ...wish, extensionId: 'other' }, key())).toMatchObject({
    reason: 'terms-changed',
  })
  expect(await apply(borrower, { ...wish, orderRepayId: `${orderId}-2` }, key())).toMatchObject({
    reason: 'terms-changed',
  })
  world.server.clock.advance({ days: 1 })
  expect(await apply(borrower, wish, key())).toMatchObject({ reason: 'terms-changed' })
  expect((await detailOf(borrower, orderId)).extensionState).toBe(0)
})
