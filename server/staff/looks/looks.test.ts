/** Attacks on the rule that each look is recorded: a crafted client claims a look that it never had. */
import { beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type Borrower, lendingWorld, wish } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

let operations: Browser
let officer: Browser
const world = forFile(() => lendingWorld())
beforeAll(async () => {
  operations = await staffBrowser(world.server, 'operations')
  officer = await staffBrowser(world.server, 'credit-officer')
})

const NO_MORE = '9999999999999_z'

async function feedbackOf({ browser }: Borrower, content: string) {
  const saved = await browser.calls(contract.feedback).save({ content, problemType: 'charges' })
  if (!saved.ok) throw new Error(saved.reason)
  return saved.data.feedbackId
}

/** An application that the rules could not settle: the names differ a little. */
async function referredOrder(): Promise<{ borrower: Borrower; orderId: string }> {
  const borrower = await world.borrower({ panDigits: '0002' })
  const order = borrower.browser.calls(contract.order)
  const applied = await order.apply(wish(borrower), { idempotencyKey: 'apply' })
  if (!applied.ok) throw new Error(applied.reason)
  await world.runJobs()
  return { borrower, orderId: applied.data.orderId }
}

async function looksOf({ browser }: Borrower) {
  const overview = await browser.calls(contract.ownData).overview({})
  if (!overview.ok) throw new Error(overview.reason)
  return overview.data.looks.flatMap(({ count, ...look }) =>
    Array.from({ length: count }, () => look),
  )
}

async function openAgain(feedbackId: string, browser = operations) {
  const calls = browser.calls(staffContract.complaint)
  expect((await calls.open({ feedbackId, why: 'complaint', again: true })).ok).toBe(true)
}

test('a second complaint is a look of its own, also after the look at the first', async () => {
  const borrower = await world.borrower()
  const first = await feedbackOf(borrower, 'I paid a fee twice.')
  const second = await feedbackOf(borrower, 'My husband must not know.')
  await openAgain(first)
  await openAgain(first)
  expect(await looksOf(borrower)).toHaveLength(1)
  await openAgain(second)
  expect(await looksOf(borrower)).toHaveLength(2)
  await openAgain(first)
  await openAgain(second)
  expect(await looksOf(borrower), 'both were opened').toHaveLength(2)
})

test('a look covers neither another borrower nor another member of staff', async () => {
  const one = await world.borrower()
  const other = await world.borrower()
  await openAgain(await feedbackOf(one, 'A'))
  const feedbackId = await feedbackOf(other, 'B')
  await openAgain(feedbackId)
  expect(await looksOf(one)).toHaveLength(1)
  expect(await looksOf(other)).toHaveLength(1)
  await openAgain(feedbackId, await staffBrowser(world.server, 'grievance-officer'))
  const roles = (await looksOf(other)).map(({ role }) => role)
  expect(roles.toSorted()).toEqual(['grievance-officer', 'operations'])
})

test('a look at a part is no look at the page: older events are not read and notes are not added', async () => {
  const one = await world.borrower()
  const other = await world.borrower()
  const calls = operations.calls(staffContract.staffBorrower)
  await openAgain(await feedbackOf(other, 'B'))
  expect((await calls.open({ borrowerId: one.id, why: 'borrower-asked' })).ok).toBe(true)
  for (const refused of [
    await calls.timeline({ borrowerId: other.id, after: NO_MORE }),
    await calls.note({ borrowerId: other.id, note: 'Read without a look.' }),
  ])
    expect(refused).toMatchObject({ reason: 'look-needed' })
  expect((await calls.timeline({ borrowerId: one.id, after: NO_MORE })).ok).toBe(true)
})

test('a denial is previewed, with its figures, only by somebody who opened that very application', async () => {
  const one = await referredOrder()
  const other = await referredOrder()
  const calls = officer.calls(staffContract.application)
  const preview = (orderId: string, browser = officer) =>
    browser
      .calls(staffContract.application)
      .preview({ orderId, reasons: ['names-differ'], text: null })
  await calls.open({ orderId: one.orderId, why: 'decision' })
  await calls.reveal({ orderId: other.orderId, part: 'name', why: 'decision' })
  expect((await preview(one.orderId)).ok).toBe(true)
  expect(await preview(other.orderId)).toMatchObject({ reason: 'look-needed' })
  expect((await looksOf(other.borrower)).map(({ part }) => part)).toEqual(['name'])
})

test('each order of a borrower is a look of its own, and the borrower’s page names it', async () => {
  const { borrower, orderId } = await referredOrder()
  const order = await borrower.browser.calls(contract.order).detail({ orderId })
  if (!order.ok) throw new Error(order.reason)
  const { orderNo } = order.data
  await operations.calls(staffContract.staffOrder).open({ orderNo, why: 'money' })
  const page = await operations
    .calls(staffContract.staffBorrower)
    .open({ borrowerId: borrower.id, why: 'money' })
  if (!page.ok) throw new Error(page.reason)
  const looks = page.data.timeline.events.filter(({ kind }) => kind === 'look')
  expect(looks.map(each => [each.what, each.orderNo])).toContainEqual(['order', orderNo])
  const texts = JSON.stringify(await looksOf(borrower))
  expect(texts, 'the borrower reads roles, not ids').not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
})
