import { afterAll, beforeAll, expect, test } from 'vitest'
import { indiaDayOf } from '#domain/day.ts'
import { postPenalWaiver, reversed } from '#domain/lending/ledger.ts'
import { paise } from '#domain/money.ts'
import { audit } from '#server/lending/books/audit.ts'
import { accrueEach } from '#server/lending/closing/accrue.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { postEach, transfersOf } from '#server/lending/db/ledger.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import {
  type Borrower,
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
afterAll(() => world.close())

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

test('books the loans of several borrowers together, each after the end of its journal', async () => {
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

test('books two postings of one borrower, the second after the first', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const transfers = postPenalWaiver(paise(500))
  const wrong = { borrowerId: borrower.id, orderId, name: 'test:wrong', transfers } as const
  const right = { ...wrong, name: 'test:right', transfers: reversed(transfers) } as const
  await world.services.db.transaction(tx => postEach(tx, [wrong, right], world.server.clock.now()))
  const names = (await transfersOf(world.services.db, borrower.id, orderId)).map(
    ({ posting }) => posting,
  )
  expect(names.slice(-2)).toEqual(['test:wrong', 'test:right'])
  expect((await audit(world.services.db)).faults).toEqual([])
})

test('leaves out the loan of a borrower whom another transaction has locked', async () => {
  const held = await world.borrower()
  const free = await world.borrower()
  const heldLoan = { borrowerId: held.id, orderId: await runningLoan(world, held) }
  const freeLoan = { borrowerId: free.id, orderId: await runningLoan(world, free) }
  world.server.clock.advance({ days: 1 })
  const today = indiaDayOf(world.server.clock.now())
  const accrueBoth = () => accrueEach(world.services, [heldLoan, freeLoan], today)
  const closed = await world.services.db.transaction(async tx => {
    await lockBorrower(tx, held.id)
    return accrueBoth()
  })
  expect(closed).toEqual(new Set([freeLoan.orderId]))
  expect(await accrueBoth()).toEqual(new Set([heldLoan.orderId, freeLoan.orderId]))
})
