import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { addDays, type Day } from '#domain/day.ts'
import { DEFAULT_ROLES, ROLES, type Role } from '#domain/staff/permissions.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type Borrower, detailOf, lendingWorld, runningLoan } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

/*
 * ₹5,000 for seven days at 0.1 % a day bear ₹5.00 of interest a day (product §5): 5,035.00 on the
 * seventh day, 5,140.00 on the twenty-eighth.
 */

const world = forFile(() => lendingWorld())

const requests = async (role: Role = 'collections') =>
  (await staffBrowser(world.server, role)).calls(staffContract.staffHardship)

/** A loan two days before its due day, with a request for 21 days, which waits for a person. */
async function waiting(): Promise<{ borrower: Borrower; orderId: string; start: Day }> {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  world.server.clock.advance({ days: 5 })
  const calls = borrower.browser.calls(contract.hardship)
  const addendum = await calls.keyFacts({ orderId, moveDays: 21 })
  if (!addendum.ok) throw new Error(addendum.reason)
  const wish = { orderId, moveDays: 21, keyFactsHash: addendum.data.hash }
  const request = await calls.request(wish, { idempotencyKey: randomUUID() })
  expect(request).toMatchObject({ data: { isGranted: 0 } })
  const { loanDate } = await detailOf(borrower, orderId)
  return { borrower, orderId, start: loanDate as Day }
}

const audited = async (orderId: string) =>
  (await world.services.db.raw('SELECT action FROM audit_entry WHERE subject = $1', [orderId])).map(
    ({ action }) => action,
  )

test('a request shows the effect of granting it, and the look is recorded', async () => {
  const { borrower, orderId, start } = await waiting()
  const opened = await (await requests()).open({ orderId, why: 'borrower-asked' })
  expect(opened).toMatchObject({
    data: {
      moveDays: 21,
      answerBy: addDays(start, 7),
      referredFor: ['long-move'],
      before: [{ day: addDays(start, 7), amount: 5_035_00 }],
      after: [{ day: addDays(start, 28), amount: 5_140_00 }],
      addedInterest: 105_00,
      totalBefore: 5_035_00,
      totalAfter: 5_140_00,
      tenorDays: 28,
      maxTenorDays: 28,
    },
  })
  expect(JSON.stringify(opened)).not.toContain(borrower.phone.slice(2))
  expect(await borrower.browser.calls(contract.ownData).overview({})).toMatchObject({
    data: { looks: [{ role: 'collections', part: 'order', why: 'borrower-asked' }] },
  })
})

test('a granted request moves the dates as it showed, once, and is audited once', async () => {
  const { borrower, orderId, start } = await waiting()
  const calls = await requests()
  expect(await calls.grant({ orderId })).toMatchObject({ ok: true })
  expect(await detailOf(borrower, orderId)).toMatchObject({
    repaymentDate: addDays(start, 28),
    hardship: { state: 'granted', moveDays: 21 },
    position: { fallsDue: { day: addDays(start, 28), amount: 5_140_00 } },
  })
  expect(await calls.grant({ orderId })).toMatchObject({ reason: 'outdated' })
  expect(await calls.open({ orderId, why: 'review' })).toMatchObject({ reason: 'order-not-found' })
  expect(await audited(orderId)).toEqual(['desk-approve'])
})

test('a refused request changes no dates, and the borrower reads the reason', async () => {
  const { borrower, orderId, start } = await waiting()
  const calls = await requests('credit-officer')
  const reason = 'Please call us on Monday.'
  expect(await calls.refuse({ orderId, reason })).toMatchObject({ ok: true })
  expect(await detailOf(borrower, orderId)).toMatchObject({
    repaymentDate: addDays(start, 7),
    hardship: { state: 'refused', refusal: reason },
  })
  expect(await calls.refuse({ orderId, reason })).toMatchObject({ reason: 'outdated' })
  expect(await audited(orderId)).toEqual(['desk-deny'])
})

test('one of several answers at once counts', async () => {
  const { borrower, orderId } = await waiting()
  const calls = await requests()
  const reason = 'Please call us on Monday.'
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => calls.refuse({ orderId, reason })),
  )
  expect(answers.map(each => (each.ok ? 'done' : each.reason)).sort()).toEqual([
    'done',
    ...Array.from({ length: 7 }, () => 'outdated'),
  ])
  expect(await audited(orderId)).toEqual(['desk-deny'])
  const notices = await world.services.db.raw(
    `SELECT kind FROM borrower_message WHERE borrower_id = $1 AND kind LIKE 'hardship-%'`,
    [borrower.id],
  )
  expect(notices).toEqual([{ kind: 'hardship-refused' }])
})

test('a request cannot be answered once it counts as granted because its day has passed', async () => {
  const { borrower, orderId } = await waiting()
  world.server.clock.advance({ days: 3 })
  const calls = await requests()
  expect(await calls.open({ orderId, why: 'review' })).toMatchObject({ reason: 'order-not-found' })
  expect(await calls.refuse({ orderId, reason: 'Too late.' })).toMatchObject({ reason: 'outdated' })
  expect(await detailOf(borrower, orderId)).toMatchObject({ hardship: { state: 'granted' } })
  await runCloseOfBusiness(world.services)
  expect(await audited(orderId)).toEqual([])
})

test('only people who may decide can answer, though more may open', async () => {
  const { orderId } = await waiting()
  const may = ROLES.filter(role => DEFAULT_ROLES[role].includes('hardship:decide'))
  expect(may).toEqual(['credit-officer', 'collections'])
  for (const role of ['operations', 'finance', 'administrator'] as const)
    expect(await (await requests(role)).grant({ orderId })).toMatchObject({
      reason: 'not-permitted',
    })
})
