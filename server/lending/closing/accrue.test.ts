import { beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { day, indiaDayOf } from '#domain/day.ts'
import { postAccrual } from '#domain/lending/ledger.ts'
import { paise } from '#domain/money.ts'
import { NO_PARTS } from '#domain/parts.ts'
import { slotOfBorrower } from '#domain/slot.ts'
import { audit } from '#server/lending/books/audit.ts'
import { accrueEach } from '#server/lending/closing/accrue.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { accrualOf, sumsBetween } from '#server/lending/db/accrual-sum.ts'
import { post, transfersOf } from '#server/lending/db/ledger.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import { forFile } from '#server/testing/for-file.ts'
import {
  type Borrower,
  ledgerOf,
  lendingWorld,
  pay,
  runningLoan,
  trialBalance,
} from '#server/testing/lending.ts'

const world = forFile(() => lendingWorld())
beforeEach(() => world.reset())

test('books interest and penal charge once, by the day on which they arise, and before their payment', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  for (const [days, interest, penal] of [
    [1, 500, 0],
    [2, 1_500, 0],
    [6, 4_500, 1_007],
  ] as const) {
    world.server.clock.advance({ days })
    await runCloseOfBusiness(world.services)
    expect((await runCloseOfBusiness(world.services)).accrued).toBe(0)
    const booked = {
      interest_receivable: interest,
      interest_income: interest,
      penal_receivable: penal,
      penal_income: penal,
    }
    expect(await ledgerOf(world, borrower, orderId)).toMatchObject(booked)
  }
  world.server.clock.advance({ days: 1 })
  await pay(world, borrower, orderId, 'all')
  expect(await ledgerOf(world, borrower, orderId)).toMatchObject({
    interest_receivable: 0,
    penal_receivable: 0,
    interest_income: 5_000,
    penal_income: 1_511,
  })
})

test('books the loans of several borrowers together', async () => {
  const borrowers = [await world.borrower(), await world.borrower(), await world.borrower()]
  const loans: { borrower: Borrower; orderId: string }[] = []
  for (const borrower of borrowers)
    loans.push({
      borrower,
      orderId: await runningLoan(world, borrower, { productId: 'saral-seven' }),
    })
  world.server.clock.advance({ days: 1 })
  expect((await runCloseOfBusiness(world.services)).accrued).toBe(loans.length)
  for (const { borrower, orderId } of loans)
    expect(await ledgerOf(world, borrower, orderId)).toMatchObject({
      interest_receivable: 500,
      interest_income: 500,
    })
  expect((await audit(world.services.db)).faults).toEqual([])
})

/** A day's interest of a loan of 5,000 rupees at 36.5 % (specification §4.1). */
const DAY_OF_INTEREST = 500

test('books the days in sum by slot and product, and in the journal at the next event', async () => {
  const testWorld = await lendingWorld()
  try {
    const borrower = await testWorld.borrower()
    const orderId = await runningLoan(testWorld, borrower, { productId: 'saral-seven' })
    const days: string[] = []
    for (const _ of [1, 2, 3]) {
      testWorld.server.clock.advance({ days: 1 })
      await runCloseOfBusiness(testWorld.services)
      days.push(indiaDayOf(testWorld.server.clock.now()))
    }
    const journal = () => transfersOf(testWorld.services.db, borrower.id, orderId)
    const accruals = async () =>
      (await journal()).filter(({ posting }) => posting.startsWith('accrual:'))
    expect(await accruals(), 'no posting for a day').toEqual([])
    const sum = {
      slot: slotOfBorrower(borrower.id),
      productId: 'saral-seven',
      loans: 1,
      interest: DAY_OF_INTEREST,
      penal: 0,
    }
    const shareOfSum = async () =>
      (await accrualOf(testWorld.services.db, { borrowerId: borrower.id, orderId })).summed.interest
    const sums = () => sumsBetween(testWorld.services.db, day('2020-01-01'), day('2099-01-01'))
    expect(await sums()).toEqual(days.map(each => ({ day: each, ...sum })))

    const statement = await borrower.browser.calls(contract.loanDocument).statement({ orderId })
    expect(statement.ok).toBe(true)
    const takenOver = (days: number) => [
      {
        debit: 'interest_receivable',
        credit: 'interest_income',
        amount: days * DAY_OF_INTEREST,
      },
      {
        debit: 'accrued_interest_income',
        credit: 'accrued_interest',
        amount: days * DAY_OF_INTEREST,
      },
    ]
    expect(await accruals()).toMatchObject(takenOver(3))
    expect(await shareOfSum()).toBe(0)

    testWorld.server.clock.advance({ days: 1 })
    await runCloseOfBusiness(testWorld.services)
    expect(await shareOfSum(), 'of the day after the event alone').toBe(DAY_OF_INTEREST)
    await pay(testWorld, borrower, orderId, 'all')
    expect(await accruals()).toMatchObject([...takenOver(3), ...takenOver(1)])
    expect(await shareOfSum()).toBe(0)
    expect(await sums(), 'the sums of the days stay').toHaveLength(4)
    expect(await trialBalance(testWorld)).toMatchObject({
      interest_income: 4 * DAY_OF_INTEREST,
      interest_receivable: 0,
      accrued_interest: 0,
      accrued_interest_income: 0,
    })
    expect((await audit(testWorld.services.db)).faults).toEqual([])
  } finally {
    await testWorld.close()
  }
})

