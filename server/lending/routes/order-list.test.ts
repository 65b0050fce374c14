import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { indiaDayOf } from '#domain/day.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { forFile } from '#server/testing/for-file.ts'
import { addendumRead, keyFactsRead } from '#server/testing/key-facts.ts'
import {
  type Borrower,
  detailOf,
  lendingWorld,
  pay,
  runningLoan,
  wish,
} from '#server/testing/lending.ts'
import { money } from '#words/format.ts'

const world = forFile(() => lendingWorld())
beforeEach(() => world.reset())

const key = () => ({ idempotencyKey: randomUUID() })
const orderOf = ({ browser }: Borrower) => browser.calls(contract.order)

async function newest(borrower: Borrower) {
  const list = await orderOf(borrower).list({})
  if (!list.ok) throw new Error(list.reason)
  return list.data[0]
}

async function onHome(borrower: Borrower) {
  const home = await borrower.browser.calls(contract.home).index({})
  if (!home.ok) throw new Error(home.reason)
  return home.data.undwayList[0]
}

/** The ids of the offers on home. */
async function offersTo(borrower: Borrower): Promise<readonly string[]> {
  const home = await borrower.browser.calls(contract.home).index({})
  if (!home.ok) throw new Error(home.reason)
  return home.data.homeProductVos.map(({ id }) => id)
}

async function applied(
  borrower: Borrower,
  about: Parameters<typeof wish>[1] = {},
): Promise<string> {
  const application = await orderOf(borrower).apply(
    wish(borrower, { productId: 'saral-seven', ...about }),
    key(),
  )
  if (!application.ok) throw new Error(application.reason)
  await world.runJobs()
  return application.data.orderId
}

/** The total paid according to the certificate. */
async function certified(borrower: Borrower, orderId: string): Promise<string | undefined> {
  const documents = borrower.browser.calls(contract.loanDocument)
  const listed = await documents.list({ orderId })
  const certificate = listed.ok
    ? listed.data.documents.find(({ kind }) => kind === 'no-dues-certificate')
    : undefined
  const page = await documents.page({ documentId: certificate?.documentId ?? '' })
  return page.ok
    ? page.data.sections.flatMap(({ rows }) => rows).find(({ label }) => label === 'Total paid')
        ?.value
    : page.reason
}

test('home announces the net amount until the money arrived, and not after', async () => {
  const borrower = await world.borrower()
  const orderId = await applied(borrower)
  expect(await newest(borrower)).toMatchObject({
    orderState: 'pass',
    arriveAmount: 488_200,
    overdue: null,
    paidInAll: null,
  })
  expect(await onHome(borrower)).toMatchObject({ orderState: 'pass', toReceive: 488_200 })
  const keyFactsHash = await keyFactsRead(borrower.browser, orderId)
  await orderOf(borrower).loan({ orderId, keyFactsHash }, key())
  expect(await onHome(borrower)).toMatchObject({ orderState: 'lending', toReceive: 488_200 })
  await world.runJobs()
  expect(await newest(borrower)).toMatchObject({
    orderState: 'loaned',
    arriveAmount: 488_200,
    overdue: null,
    paidInAll: null,
  })
  expect(await onHome(borrower)).toMatchObject({ orderState: 'loaned', toReceive: null, penal: 0 })
})

test('three days late, the list and home show the amount to pay now with its penal charge, and later the total paid', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  world.server.clock.advance({ days: 7 })
  const dueDay = indiaDayOf(world.server.clock.now())
  expect(await newest(borrower)).toMatchObject({
    overdue: null,
    next: { day: dueDay, amount: 503_500 },
  })
  world.server.clock.advance({ days: 3 })
  await runCloseOfBusiness(world.services)
  expect(await newest(borrower)).toMatchObject({
    orderState: 'overdue',
    repaymentAmount: 503_500,
    overdue: { days: 3, since: dueDay, amount: 506_511, penal: 1_511 },
    next: null,
    paidInAll: null,
  })
  expect(await onHome(borrower)).toMatchObject({
    amountMsg: 'Overdue',
    amount: 506_511,
    penal: 1_511,
  })
  await pay(world, borrower, orderId)
  expect(await newest(borrower)).toMatchObject({
    orderState: 'settled',
    overdue: null,
    paidInAll: 506_511,
  })
  expect(await certified(borrower, orderId)).toBe('₹5,065.11')
})

test('of thirteen instalments only the late ones are to pay now', async () => {
  const borrower = await world.borrower()
  await runningLoan(world, borrower)
  world.server.clock.advance({ days: 7 })
  const since = indiaDayOf(world.server.clock.now())
  world.server.clock.advance({ days: 1 })
  await runCloseOfBusiness(world.services)
  const late = await newest(borrower)
  // The instalment of ₹399.86, one more day of interest on its principal, and 0.1% of it for one day.
  expect(late?.overdue).toEqual({ days: 1, since, amount: 399_86 + 30 + 40, penal: 40 })
})

