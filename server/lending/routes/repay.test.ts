import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { addDays } from '#domain/day.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type Borrower, detailOf, lendingWorld, pay, runningLoan } from '#server/testing/lending.ts'

const world = forFile(() => lendingWorld())

const calls = ({ browser }: Borrower) => browser.calls(contract.repay)

async function running(productId: string) {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId })
  const { loanDate } = await detailOf(borrower, orderId)
  if (!loanDate) throw new Error('no money arrived')
  return { borrower, orderId, start: loanDate }
}

test('quotes the payoff of today and of a later day with its parts, and requests exactly that amount', async () => {
  const { borrower, orderId, start } = await running('saral-seven')
  world.server.clock.advance({ days: 3 })
  const today = addDays(start, 3)
  expect(await calls(borrower).payoff({ orderId })).toMatchObject({
    ok: true,
    data: {
      today,
      day: today,
      lastDay: addDays(start, 7),
      principal: 500_000,
      interest: 1_500,
      interestDays: 3,
      penal: 0,
      paid: 0,
      amount: 501_500,
      saved: 2_000,
    },
  })
  expect(await calls(borrower).payoff({ orderId, day: addDays(start, 7) })).toMatchObject({
    data: { interest: 3_500, interestDays: 7, amount: 503_500, saved: 0 },
  })
  const page = await calls(borrower).repay(
    { orderId, scope: 'all' },
    { idempotencyKey: randomUUID() },
  )
  expect(page).toMatchObject({ ok: true, data: { amount: 501_500 } })
  await pay(world, borrower, orderId, 'all')
  expect((await detailOf(borrower, orderId)).orderState).toBe('settled')
  expect(await calls(borrower).payoff({ orderId })).toMatchObject({
    ok: false,
    reason: 'nothing-to-pay',
  })
})

test('a page for the whole loan asks for its payoff, not for the next instalment', async () => {
  const { borrower, orderId } = await running('saral-weekly')
  world.server.clock.advance({ days: 3 })
  // ₹5,000 and three days of interest at 0.08 % a day.
  expect(
    await calls(borrower).repay({ orderId, scope: 'all' }, { idempotencyKey: randomUUID() }),
  ).toMatchObject({ ok: true, data: { amount: 5_012_00 } })
})

test('quotes an overdue loan for today only, with its penal charge and less its payments', async () => {
  const { borrower, orderId, start } = await running('saral-weekly')
  await pay(world, borrower, orderId)
  world.server.clock.advance({ days: 17 })
  await runCloseOfBusiness(world.services)
  const today = addDays(start, 17)
  const quoted = await calls(borrower).payoff({ orderId })
  if (!quoted.ok) throw new Error(quoted.reason)
  const { data } = quoted
  // The payment settles 4.00 of interest and 395.86 of principal. To the second due day 4,604.14 bears
  // 47.88; then, for three days, the instalment's 349.94 bears 0.84 and the other 4,254.20 bears 10.21,
  // and 0.1 % a day is charged on the instalment of 397.82.
  expect(data).toMatchObject({
    day: today,
    lastDay: today,
    interestDays: 17,
    principal: 5_000_00,
    interest: 62_93,
    penal: 1_19,
    paid: 399_86,
    amount: 4_664_26,
  })
  expect((await detailOf(borrower, orderId)).position?.payoff).toBe(4_664_26)
  expect(await calls(borrower).payoff({ orderId, day: addDays(today, 1) })).toMatchObject({
    reason: 'payoff-day',
  })
})

test("answers another borrower's loan as missing, and quotes none that does not run", async () => {
  const { orderId } = await running('saral-seven')
  const other = await world.borrower()
  expect(await calls(other).payoff({ orderId })).toMatchObject({ reason: 'order-not-found' })
})

test('sends a borrower only to pages on trusted hosts, and back only to the product', async () => {
  const { borrower, orderId } = await running('saral-seven')
  const { createLink } = world.provider
  const returnUrls: string[] = []
  world.provider.createLink = async request => {
    returnUrls.push(request.returnUrl)
    return { linkRef: 'link', url: 'https://pay.example/page' }
  }
  const answer = await calls(borrower).repay(
    { orderId, scope: 'all', callback: 'https://evil.example/' },
    { idempotencyKey: randomUUID() },
  )
  world.provider.createLink = createLink
  expect(answer).toMatchObject({ ok: false, reason: 'payment-not-available' })
  expect(returnUrls.map(url => new URL(url).origin)).toEqual(['http://saral.test'])
})
