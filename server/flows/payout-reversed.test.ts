import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { paise } from '#domain/money.ts'
import { runCloseOfBusiness } from '#server/flows/close-of-business.ts'
import { endPayoutWith } from '#server/flows/payout.ts'
import { addendumRead } from '#server/testing/key-facts.ts'
import { type Borrower, detailOf, type LendingWorld, ledgerOf, lendingWorld, pay, runningLoan } from '#server/testing/lending.ts'

let world: LendingWorld
beforeAll(async () => {
  world = await lendingWorld()
})
afterAll(() => world.close())

const key = () => ({ idempotencyKey: randomUUID() })

/** The bank takes the newest payout back, and its daily question finds out. */
async function takeBack(): Promise<void> {
  world.bank.set(world.bank.sent.at(-1)?.key ?? '', { state: 'reversed', reason: 'returned' })
  world.server.clock.advance({ days: 1 })
  expect((await runCloseOfBusiness(world.services)).reversed).toBe(1)
  await world.runJobs()
}

/** The bank tells it at once, and twice. */
async function takeBackNow({ id: borrowerId }: Borrower): Promise<void> {
  const [payout] = await world.services.db.raw('SELECT payout_id FROM payout WHERE borrower_id = $1', [borrowerId])
  const taken = { borrowerId, id: String(payout?.payout_id) }
  const reversed = { state: 'reversed', reason: 'returned' } as const
  await Promise.all([endPayoutWith(world.services, taken, reversed), endPayoutWith(world.services, taken, reversed)])
  await world.runJobs()
}

async function expectNothingOwed(borrower: Borrower, orderId: string): Promise<void> {
  expect(await detailOf(borrower, orderId)).toMatchObject({
    ...{ orderState: '5', extensionState: 0, position: null },
    reasons: [{ reason: 'payout-reversed' }],
  })
  const balances = Object.entries(await ledgerOf(world, borrower, orderId)).filter(([, balance]) => balance !== 0)
  expect(balances).toEqual([])
}

test('repaid already: every rupee goes back, and the loan counts for nothing', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  const paid = await pay(world, borrower, orderId, 'all')
  expect((await detailOf(borrower, orderId)).orderState).toBe('7')
  await takeBack()
  await expectNothingOwed(borrower, orderId)
  expect(world.provider.refunds.filter(({ attemptRef }) => attemptRef === paid.attemptRef)).toMatchObject([
    { amount: paid.amount },
  ])
  expect(await borrower.browser.calls(contract.home).index({})).toMatchObject({ data: { loansRepaid: 0, loansRepaidOnTime: 0 } })
})

test('the bank could not be asked while it was due: it is asked until it has answered for those days, and then no more', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  const { key: payoutId = '' } = world.bank.sent.at(-1) ?? {}
  const { status } = world.bank
  const asked: string[] = []
  world.bank.status = async asking => {
    asked.push(asking)
    throw new Error('the bank is away')
  }
  for (let day = 0; day < 7; day += 1) {
    world.server.clock.advance({ days: 1 })
    await runCloseOfBusiness(world.services)
  }
  expect(asked.filter(each => each === payoutId)).toHaveLength(7)
  world.bank.status = async asking => {
    asked.push(asking)
    return status(asking)
  }
  await runCloseOfBusiness(world.services)
  world.server.clock.advance({ days: 1 })
  await runCloseOfBusiness(world.services)
  expect(asked.filter(each => each === payoutId)).toHaveLength(8)
  world.bank.status = status
  expect((await detailOf(borrower, orderId)).orderState).toBe('8')
})

test('told to have arrived after it had failed: the order stays as it is, and a person is told', async () => {
  const borrower = await world.borrower()
  world.bank.next = { state: 'refused', reason: 'account closed' }
  await expect(runningLoan(world, borrower)).resolves.toBeDefined()
  world.bank.next = { state: 'succeeded', utr: '000000000001' }
  const [row] = await world.services.db.raw('SELECT payout_id, order_id FROM payout WHERE borrower_id = $1', [borrower.id])
  const told: object[] = []
  const services = { ...world.services, log: { ...world.services.log, error: (details: object) => void told.push(details) } }
  const payout = { borrowerId: borrower.id, id: String(row?.payout_id) }
  await endPayoutWith(services, payout, { state: 'succeeded', utr: '000000000002' })
  expect(told).toEqual([{ payoutId: payout.id }])
  expect(await detailOf(borrower, String(row?.order_id))).toMatchObject({ orderState: '5', loanDate: null })
})

test('about to be extended: what was set aside goes back, and nobody waits for the rest', async () => {
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
  expect((await detailOf(borrower, orderId)).orderState).toBe('11')
  await takeBackNow(borrower)
  await expectNothingOwed(borrower, orderId)
  expect(world.provider.refunds.at(-1)).toMatchObject({ amount: 1_000 })
  const late = world.provider.attempt(paymentId, { amount: paise(2_000) })
  await world.webhook(late)
  await world.runJobs()
  expect(world.provider.refunds.at(-1)).toMatchObject({ amount: 2_000, attemptRef: late.attemptRef })
  await expectNothingOwed(borrower, orderId)
})

test('overdue: nothing is owed any more, penal charge included', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  for (let day = 0; day < 9; day += 1) {
    world.server.clock.advance({ days: 1 })
    await runCloseOfBusiness(world.services)
  }
  expect((await detailOf(borrower, orderId)).orderState).toBe('8')
  await takeBackNow(borrower)
  await expectNothingOwed(borrower, orderId)
})