test.each([
  [
    'a share of a loan that its row does not hold',
    'UPDATE loan_order SET accrued_interest = accrued_interest + 1',
    [
      /accrued_interest is ₹\d+\.01, and should be/,
      /the daily sums of slot \d+ of saral-seven are/,
    ],
  ],
  [
    'a sum that is not that of its loans',
    'UPDATE accrual_sum SET interest = interest - 1, penal = penal + 2',
    [/^the daily sums of slot \d+ of saral-seven are ₹4\.99 of interest and ₹0\.02 of penal/],
  ],
  [
    'a sum that is gone',
    'DELETE FROM accrual_sum',
    [/^the daily sums of slot \d+ of saral-seven are ₹0/],
  ],
])('the audit finds %s', async (_, sql, faults) => {
  const testWorld = await lendingWorld()
  try {
    const borrower = await testWorld.borrower()
    await runningLoan(testWorld, borrower, { productId: 'saral-seven' })
    testWorld.server.clock.advance({ days: 1 })
    await runCloseOfBusiness(testWorld.services)
    await asOwner(testWorld.server.database.target, client => client.query(sql))
    const reported = (await audit(testWorld.services.db)).faults
    for (const fault of faults) expect(reported).toContainEqual(expect.stringMatching(fault))
  } finally {
    await testWorld.close()
  }
})

test('a posting that a server of the version before books in the journal alone is income once from the next day on', async () => {
  const testWorld = await lendingWorld()
  try {
    const borrower = await testWorld.borrower()
    const orderId = await runningLoan(testWorld, borrower, { productId: 'saral-seven' })
    const key = { borrowerId: borrower.id, orderId }
    testWorld.server.clock.advance({ days: 1 })
    await runCloseOfBusiness(testWorld.services)
    const oneDay = { interest: paise(DAY_OF_INTEREST), penal: paise(0) }
    const transfers = postAccrual(NO_PARTS, oneDay)
    const posting = { ...key, name: 'accrual:version-before', transfers } as const
    await testWorld.services.db.transaction(tx => post(tx, posting, testWorld.server.clock.now()))
    expect((await audit(testWorld.services.db)).faults).not.toEqual([])
    testWorld.server.clock.advance({ days: 1 })
    await runCloseOfBusiness(testWorld.services)
    expect(await trialBalance(testWorld)).toMatchObject({
      interest_income: DAY_OF_INTEREST,
      accrued_interest_income: DAY_OF_INTEREST,
    })
    expect((await audit(testWorld.services.db)).faults).toEqual([])
  } finally {
    await testWorld.close()
  }
})

test('an order that ended has nothing in the sums', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  world.server.clock.advance({ days: 1 })
  await runCloseOfBusiness(world.services)
  await expect(
    asOwner(world.server.database.target, client =>
      client.query(
        "UPDATE loan_order SET state = 'settled', settled_at = now(), next_due_day = NULL WHERE order_id = $1",
        [orderId],
      ),
    ),
  ).rejects.toThrow('constraint "loan_order_ended_without_sums"')
})

test('leaves out the loan of a borrower whom another transaction has locked', async () => {
  const locked = await world.borrower()
  const free = await world.borrower()
  const lockedLoan = { borrowerId: locked.id, orderId: await runningLoan(world, locked) }
  const freeLoan = { borrowerId: free.id, orderId: await runningLoan(world, free) }
  world.server.clock.advance({ days: 1 })
  const accrueBoth = () => accrueEach(world.services, [lockedLoan, freeLoan])
  const closed = await world.services.db.transaction(async tx => {
    await lockBorrower(tx, locked.id)
    return accrueBoth()
  })
  expect(closed).toEqual(new Set([freeLoan.orderId]))
  expect(await accrueBoth()).toEqual(new Set([lockedLoan.orderId, freeLoan.orderId]))
})
