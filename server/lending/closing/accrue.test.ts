import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import {
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
