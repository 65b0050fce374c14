import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { paise } from '#domain/money.ts'
import { audit } from '#server/lending/books/audit.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { answerByHand } from '#server/testing/by-hand.ts'
import { forFile } from '#server/testing/for-file.ts'
import { addendumRead } from '#server/testing/key-facts.ts'
import {
  type Borrower,
  detailOf,
  ledgerOf,
  lendingWorld,
  pay,
  runningLoan,
  wish,
} from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

/*
 * ₹5,000 for seven days at 0.1 % a day bear ₹5.00 of interest a day (product §5): 5,035.00 on the
 * seventh day, 5,070.00 on the fourteenth, 5,140.00 on the twenty-eighth.
 */

const world = forFile(() => lendingWorld())
beforeEach(() => world.reset())

const key = () => ({ idempotencyKey: randomUUID() })
const days = (count: number) => world.server.clock.advance({ days: count })
const callsOf = ({ browser }: Borrower) => browser.calls(contract.hardship)
const sevenDays = { productId: 'saral-seven' }

/** A loan of seven days, some days after its money arrived. */
async function owing(afterDays: number, about = sevenDays) {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, about)
  days(afterDays)
  return { borrower, orderId }
}

async function read(borrower: Borrower, orderId: string, moveDays: number) {
  const addendum = await callsOf(borrower).keyFacts({ orderId, moveDays })
  if (!addendum.ok) throw new Error(addendum.reason)
  return addendum.data
}

async function request(borrower: Borrower, orderId: string, moveDays: number) {
  const { hash: keyFactsHash } = await read(borrower, orderId, moveDays)
  return callsOf(borrower).request({ orderId, moveDays, keyFactsHash }, key())
}

/** A loan with a request for 21 days, on which a person has to decide. */
async function waiting(about = sevenDays) {
  const owed = await owing(5, about)
  expect(await request(owed.borrower, owed.orderId, 21)).toMatchObject({ data: { isGranted: 0 } })
  return owed
}

/** A person grants the plan, or refuses it with a reason. */
const answer = ({ id: borrowerId }: Borrower, orderId: string, refusal?: string) =>
  answerByHand(world.services, { borrowerId, orderId }, refusal)

async function waitsInInbox(orderId: string) {
  const browser = await staffBrowser(world.server, 'credit-officer')
  const list = await browser.calls(staffContract.inbox).list({ kind: 'hardship' })
  if (!list.ok) throw new Error(list.reason)
  return list.data.items.filter(({ id }) => id === orderId)
}

async function documentsOf({ browser }: Borrower, orderId: string) {
  const listed = await browser.calls(contract.loanDocument).list({ orderId })
  if (!listed.ok) throw new Error(listed.reason)
  return listed.data.documents.filter(({ kind }) => kind === 'hardship-addendum')
}

const faults = async () => (await audit(world.services.db)).faults
const dueIn = (from: string | null, count: number) =>
  new Date(Date.parse(String(from)) + count * 86_400_000).toISOString().slice(0, 10)
const messagesOf = async ({ id }: Borrower) =>
  (
    await world.services.db.raw(
      `SELECT kind FROM borrower_message WHERE borrower_id = $1 AND kind LIKE 'hardship%'`,
      [id],
    )
  ).map(({ kind }) => kind)

test('the plans on offer name every day and amount, before and after', async () => {
  const { borrower, orderId } = await owing(4)
  const { loanDate } = await detailOf(borrower, orderId)
  const offer = await callsOf(borrower).plans({ orderId })
  expect(offer).toMatchObject({ ok: true, data: { penalCap: 250_00 } })
  expect(offer.ok && offer.data.plans).toMatchObject([
    {
      moveDays: 7,
      isReferred: 0,
      addedInterest: 35_00,
      totalBefore: 5_035_00,
      totalAfter: 5_070_00,
      before: [{ day: dueIn(loanDate, 7), amount: 5_035_00 }],
      after: [{ day: dueIn(loanDate, 14), amount: 5_070_00 }],
    },
    { moveDays: 14, isReferred: 0, totalAfter: 5_105_00 },
    { moveDays: 21, isReferred: 1, totalAfter: 5_140_00 },
  ])
})

