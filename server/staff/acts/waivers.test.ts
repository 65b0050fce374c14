import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { indiaDayOf } from '#domain/day.ts'
import { type Paise, paise } from '#domain/money.ts'
import { ROLES } from '#domain/staff/permissions.ts'
import { audit } from '#server/lending/books/audit.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type Borrower, ledgerOf, lendingWorld, pay, runningLoan } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'
import { money } from '#words/format.ts'

const why = 'Their wages came late.'
const key = () => ({ idempotencyKey: randomUUID() })
let collector: Browser
let finance: Browser
const world = forFile(() => lendingWorld())
beforeEach(() => world.reset())

/** A loan that has been overdue for three days, and owes penal charges. */
async function lateLoan(): Promise<{ borrower: Borrower; orderId: string; penal: Paise }> {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  await later(10)
  return { borrower, orderId, penal: (await detailOf(borrower, orderId)).overdueFee }
}

async function later(days: number) {
  world.server.clock.advance({ days })
  await runCloseOfBusiness(world.services)
  collector = await staffBrowser(world.server, 'collections')
  finance = await staffBrowser(world.server, 'finance')
}

async function detailOf({ browser }: Borrower, orderId: string) {
  const answer = await browser.calls(contract.order).detail({ orderId })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data
}

const proposals = (browser: Browser) => browser.calls(staffContract.proposal)

async function proposed(orderId: string, amount: Paise): Promise<string> {
  const proposal = await proposals(collector).waivePenal({ orderId, amount, why })
  if (!proposal.ok) throw new Error(proposal.reason)
  return proposal.data.proposalId
}

async function messagesOf({ id }: Borrower, orderId: string) {
  return world.services.db.raw(
    `SELECT kind, amount::int AS amount, keeps_hours FROM borrower_message
     WHERE borrower_id = $1 AND order_id = $2 AND kind = 'penal-waived'`,
    [id, orderId],
  )
}

test('a collector proposes a waiver, finance approves it, and the borrower owes less penal charge and nothing else less', async () => {
  const { borrower, orderId, penal } = await lateLoan()
  const before = await detailOf(borrower, orderId)
  const books = await ledgerOf(world, borrower, orderId)
  const amount = paise(penal - 100)
  const proposalId = await proposed(orderId, amount)
  expect(await detailOf(borrower, orderId)).toEqual(before)
  expect(await proposals(finance).approve({ proposalId, reason: 'I read it.' })).toMatchObject({
    ok: true,
  })

  const after = await detailOf(borrower, orderId)
  expect(after).toMatchObject({
    orderState: 'overdue',
    overdueFee: 100,
    penalWaived: amount,
    overdueDays: before.overdueDays,
    position: {
      payoff: (before.position?.payoff ?? 0) - amount,
      owed: { ...before.position?.owed, penal: 100 },
    },
  })
  const now = await ledgerOf(world, borrower, orderId)
  expect(now).toEqual({
    ...books,
    penal_receivable: books.penal_receivable - amount,
    penal_income: books.penal_income - amount,
  })
  expect(await messagesOf(borrower, orderId)).toEqual([
    { kind: 'penal-waived', amount, keeps_hours: true },
  ])
  expect((await audit(world.services.db)).faults).toEqual([])
  await later(1)
  expect((await audit(world.services.db)).faults).toEqual([])
  await pay(world, borrower, orderId, 'all')
  await world.runJobs()
  expect((await detailOf(borrower, orderId)).orderState).toBe('settled')
  expect((await audit(world.services.db)).faults).toEqual([])
})

test('a waiver after a part payment lowers the penal charge alone, on the day and later', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
  await later(8)
  const part = { orderId, scope: 'part', amount: paise(2_000_00) } as const
  const page = await borrower.browser.calls(contract.repay).repay(part, key())
  if (!page.ok) throw new Error(page.reason)
  await world.webhook(world.provider.attempt(page.data.paymentId))
  await later(3)
  const { position: before, overdueFee } = await detailOf(borrower, orderId)
  // Of ₹2,000 went 5.04 to a day's penal charge on 5,035 and 40.00 to eight days' interest; 3,045.04 are
  // left, on which three days cost 9.135 of interest and of penal charge, each; half a paisa was rounded up.
  expect(before?.owed).toEqual({ penal: 9_13, interest: 9_14, principal: 3_045_04 })
  const proposalId = await proposed(orderId, paise(5_00))
  expect(await proposals(finance).approve({ proposalId, reason: 'I read it.' })).toMatchObject({
    ok: true,
  })
  const { position: after } = await detailOf(borrower, orderId)
  expect(after?.owed).toEqual({ ...before?.owed, penal: overdueFee - 5_00 })
  await later(1)
  expect((await detailOf(borrower, orderId)).position?.owed).toMatchObject({
    penal: 7_18,
    principal: 3_045_04,
  })
  expect((await audit(world.services.db)).faults).toEqual([])
})