test('the total paid includes the extension, for each loan by itself', async () => {
  const borrower = await world.borrower()
  const early = await runningLoan(world, borrower, { productId: 'saral-seven', rupees: 3_000 })
  await pay(world, borrower, early, 'all')
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  world.server.clock.advance({ days: 10 })
  await runCloseOfBusiness(world.services)
  const extension = borrower.browser.calls(contract.extension)
  const quote = await extension.calculate({ id: orderId })
  if (!quote.ok) throw new Error(quote.reason)
  const { extensionId, orderRepayId } = quote.data
  const keyFactsHash = await addendumRead(borrower.browser, { orderId, extensionId })
  const page = await extension.apply(
    { extensionId, orderRepayId, orderId, ...(keyFactsHash && { keyFactsHash }) },
    key(),
  )
  if (!page.ok) throw new Error(page.reason)
  await world.webhook(
    world.provider.attempt(page.data.paymentUrl.slice(page.data.paymentUrl.lastIndexOf('/') + 1)),
  )
  expect(await newest(borrower)).toMatchObject({
    orderState: 'loaned',
    extensionState: 3,
    overdue: null,
  })
  world.server.clock.advance({ days: 7 })
  await pay(world, borrower, orderId, 'all')
  const list = await orderOf(borrower).list({})
  // Extended after ten days for ₹165.11, then repaid seven days later with seven days of interest; the first on its first day.
  expect(list.ok && list.data.map(({ paidInAll }) => paidInAll)).toEqual([
    165_11 + 5_035_00,
    3_003_00,
  ])
  for (const each of list.ok ? list.data : [])
    expect(await certified(borrower, each.orderId)).toBe(money(each.paidInAll ?? (0 as never)))
})

test('an order that ended without its money shows nothing received or repaid, and its page says when and why it ended', async () => {
  const withdrawn = await world.borrower()
  const orderId = await applied(withdrawn)
  expect(await detailOf(withdrawn, orderId)).toMatchObject({ endedAt: null, reapplyAt: null })
  world.server.clock.advance({ seconds: 60 })
  await orderOf(withdrawn).withdraw({ orderId }, key())
  const nothing = { arriveAmount: null, repaymentAmount: null, overdue: null, paidInAll: null }
  expect(await newest(withdrawn)).toMatchObject({ orderState: 'cancelled', ...nothing })
  expect(await detailOf(withdrawn, orderId)).toMatchObject({
    endedAt: world.server.clock.now(),
    reapplyAt: null,
  })

  const denied = await world.borrower({ monthlyIncome: '4000' })
  const refused = await applied(denied)
  const deniedAt = world.server.clock.now()
  world.server.clock.advance({ days: 1 })
  expect(await newest(denied)).toMatchObject({ orderState: 'denied', ...nothing })
  const detail = await detailOf(denied, refused)
  expect(detail).toMatchObject({ endedAt: deniedAt, reasons: [{ reason: 'instalment-too-high' }] })
  expect(detail.reapplyAt?.getTime()).toBe(deniedAt.getTime() + 15 * 86_400_000)

  const failed = await world.borrower()
  world.bank.next = { state: 'refused', reason: 'closed account' }
  await runningLoan(world, failed)
  world.bank.next = { state: 'succeeded', utr: '000000000001' }
  expect(await newest(failed)).toMatchObject({ orderState: 'failed', ...nothing })
})

test('a settled loan ended on the day of its last payment, and later events change nothing', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  world.server.clock.advance({ days: 2 })
  const last = await pay(world, borrower, orderId, 'all')
  const settledAt = world.server.clock.now()
  world.server.clock.advance({ days: 2 })
  await world.webhook({ ...last, eventId: randomUUID(), attemptRef: randomUUID() })
  const { endedAt } = await detailOf(borrower, orderId)
  expect(endedAt && indiaDayOf(endedAt)).toBe(indiaDayOf(settledAt))
  expect((await newest(borrower))?.paidInAll).toBe(5_010_00)
})

test('while anything is overdue home offers nothing, neither of ours nor of a partner', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  expect(await offersTo(borrower)).toContain('partner-offer')
  world.server.clock.advance({ days: 7 })
  expect(await offersTo(borrower), 'on the due day').toContain('partner-offer')
  world.server.clock.advance({ days: 1 })
  expect(await offersTo(borrower), 'before the day is closed').toEqual([])
  await runCloseOfBusiness(world.services)
  expect((await newest(borrower))?.orderState).toBe('overdue')
  expect(await offersTo(borrower)).toEqual([])
  const extension = borrower.browser.calls(contract.extension)
  const shown = await extension.calculate({ id: orderId })
  if (!shown.ok) throw new Error(shown.reason)
  const { extensionId, orderRepayId } = shown.data
  const keyFactsHash = await addendumRead(borrower.browser, { orderId, extensionId })
  const request = { orderId, extensionId, orderRepayId }
  expect((await extension.apply({ ...request, keyFactsHash }, key())).ok).toBe(true)
  expect((await newest(borrower))?.orderState).toBe('extension')
  expect(await offersTo(borrower), 'while its extension is not paid').toEqual([])
  await pay(world, borrower, orderId, 'all')
  expect(await offersTo(borrower)).toContain('partner-offer')
})