test('the rules grant a plan at once; its dates and amounts stand everywhere', async () => {
  const { borrower, orderId } = await owing(6)
  const before = await detailOf(borrower, orderId)
  expect(before).toMatchObject({ canRequestHardship: 1, hardship: null, isRestructured: 0 })
  const newDay = dueIn(before.loanDate, 14)
  expect(await request(borrower, orderId, 7)).toMatchObject({
    data: { isGranted: 1, nextDueDay: newDay },
  })
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'loaned',
    repaymentDate: newDay,
    schedule: [{ dueDay: newDay, fallsDue: { interest: 70_00, principal: 5_000_00, penal: 0 } }],
    position: { fallsDue: { day: newDay, amount: 5_070_00 }, payoff: 5_030_00 },
    canRequestHardship: 0,
    hardship: { state: 'granted', moveDays: 7, refusal: null },
    isRestructured: 1,
    isExtension: 0,
  })
  const home = await borrower.browser.calls(contract.home).index({})
  expect(home.ok && home.data.undwayList).toMatchObject([
    { amount: 5_070_00, dueDay: newDay, canRequestHardship: 0 },
  ])
  expect(await messagesOf(borrower)).toEqual(['hardship-granted'])
  days(8)
  await runCloseOfBusiness(world.services)
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'loaned', overdueDays: 0 })
  await pay(world, borrower, orderId, 'due')
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'settled' })
  expect(await ledgerOf(world, borrower, orderId)).toMatchObject({
    interest_income: 70_00,
    penal_income: 0,
    principal_receivable: 0,
  })
  const me = await borrower.browser.calls(contract.account).me({})
  expect(me).toMatchObject({ data: { loansRepaidOnTime: 1 } })
  expect(await faults()).toEqual([])
})

test('a new date that is missed makes the loan overdue, with the agreed charge from that day', async () => {
  const { borrower, orderId } = await owing(7)
  await request(borrower, orderId, 7)
  days(8)
  await runCloseOfBusiness(world.services)
  // One day of 0.1 % on 5,070.00.
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'overdue',
    overdueDays: 1,
    overdueFee: 5_07,
    isExtension: 0,
  })
  expect(await faults()).toEqual([])
})

test('the addendum is acknowledged, issued once in both languages, and never changes', async () => {
  const { borrower, orderId } = await owing(5)
  const shown = await read(borrower, orderId, 14)
  const { request: ask } = callsOf(borrower)
  expect(await ask({ orderId, moveDays: 14 }, key())).toMatchObject({
    reason: 'key-facts-required',
  })
  const wrong = { orderId, moveDays: 7, keyFactsHash: shown.hash }
  expect(await ask(wrong, key())).toMatchObject({ reason: 'key-facts-changed' })
  const once = key()
  const right = { orderId, moveDays: 14, keyFactsHash: shown.hash }
  const answer = await ask(right, once)
  expect(answer).toMatchObject({ ok: true, data: { isGranted: 1 } })
  expect(await ask(right, once)).toEqual(answer)
  expect(await ask(right, key())).toMatchObject({ reason: 'hardship-requested' })
  const [issued, ...more] = await documentsOf(borrower, orderId)
  expect(more).toEqual([])
  expect(issued).toMatchObject({ amount: 5_105_00, isWithdrawn: false })
  const { browser } = borrower
  const documentId = issued?.documentId ?? ''
  const stored = await browser.calls(contract.loanDocument).page({ documentId })
  expect(stored.ok && stored.data.sections).toEqual(shown.sections)
  const values = shown.sections.flatMap(({ rows }) => rows.map(({ value }) => value))
  expect(values).toEqual(expect.arrayContaining(['₹70.00', 'Restructured', '₹223.00', '78.21%']))
})

test('a person grants a longer plan; until then the dates stand', async () => {
  const { borrower, orderId } = await waiting()
  const { loanDate } = await detailOf(borrower, orderId)
  expect(await detailOf(borrower, orderId)).toMatchObject({
    repaymentDate: dueIn(loanDate, 7),
    hardship: { state: 'awaiting', moveDays: 21 },
    isRestructured: 0,
    canRequestHardship: 0,
    isExtension: 0,
  })
  expect(await waitsInInbox(orderId)).toMatchObject([{ notes: ['long-move'] }])
  expect(await answer(borrower, orderId)).toBe(true)
  expect(await answer(borrower, orderId)).toBe(false)
  expect(await detailOf(borrower, orderId)).toMatchObject({
    repaymentDate: dueIn(loanDate, 28),
    hardship: { state: 'granted' },
  })
})

test('a person refuses with a reason: the dates stay, the addendum is withdrawn, an extension is possible', async () => {
  const { borrower, orderId } = await waiting()
  const reason = 'Please call us on Monday.'
  expect(await answer(borrower, orderId, reason)).toBe(true)
  expect(await detailOf(borrower, orderId)).toMatchObject({
    hardship: { state: 'refused', refusal: reason },
    isRestructured: 0,
    isExtension: 1,
    canRequestHardship: 0,
  })
  expect(await documentsOf(borrower, orderId)).toMatchObject([{ isWithdrawn: true }])
  expect(await messagesOf(borrower)).toEqual(['hardship-refused'])
  days(3)
  await runCloseOfBusiness(world.services)
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'overdue', overdueDays: 1 })
  expect(await faults()).toEqual([])
})

