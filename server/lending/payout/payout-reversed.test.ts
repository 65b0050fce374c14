import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { indiaDayOf } from '#domain/day.ts'
import { paise } from '#domain/money.ts'
import { audit } from '#server/lending/books/audit.ts'
import {
  runCloseOfBusiness,
  startWatchingPayouts,
} from '#server/lending/closing/close-of-business.ts'
import { transfersOf } from '#server/lending/db/ledger.ts'
import { endPayoutWith } from '#server/lending/payout/payout.ts'
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
beforeAll(async () => {
  world = await lendingWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

const key = () => ({ idempotencyKey: randomUUID() })

/** The bank reverses the newest payout, and its daily question finds out. */
async function takeBack(): Promise<void> {
  world.bank.set(world.bank.sent.at(-1)?.key ?? '', { state: 'reversed', reason: 'returned' })
  world.server.clock.advance({ days: 1 })
  expect((await runCloseOfBusiness(world.services)).reversed).toBe(1)
  await world.runJobs()
}

/** The bank reports it at once, and twice. */
async function takeBackNow({ id: borrowerId }: Borrower): Promise<void> {
  const [payout] = await world.services.db.raw(
    'SELECT payout_id FROM payout WHERE borrower_id = $1',
    [borrowerId],
  )
  const payoutKey = { borrowerId, id: String(payout?.payout_id) }
  const reversed = { state: 'reversed', reason: 'returned' } as const
  await Promise.all([
    endPayoutWith(world.services, payoutKey, reversed),
    endPayoutWith(world.services, payoutKey, reversed),
  ])
  await world.runJobs()
}

async function expectNothingOwed(borrower: Borrower, orderId: string): Promise<void> {
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'failed',
    extensionState: 0,
    position: null,
    reasons: [{ reason: 'payout-reversed' }],
  })
  const balances = Object.entries(await ledgerOf(world, borrower, orderId)).filter(
    ([, balance]) => balance !== 0,
  )
  expect(balances).toEqual([])
}

test('a repaid loan is refunded to the rupee, and does not count', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  const paid = await pay(world, borrower, orderId, 'all')
  expect((await detailOf(borrower, orderId)).orderState).toBe('settled')
  await takeBack()
  await expectNothingOwed(borrower, orderId)
  expect(
    world.provider.refunds.filter(({ attemptRef }) => attemptRef === paid.attemptRef),
  ).toMatchObject([{ amount: paid.amount }])
  expect(await borrower.browser.calls(contract.home).index({})).toMatchObject({
    data: { loansRepaid: 0, loansRepaidOnTime: 0 },
  })
})

test('a payment that brought too much is refunded once: its excess at once, the rest after the reversal', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  const page = await borrower.browser.calls(contract.repay).repay({ orderId, scope: 'all' }, key())
  if (!page.ok) throw new Error(page.reason)
  // ₹5,000 and a day's interest of ₹5.00 are owed.
  const event = world.provider.attempt(page.data.paymentId, { amount: paise(6_000_00) })
  expect((await world.webhook(event)).status).toBe(200)
  await world.runJobs()
  await takeBack()
  await expectNothingOwed(borrower, orderId)
  const refunds = world.provider.refunds.filter(({ attemptRef }) => attemptRef === event.attemptRef)
  expect(refunds.map(({ amount }) => amount)).toEqual([995_00, 5_005_00])
})

/**
 * Asks the bank on each of this many days, and closes the business of the last; returns the days on which the bank was asked about the
 * newest payout.
 */
async function daysAsked(
  days: number,
  isAway: (day: number) => boolean = () => false,
): Promise<number[]> {
  const { key: payoutId } = world.bank.sent.at(-1) ?? {}
  const { status } = world.bank
  const askedOn: number[] = []
  for (let day = 1; day <= days; day += 1) {
    world.bank.status = async asking => {
      if (asking === payoutId) askedOn.push(day)
      if (isAway(day)) throw new Error('the bank is away')
      return status(asking)
    }
    world.server.clock.advance({ days: 1 })
    for (const _ of ['once', 'again'])
      if (day < days) await startWatchingPayouts(world.services).stop()
      else await runCloseOfBusiness(world.services)
  }
  world.bank.status = status
  return askedOn
}

test('the bank is asked daily at first, less often as the payout gets older, and no more once it cannot reverse it', async () => {
  const borrower = await world.borrower()
  await runningLoan(world, borrower, { productId: 'saral-seven' })
  const daily = Array.from({ length: 14 }, (_, index) => index + 1)
  expect(await daysAsked(75)).toEqual([
    ...daily,
    17,
    20,
    23,
    26,
    29,
    32,
    35,
    38,
    41,
    44,
    47,
    54,
    61,
  ])
})