test('the case and the order show that a waiver waits; the log names proposer, decider and act', async () => {
  const { borrower, orderId, penal } = await lateLoan()
  const openCase = () =>
    collector.calls(staffContract.collection).open({ orderId, why: 'collection' })
  expect(await openCase()).toMatchObject({ data: { waiverUntil: null } })
  const proposalId = await proposed(orderId, penal)
  expect(await openCase()).toMatchObject({ data: { waiverUntil: expect.any(Date) } })
  const { orderNo } = await detailOf(borrower, orderId)
  const page = await finance.calls(staffContract.staffOrder).open({ orderNo, why: 'decision' })
  expect(page).toMatchObject({ data: { proposals: [{ proposalId, act: 'waive-penal' }] } })
  expect(page.ok && page.data.acts).toContainEqual({
    act: 'waive-penal',
    subject: null,
    cannot: 'proposal-waits',
  })
  expect(await proposals(collector).waivePenal({ orderId, amount: penal, why })).toMatchObject({
    reason: 'outdated',
  })
  await proposals(finance).approve({ proposalId, reason: 'I read it.' })
  expect(await openCase()).toMatchObject({ data: { waiverUntil: null, penal: 0 } })
  const rows = await world.services.db.raw(
    'SELECT action FROM audit_entry WHERE subject = ANY ($1) ORDER BY action',
    [[proposalId, orderId]],
  )
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['penal-waived', 'proposal-approved', 'proposal-made']),
  )
})

test('a waiver of more than is owed, or of a loan that is not overdue, cannot be proposed', async () => {
  const { orderId, penal } = await lateLoan()
  const borrower = await world.borrower()
  const intime = await runningLoan(world, borrower)
  for (const [id, amount] of [
    [orderId, penal + 1],
    [orderId, 0],
    [intime, 1],
    ['nobody', 1],
  ] as const)
    expect(
      await proposals(collector).waivePenal({ orderId: id, amount: paise(amount), why }),
    ).toMatchObject({ reason: 'outdated' })
})

test('a proposal is outdated once the borrower paid, and nothing is waived', async () => {
  const { borrower, orderId, penal } = await lateLoan()
  const proposalId = await proposed(orderId, penal)
  await pay(world, borrower, orderId, 'all')
  await world.runJobs()
  expect(await proposals(finance).approve({ proposalId, reason: 'I read it.' })).toMatchObject({
    reason: 'outdated',
  })
  expect(await proposals(finance).open({ proposalId })).toMatchObject({
    data: { outcome: 'outdated' },
  })
  expect((await detailOf(borrower, orderId)).penalWaived).toBe(0)
  expect(await messagesOf(borrower, orderId)).toEqual([])
})

test('a waiver is booked once, however many approve it at once', async () => {
  const { borrower, orderId, penal } = await lateLoan()
  const proposalId = await proposed(orderId, penal)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      proposals(finance).approve({ proposalId, reason: 'I read it.' }),
    ),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect((await detailOf(borrower, orderId)).penalWaived).toBe(penal)
  expect(await messagesOf(borrower, orderId)).toHaveLength(1)
})

test('the statement of account has a line for a waiver', async () => {
  const { borrower, orderId, penal } = await lateLoan()
  await proposals(finance).approve({
    proposalId: await proposed(orderId, penal),
    reason: 'I read it.',
  })
  const calls = borrower.browser.calls(contract.loanDocument)
  const statement = await calls.statement({ orderId })
  if (!statement.ok) throw new Error(statement.reason)
  const page = await calls.page(statement.data)
  const table = page.ok && page.data.sections.find(section => section.table !== null)?.table
  const lines = table ? table.rows.map(cells => [cells[1], cells[3]]) : []
  expect(lines).toContainEqual(['Penal charge waived', money(penal)])
})

test('a payment made before a waiver and reported after it counts on its day, and the penal charge it paid goes back', async () => {
  const { borrower, orderId, penal } = await lateLoan()
  const request = await borrower.browser
    .calls(contract.repay)
    .repay({ orderId, scope: 'all' }, { idempotencyKey: 'before' })
  if (!request.ok) throw new Error(request.reason)
  const paidAt = world.services.clock.now()
  await later(1)
  const fee = (await detailOf(borrower, orderId)).overdueFee
  await proposals(finance).approve({
    proposalId: await proposed(orderId, fee),
    reason: 'I read it.',
  })
  const payment = world.provider.attempt(request.data.paymentId, { paidAt })
  await world.webhook(payment)
  await world.runJobs()
  const [receipt] = await world.services.db.raw(
    'SELECT day, penal::int AS penal FROM payment_receipt WHERE order_id = $1',
    [orderId],
  )
  expect(receipt).toEqual({ day: indiaDayOf(paidAt), penal: 0 })
  expect(penal).toBeLessThan(fee)
  const refunds = world.provider.refunds.filter(each => each.attemptRef === payment.attemptRef)
  expect(refunds).toMatchObject([{ amount: penal }])
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'settled',
    penalWaived: penal,
    position: { payoff: 0, paid: { penal: 0 } },
  })
  expect((await audit(world.services.db)).faults).toEqual([])
})

test('only collections proposes a waiver, and only finance decides', async () => {
  const { orderId, penal } = await lateLoan()
  for (const role of ROLES.filter(each => each !== 'collections')) {
    const browser = await staffBrowser(world.server, role)
    expect(await proposals(browser).waivePenal({ orderId, amount: penal, why })).toMatchObject({
      reason: 'not-permitted',
    })
  }
  const proposalId = await proposed(orderId, penal)
  const compliance = await staffBrowser(world.server, 'compliance')
  for (const browser of [collector, compliance])
    expect(await proposals(browser).approve({ proposalId, reason: 'I read it.' })).toMatchObject({
      reason: 'not-permitted',
    })
})