test('the lender’s silence makes nobody late: unanswered by the end of the due day, the plan applies', async () => {
  const { borrower, orderId } = await waiting()
  const { loanDate } = await detailOf(borrower, orderId)
  days(4)
  // Before the close of business has noticed.
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'loaned',
    overdueDays: 0,
    overdueFee: 0,
    repaymentDate: dueIn(loanDate, 28),
    isRestructured: 1,
  })
  expect(await answer(borrower, orderId, 'Too late.')).toBe(false)
  await runCloseOfBusiness(world.services)
  await runCloseOfBusiness(world.services)
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'loaned',
    repaymentDate: dueIn(loanDate, 28),
    hardship: { state: 'granted' },
  })
  expect(await messagesOf(borrower)).toEqual(['hardship-granted'])
  expect(await ledgerOf(world, borrower, orderId)).toMatchObject({ penal_receivable: 0 })
  await pay(world, borrower, orderId, 'all')
  const [order] = await world.services.db.raw(
    'SELECT state, was_ever_overdue FROM loan_order WHERE order_id = $1',
    [orderId],
  )
  expect(order).toEqual({ state: 'settled', was_ever_overdue: false })
  expect(await faults()).toEqual([])
})

test('money that comes after the due day, before the close of business, finds the plan granted', async () => {
  const { borrower, orderId } = await waiting()
  days(4)
  await pay(world, borrower, orderId, 'all')
  // Nine days at ₹5.00, and no charge.
  expect(await ledgerOf(world, borrower, orderId)).toMatchObject({
    interest_income: 45_00,
    penal_income: 0,
    principal_receivable: 0,
  })
  const [row] = await world.services.db.raw('SELECT state FROM hardship_plan WHERE order_id = $1', [
    orderId,
  ])
  expect(row).toEqual({ state: 'granted' })
  expect(await faults()).toEqual([])
})

test('a request of a loan that is repaid before an answer ends, and its addendum is withdrawn', async () => {
  const { borrower, orderId } = await waiting()
  await pay(world, borrower, orderId, 'all')
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'settled', hardship: null })
  expect(await documentsOf(borrower, orderId)).toMatchObject([{ isWithdrawn: true }])
  expect(await waitsInInbox(orderId)).toEqual([])
  expect(await faults()).toEqual([])
})

test('a part paid by the due day and known later leaves the request granted, as nobody had answered', async () => {
  const { borrower, orderId } = await waiting()
  const part = { orderId, scope: 'part', amount: paise(100_00) } as const
  const page = await borrower.browser.calls(contract.repay).repay(part, key())
  if (!page.ok) throw new Error(page.reason)
  days(2)
  const paidAt = world.services.clock.now()
  days(1)
  await world.webhook(world.provider.attempt(page.data.paymentId, { paidAt }))
  const [plan] = await world.services.db.raw(
    'SELECT state FROM hardship_plan WHERE borrower_id = $1',
    [borrower.id],
  )
  expect(plan).toEqual({ state: 'granted' })
  const { loanDate, repaymentDate } = await detailOf(borrower, orderId)
  expect(repaymentDate).toBe(dueIn(loanDate, 28))
  expect(await messagesOf(borrower)).toEqual(['hardship-granted'])
  expect(await faults()).toEqual([])
})

test('a paid instalment leaves the request waiting, and the later ones move', async () => {
  const weekly = { productId: 'saral-weekly' }
  const { borrower, orderId } = await waiting(weekly)
  await pay(world, borrower, orderId, 'due')
  days(4)
  await runCloseOfBusiness(world.services)
  const { loanDate, hardship } = await detailOf(borrower, orderId)
  expect(hardship).toMatchObject({ state: 'awaiting' })
  expect(await answer(borrower, orderId)).toBe(true)
  const { schedule } = await detailOf(borrower, orderId)
  expect(schedule.slice(0, 3).map(({ dueDay }) => dueDay)).toEqual([
    dueIn(loanDate, 7),
    dueIn(loanDate, 35),
    dueIn(loanDate, 42),
  ])
  expect(await faults()).toEqual([])
})