test('a bank that could not be reached is asked until it has answered for its last day, and then no more', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  const daysOfQuery = await daysAsked(67, day => day > 54 && day < 65)
  expect([...new Set(daysOfQuery)].slice(-5)).toEqual([61, 62, 63, 64, 65])
  expect((await detailOf(borrower, orderId)).orderState).toBe('overdue')
})

test('a reversal in the third week without a message is found by asking, and the charges since are reversed', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  const { key: payoutId = '' } = world.bank.sent.at(-1) ?? {}
  await daysAsked(19)
  // Nineteen days of 0.1 % on ₹5,000, and twelve of penal charge on ₹5,035.
  expect(await ledgerOf(world, borrower, orderId)).toMatchObject({
    interest_income: 95_00,
    penal_income: 60_42,
  })
  const paid = await pay(world, borrower, orderId, 'all')
  expect(paid.amount).toBe(5_155_42)
  expect((await detailOf(borrower, orderId)).orderState).toBe('settled')
  world.bank.set(payoutId, { state: 'reversed', reason: 'returned' })
  expect(await daysAsked(3)).toHaveLength(1)
  await world.runJobs()
  await expectNothingOwed(borrower, orderId)
  expect(
    world.provider.refunds.filter(({ attemptRef }) => attemptRef === paid.attemptRef),
  ).toMatchObject([{ amount: 5_155_42 }])
  expect(await borrower.browser.calls(contract.home).index({})).toMatchObject({
    data: { loansRepaid: 0 },
  })
  const booked = await transfersOf(world.services.db, borrower.id, orderId)
  expect(await daysAsked(3)).toEqual([])
  expect(await transfersOf(world.services.db, borrower.id, orderId)).toEqual(booked)
  expect((await audit(world.server.database.db)).faults).toEqual([])
})

test('after a reversal in the third week of an overdue loan the statement owes nothing, and nobody was late', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  await daysAsked(19)
  expect((await detailOf(borrower, orderId)).orderState).toBe('overdue')
  world.bank.set(world.bank.sent.at(-1)?.key ?? '', { state: 'reversed', reason: 'returned' })
  await daysAsked(3)
  await expectNothingOwed(borrower, orderId)
  const [order] = await world.services.db.raw(
    'SELECT was_ever_overdue, worst_overdue_days FROM loan_order WHERE order_id = $1',
    [orderId],
  )
  expect(order).toEqual({ was_ever_overdue: false, worst_overdue_days: 0 })
  const documents = borrower.browser.calls(contract.loanDocument)
  const issued = await documents.statement({ orderId })
  if (!issued.ok) throw new Error(issued.reason)
  const page = await documents.page(issued.data)
  if (!page.ok) throw new Error(page.reason)
  const lines = page.data.sections.flatMap(({ table }) => table?.rows ?? [])
  const references = lines.map(cells => cells[1])
  expect(references).toEqual(
    expect.arrayContaining([
      'Loan money taken back by the bank',
      'Interest reversed',
      'Penal charge reversed',
    ]),
  )
  expect(lines.at(-1)?.at(-1)).toBe('₹0.00')
})

test('a failed order stays failed when its payout is reported as arrived, and a person is notified', async () => {
  const borrower = await world.borrower()
  world.bank.next = { state: 'refused', reason: 'account closed' }
  await expect(runningLoan(world, borrower)).resolves.toBeDefined()
  world.bank.next = { state: 'succeeded', utr: '000000000001' }
  const [row] = await world.services.db.raw(
    'SELECT payout_id, order_id FROM payout WHERE borrower_id = $1',
    [borrower.id],
  )
  const errors: object[] = []
  const services = {
    ...world.services,
    log: { ...world.services.log, error: (details: object) => void errors.push(details) },
  }
  const payout = { borrowerId: borrower.id, id: String(row?.payout_id) }
  await endPayoutWith(services, payout, { state: 'succeeded', utr: '000000000002' })
  expect(errors).toEqual([{ payoutId: payout.id }])
  expect(await detailOf(borrower, String(row?.order_id))).toMatchObject({
    orderState: 'failed',
    loanDate: null,
  })
})

test('a payout that came back before its arrival was known fails, and a late report of the arrival alarms nobody', async () => {
  const borrower = await world.borrower()
  world.bank.next = { state: 'reversed', reason: 'returned' }
  const orderId = await runningLoan(world, borrower)
  world.bank.next = { state: 'succeeded', utr: '000000000001' }
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'failed', loanDate: null })
  const [row] = await world.services.db.raw(
    'SELECT payout_id, state FROM payout WHERE borrower_id = $1',
    [borrower.id],
  )
  expect(row?.state).toBe('reversed')
  const errors: object[] = []
  const services = {
    ...world.services,
    log: { ...world.services.log, error: (details: object) => void errors.push(details) },
  }
  const payout = { borrowerId: borrower.id, id: String(row?.payout_id) }
  await endPayoutWith(services, payout, { state: 'succeeded', utr: '000000000002' })
  expect(errors).toEqual([])
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'failed', loanDate: null })
})

