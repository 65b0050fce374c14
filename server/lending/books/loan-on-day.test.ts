import { expect, test } from 'vitest'
import { addDays, type Day, indiaDayOf } from '#domain/day.ts'
import { loanOnDay } from '#server/lending/books/loan-on-day.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { forFile } from '#server/testing/for-file.ts'
import { lendingWorld, pay, runningLoan } from '#server/testing/lending.ts'

const world = forFile(() => lendingWorld())

// ₹5,000 for seven days: ₹5 of interest a day, and from the eighth day ₹5.04 of penal charge a day, rounded at the end.
test('a loan is shown as it stood on each day, without what happened later', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  const start = indiaDayOf(world.server.clock.now())
  for (const days of [3, 6]) {
    world.server.clock.advance({ days })
    await runCloseOfBusiness(world.services)
  }
  await pay(world, borrower, orderId, 'all')
  const shown = async (day: Day) =>
    (await loanOnDay(world.services.db, { borrowerId: borrower.id, orderId }, day)).slice(1)
  expect(await shown(addDays(start, 3))).toEqual([
    '  owed     ₹5,015.00: principal ₹5,000.00, interest ₹15.00, penal ₹0.00',
    '  paid     ₹0.00: principal ₹0.00, interest ₹0.00, penal ₹0.00',
    '  days past due 0',
    '  interest ₹15.00, of which its journal held ₹0.00',
    '  penal    ₹0.00, of which its journal held ₹0.00',
  ])
  expect(await shown(addDays(start, 8))).toMatchObject({
    0: expect.stringContaining('penal ₹5.04'),
    2: '  days past due 1',
  })
  expect((await shown(addDays(start, 9))).slice(2)).toEqual([
    '  days past due 0',
    '  interest ₹45.00, of which its journal held ₹45.00',
    '  penal    ₹10.07, of which its journal held ₹10.07',
  ])
  await expect(shown(addDays(start, -1))).rejects.toThrow('The money arrived on')
})
