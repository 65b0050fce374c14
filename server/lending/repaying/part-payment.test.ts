import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { paise } from '#domain/money.ts'
import { audit } from '#server/lending/books/audit.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type Borrower, detailOf, lendingWorld, runningLoan } from '#server/testing/lending.ts'

const world = forFile(() => lendingWorld())

const key = () => ({ idempotencyKey: randomUUID() })

/** A borrower with thirteen weekly instalments of ₹5,000, of which a day's interest is ₹4. */
async function running() {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const part = (amount: number | undefined, options = key()) =>
    borrower.browser
      .calls(contract.repay)
      .repay(
        { orderId, scope: 'part', ...(amount !== undefined && { amount: paise(amount) }) },
        options,
      )
  return { borrower, orderId, part }
}

async function pageOf(opening: ReturnType<Awaited<ReturnType<typeof running>>['part']>) {
  const page = await opening
  if (!page.ok) throw new Error(page.reason)
  return page.data
}

async function pageRows(borrower: Borrower): Promise<unknown[]> {
  return world.services.db.raw(
    'SELECT scope, amount::int FROM payment WHERE borrower_id = $1 ORDER BY payment_id',
    [borrower.id],
  )
}

test('pays a part of the borrower’s choice: the interest to date, then principal', async () => {
  const { borrower, orderId, part } = await running()
  const { paymentId, amount } = await pageOf(part(300_00))
  expect(amount).toBe(300_00)
  await world.webhook(world.provider.attempt(paymentId))
  const { position } = await detailOf(borrower, orderId)
  expect(position).toMatchObject({
    payoff: 4_704_00,
    paid: { interest: 4_00, principal: 296_00, penal: 0 },
  })
})

test.each([undefined, 0, 99, 5_004_01])(
  'refuses a part of %s paise and opens no page',
  async amount => {
    const { borrower, part } = await running()
    expect(await part(amount)).toMatchObject({
      reason: 'part-not-payable',
      msg: 'Please enter an amount from ₹1.00 to ₹5,004.00.',
    })
    expect(await pageRows(borrower)).toEqual([])
  },
)

test('an amount without a scope is the amount to pay; without an amount it is the one due', async () => {
  const { borrower, orderId } = await running()
  const { repay } = borrower.browser.calls(contract.repay)
  expect(await repay({ orderId, amount: paise(300_00) }, key())).toMatchObject({
    ok: true,
    data: { amount: 300_00 },
  })
  const due = await repay({ orderId }, key())
  expect(due).toMatchObject({ ok: true })
  expect(await repay({ orderId, scope: 'due' }, key())).toMatchObject({
    data: { amount: due.ok ? due.data.amount : 0 },
  })
  expect(await repay({ orderId, amount: paise(99) }, key())).toMatchObject({
    reason: 'part-not-payable',
  })
  expect((await pageRows(borrower)).slice(0, 2)).toEqual([
    { scope: 'part', amount: 300_00 },
    { scope: 'due', amount: expect.any(Number) },
  ])
})

test.each(['due', 'all'] as const)(
  'an amount beside the scope %s is refused by its name',
  async scope => {
    const { borrower, orderId } = await running()
    const { repay } = borrower.browser.calls(contract.repay)
    expect(await repay({ orderId, scope, amount: paise(300_00) }, key())).toMatchObject({
      ok: false,
      reason: 'input-invalid',
      errorColumn: [{ column: 'amount', msg: 'An amount is paid as a part only.' }],
    })
    expect(await pageRows(borrower)).toEqual([])
  },
)

test('the least part is a rupee, and the most closes the loan', async () => {
  const { borrower, orderId, part } = await running()
  const minimum = await pageOf(part(1_00))
  await world.webhook(world.provider.attempt(minimum.paymentId))
  expect((await detailOf(borrower, orderId)).position?.payoff).toBe(5_003_00)
  expect(await part(5_003_01)).toMatchObject({ reason: 'part-not-payable' })
  const most = await pageOf(part(5_003_00))
  await world.webhook(world.provider.attempt(most.paymentId))
  expect((await detailOf(borrower, orderId)).orderState).toBe('settled')
  expect(await part(1_00)).toMatchObject({ reason: 'nothing-to-pay' })
})

test('a part beyond the next instalment repays later ones, and nothing of it is refunded', async () => {
  const { borrower, orderId, part } = await running()
  const { paymentId } = await pageOf(part(1_000_00))
  const event = world.provider.attempt(paymentId)
  await world.webhook(event)
  await world.runJobs()
  expect((await detailOf(borrower, orderId)).position).toMatchObject({
    payoff: 4_004_00,
    paid: { interest: 4_00, principal: 996_00, penal: 0 },
  })
  expect(
    world.provider.refunds.filter(({ attemptRef }) => attemptRef === event.attemptRef),
  ).toEqual([])
})

test('a second payment on the page of a part is refunded, and two pages are two parts', async () => {
  const { borrower, orderId, part } = await running()
  const one = await pageOf(part(100_00))
  const other = await pageOf(part(100_00))
  const attempts = [one, one, other].map(({ paymentId }) => world.provider.attempt(paymentId))
  for (const attempt of attempts) await world.webhook(attempt)
  await world.runJobs()
  expect((await detailOf(borrower, orderId)).position?.payoff).toBe(4_804_00)
  const refs = attempts.map(({ attemptRef }) => attemptRef)
  expect(
    world.provider.refunds
      .filter(({ attemptRef }) => refs.includes(attemptRef))
      .map(({ attemptRef, amount }) => [attemptRef, amount]),
  ).toEqual([[refs[1], 100_00]])
  expect((await audit(world.server.database.db)).faults).toEqual([])
})

test('the same action gets the same page, and another amount never gets that page', async () => {
  const { borrower, part } = await running()
  const action = key()
  const { createLink } = world.provider
  world.provider.createLink = () => Promise.reject(new Error('the provider cannot be reached'))
  expect(await part(100_00, action)).toMatchObject({ reason: 'payment-not-available' })
  world.provider.createLink = createLink
  const other = await pageOf(part(200_00, action))
  expect(other.amount).toBe(200_00)
  expect(await pageOf(part(200_00, action))).toEqual(other)
  expect(await part(100_00, action)).toMatchObject({ reason: 'idempotency-key-reused' })
  const repeated = key()
  world.provider.createLink = () => Promise.reject(new Error('the provider cannot be reached'))
  expect(await part(300_00, repeated)).toMatchObject({ reason: 'payment-not-available' })
  world.provider.createLink = createLink
  expect((await pageOf(part(300_00, repeated))).amount).toBe(300_00)
  expect(await pageRows(borrower)).toEqual([
    { scope: 'part', amount: 100_00 },
    { scope: 'part', amount: 200_00 },
    { scope: 'part', amount: 300_00 },
  ])
})