/** The documents of an order that name later dates, and the public answers of their codes. */
async function addenda({ browser }: Borrower, orderId: string) {
  const documents = browser.calls(contract.loanDocument)
  const listed = await documents.list({ orderId })
  if (!listed.ok) throw new Error(listed.reason)
  return Promise.all(
    listed.data.documents
      .filter(({ kind }) => kind.endsWith('-addendum'))
      .map(async ({ documentId, kind, isWithdrawn }) => {
        const page = await documents.page({ documentId })
        if (!page.ok) throw new Error(page.reason)
        const { code, withdrawnAt } = page.data
        const verified = await documents.verify({ code })
        const { withdrawnOn = undefined } = (verified.ok && verified.data.document) || {}
        return { kind, isWithdrawn, isPageWithdrawn: withdrawnAt !== null, withdrawnOn }
      }),
  )
}

test.each(['extension', 'hardship plan'] as const)(
  'the addendum of an %s is withdrawn with its loan, and no page calls the order restructured',
  async what => {
    const borrower = await world.borrower()
    const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
    world.server.clock.advance({ days: 2 })
    if (what === 'extension') {
      const extension = borrower.browser.calls(contract.extension)
      const shown = await extension.calculate({ id: orderId })
      if (!shown.ok) throw new Error(shown.reason)
      const { extensionId, orderRepayId } = shown.data
      const keyFactsHash = await addendumRead(borrower.browser, { orderId, extensionId })
      const page = await extension.apply(
        { orderId, extensionId, orderRepayId, keyFactsHash },
        key(),
      )
      if (!page.ok) throw new Error(page.reason)
      const paymentId = page.data.paymentUrl.split('/').at(-1) ?? ''
      await world.webhook(world.provider.attempt(paymentId))
    } else {
      const hardship = borrower.browser.calls(contract.hardship)
      const read = await hardship.keyFacts({ orderId, moveDays: 14 })
      if (!read.ok) throw new Error(read.reason)
      const wish = { orderId, moveDays: 14, keyFactsHash: read.data.hash }
      expect(await hardship.request(wish, key())).toMatchObject({ data: { isGranted: 1 } })
    }
    const inForce = { isWithdrawn: false, isPageWithdrawn: false, withdrawnOn: null }
    expect(await addenda(borrower, orderId)).toMatchObject([inForce])
    expect(await detailOf(borrower, orderId)).toMatchObject({ isRestructured: 1 })
    await takeBackNow(borrower)
    await expectNothingOwed(borrower, orderId)
    const withdrawnOn = indiaDayOf(world.server.clock.now())
    const withdrawn = { isWithdrawn: true, isPageWithdrawn: true, withdrawnOn }
    expect(await addenda(borrower, orderId)).toMatchObject([withdrawn])
    expect(await detailOf(borrower, orderId)).toMatchObject({
      isRestructured: 0,
      extensionFees: 0,
      repaymentDate: null,
    })
    const [last] = await world.services.db.raw(
      'SELECT state FROM order_event WHERE borrower_id = $1 ORDER BY number DESC LIMIT 1',
      [borrower.id],
    )
    expect(last).toEqual({ state: 'failed' })
  },
)

test('the advance of an awaited extension is refunded, and the rest is no longer awaited', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  world.server.clock.advance({ days: 2 })
  const extension = borrower.browser.calls(contract.extension)
  const shown = await extension.calculate({ id: orderId })
  if (!shown.ok) throw new Error(shown.reason)
  const { extensionId, orderRepayId } = shown.data
  const keyFactsHash = await addendumRead(borrower.browser, { orderId, extensionId })
  const page = await extension.apply({ orderId, extensionId, orderRepayId, keyFactsHash }, key())
  if (!page.ok) throw new Error(page.reason)
  const paymentId = page.data.paymentUrl.split('/').at(-1) ?? ''
  await world.webhook(world.provider.attempt(paymentId, { amount: paise(1_000) }))
  expect((await detailOf(borrower, orderId)).orderState).toBe('extension')
  await takeBackNow(borrower)
  await expectNothingOwed(borrower, orderId)
  expect(world.provider.refunds.at(-1)).toMatchObject({ amount: 1_000 })
  const late = world.provider.attempt(paymentId, { amount: paise(2_000) })
  await world.webhook(late)
  await world.runJobs()
  expect(world.provider.refunds.at(-1)).toMatchObject({
    amount: 2_000,
    attemptRef: late.attemptRef,
  })
  await expectNothingOwed(borrower, orderId)
})

test('an overdue loan owes nothing any more, penal charge included', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  world.server.clock.advance({ days: 9 })
  await runCloseOfBusiness(world.services)
  expect((await detailOf(borrower, orderId)).orderState).toBe('overdue')
  await takeBackNow(borrower)
  await expectNothingOwed(borrower, orderId)
})