test.each<[number, string]>([
  [1, 'hardship-cooling-off'],
  [8, 'hardship-overdue'],
])('%i days after the money arrived there is no plan: %s', async (afterDays, reason) => {
  const { borrower, orderId } = await owing(afterDays)
  // Its sentence names no figures, so the answer has none.
  const refused = await callsOf(borrower).plans({ orderId })
  expect(refused).toMatchObject({ reason })
  expect(refused.ok || Object.keys(refused.details)).toEqual(['reason'])
  expect(await callsOf(borrower).request({ orderId, moveDays: 7 }, key())).toMatchObject({ reason })
  await runCloseOfBusiness(world.services)
  expect(await callsOf(borrower).plans({ orderId })).toMatchObject({ reason })
})

test('a plan that is not offered and another borrower’s order are refused', async () => {
  const { borrower, orderId } = await owing(4)
  const ask = callsOf(borrower)
  const keyFactsHash = 'a'.repeat(64)
  expect(await ask.request({ orderId, moveDays: 28, keyFactsHash }, key())).toMatchObject({
    reason: 'hardship-not-offered',
  })
  expect(await ask.keyFacts({ orderId, moveDays: 28 })).toMatchObject({
    reason: 'document-not-found',
  })
  const other = callsOf(await world.borrower())
  expect(await other.plans({ orderId })).toMatchObject({ reason: 'order-not-found' })
  expect(await other.keyFacts({ orderId, moveDays: 7 })).toMatchObject({
    reason: 'order-not-found',
  })
  expect(await other.request({ orderId, moveDays: 7, keyFactsHash }, key())).toMatchObject({
    reason: 'order-not-found',
  })
})

test('there is no plan while an extension is awaited', async () => {
  const { borrower, orderId } = await owing(4)
  const { calculate, apply } = borrower.browser.calls(contract.extension)
  const offer = await calculate({ id: orderId })
  if (!offer.ok) throw new Error(offer.reason)
  const { extensionId, orderRepayId } = offer.data
  const keyFactsHash = await addendumRead(borrower.browser, { orderId, extensionId })
  const extension = { extensionId, orderRepayId, orderId, keyFactsHash }
  expect(await apply(extension, key())).toMatchObject({ ok: true })
  expect(await callsOf(borrower).plans({ orderId })).toMatchObject({ reason: 'order-state' })
  expect(await detailOf(borrower, orderId)).toMatchObject({ canRequestHardship: 0 })
})

test('the addendum of a plan after an extension counts the cost of the extension, at the console too', async () => {
  const { borrower, orderId } = await owing(4)
  const { calculate, apply } = borrower.browser.calls(contract.extension)
  const offer = await calculate({ id: orderId })
  if (!offer.ok) throw new Error(offer.reason)
  const { extensionId, orderRepayId } = offer.data
  const keyFactsHash = await addendumRead(borrower.browser, { orderId, extensionId })
  const page = await apply({ extensionId, orderRepayId, orderId, keyFactsHash }, key())
  if (!page.ok) throw new Error(page.reason)
  await world.webhook(world.provider.attempt(page.data.paymentUrl.split('/').at(-1) ?? ''))
  days(2)
  // ₹4,882 arrived, ₹100 of fee and ₹20 of interest are paid; then 5,070 after eighteen days.
  const { sections } = await read(borrower, orderId, 7)
  const values = sections.flatMap(({ rows }) => rows.map(({ value }) => value))
  for (const value of ['₹4,882.00', '₹120.00', '₹273.00', '₹308.00', '127.93%'])
    expect(values).toContain(value)
  expect(await request(borrower, orderId, 7)).toMatchObject({ data: { isGranted: 0 } })
  const person = await staffBrowser(world.server, 'collections')
  const casePage = await person
    .calls(staffContract.staffHardship)
    .open({ orderId, why: 'borrower-asked' })
  expect(casePage).toMatchObject({ data: { extensionsPaid: 1, apr: 127_93 } })
})

test('of two requests at once, one is made', async () => {
  const { borrower, orderId } = await owing(4)
  const { hash: keyFactsHash } = await read(borrower, orderId, 7)
  const ask = () => callsOf(borrower).request({ orderId, moveDays: 7, keyFactsHash }, key())
  const answers = await Promise.all([ask(), ask()])
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
  expect(await documentsOf(borrower, orderId)).toHaveLength(1)
})

test('a person looks at the next application of a borrower whose last loan had a plan', async () => {
  const { borrower, orderId } = await owing(4)
  await request(borrower, orderId, 7)
  await pay(world, borrower, orderId, 'all')
  const applied = await borrower.browser.calls(contract.order).apply(wish(borrower), key())
  if (!applied.ok) throw new Error(applied.reason)
  await world.runJobs()
  expect(await detailOf(borrower, applied.data.orderId)).toMatchObject({
    orderState: 'auditing',
    reasons: [{ reason: 'had-hardship-plan' }],
  })
})
