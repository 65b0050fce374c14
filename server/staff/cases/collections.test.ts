import { beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { addDays, indiaDayOf } from '#domain/day.ts'
import { paise } from '#domain/money.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { listOverdue } from '#server/staff/cases/collections.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type Borrower, detailOf, lendingWorld, pay, runningLoan } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

let collector: Browser
let borrower: Borrower
let orderId: string
const world = forFile(() => lendingWorld())
beforeAll(async () => {
  borrower = await world.borrower()
  orderId = await runningLoan(world, borrower)
  world.server.clock.set(new Date('2026-12-01T06:00:00Z'))
  await runCloseOfBusiness(world.services)
  collector = await staffBrowser(world.server, 'collections')
})

const calls = (browser = collector) => browser.calls(staffContract.collection)
const today = () => indiaDayOf(world.services.clock.now())
async function opened() {
  const answer = await calls().open({ orderId, why: 'collection' })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data
}
/** The same hour, days later. */
async function later(days: number) {
  world.server.clock.advance({ days })
  await runCloseOfBusiness(world.services)
  collector = await staffBrowser(world.server, 'collections')
}

test('an overdue loan is in the list of its bucket, without a name', async () => {
  const detail = await borrower.browser.calls(contract.order).detail({ orderId })
  if (!detail.ok) throw new Error(detail.reason)
  const list = await calls().list({ bucket: '1-30' })
  expect(list).toMatchObject({
    data: { items: [{ orderId, daysPastDue: detail.data.overdueDays }], next: null },
  })
  expect(JSON.stringify(list)).not.toContain(borrower.phone.slice(2))
  expect(await calls().list({ bucket: '31-60' })).toMatchObject({ data: { items: [] } })
})

test('opening a case is recorded for the borrower, with the number masked', async () => {
  expect(JSON.stringify(await opened())).not.toContain(borrower.phone.slice(2))
  expect(await borrower.browser.calls(contract.ownData).overview({})).toMatchObject({
    data: { looks: [{ role: 'collections', part: 'loan', why: 'collection' }] },
  })
})

test('a collector gets the number only for a call', async () => {
  for (const part of ['phone', 'name'] as const)
    expect(
      await collector
        .calls(staffContract.staffBorrower)
        .reveal({ borrowerId: borrower.id, part, why: 'collection' }),
    ).toMatchObject({ reason: 'not-permitted' })
})

test('calls are limited to one a day and three in seven days, in lawful hours, for all collectors together', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => calls().call({ orderId })))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.find(({ ok }) => ok)).toMatchObject({
    data: { name: expect.stringMatching(/\w/), phone: borrower.phone },
  })
  expect(await opened()).toMatchObject({ cannotCall: 'called-today', notes: [{ what: 'call' }] })
  world.server.clock.advance({ seconds: 18 * 3_600 })
  expect(await calls().call({ orderId })).toMatchObject({ reason: 'outdated' })
  expect(await opened()).toMatchObject({ cannotCall: 'outside-contact-hours' })
  world.server.clock.advance({ seconds: 6 * 3_600 })
  expect((await calls().call({ orderId })).ok).toBe(true)
  await later(1)
  expect((await calls().call({ orderId })).ok).toBe(true)
  await later(1)
  expect(await opened()).toMatchObject({ cannotCall: 'called-this-week' })
  expect(await calls().call({ orderId })).toMatchObject({ reason: 'outdated' })
})

test('an open complaint about the loan stops calls until it is closed', async () => {
  await later(8)
  const feedback = borrower.browser.calls(contract.feedback)
  const saved = await feedback.save({ content: 'I paid this.', problemType: 'repayment' })
  if (!saved.ok) throw new Error(saved.reason)
  const { feedbackId } = saved.data
  await feedback.complain({ feedbackId })
  expect(await opened()).toMatchObject({ cannotCall: 'disputed' })
  expect(await calls().call({ orderId })).toMatchObject({ reason: 'outdated' })
  const officer = await staffBrowser(world.server, 'grievance-officer')
  const complaints = officer.calls(staffContract.complaint)
  await complaints.sort({ feedbackId, category: 'repayment', rootCause: 'no-fault-found' })
  await complaints.close({ feedbackId, outcome: 'rejected', text: 'No payment arrived.' })
  expect(await opened()).toMatchObject({ cannotCall: null })
})

test('a borrower is not called while their payment is under way', async () => {
  const page = await borrower.browser
    .calls(contract.repay)
    .repay({ orderId, scope: 'due' }, { idempotencyKey: 'begun' })
  if (!page.ok) throw new Error(page.reason)
  await world.runJobs({ later: 'ask-payment' })
  expect(await opened()).toMatchObject({ cannotCall: null })
  const begun = world.provider.begin(page.data.paymentId)
  await world.runJobs({ later: 'ask-payment' })
  expect(await opened()).toMatchObject({ cannotCall: 'payment-under-way' })
  expect(await calls().call({ orderId })).toMatchObject({ reason: 'outdated' })
  await world.webhook(world.provider.attempt(page.data.paymentId, { ...begun, state: 'failed' }))
  expect(await opened()).toMatchObject({ cannotCall: null })
})

test('a borrower who chose text messages alone is not called', async () => {
  const wish = { way: 'text', time: 'any', language: 'en' } as const
  await borrower.browser.calls(contract.reminder).saveWish(wish)
  expect(await calls().call({ orderId })).toMatchObject({ reason: 'outdated' })
  await borrower.browser.calls(contract.reminder).saveWish({ ...wish, way: 'usual' })
})

test('a promise is kept once its amount has arrived by its day, and broken after it', async () => {
  const { payoff, today: opensOn } = await opened()
  expect(opensOn, 'by the product’s clock').toBe(today())
  const promise = { orderId, amount: paise(100), day: today() }
  for (const wrong of [
    { day: addDays(today(), -1) },
    { day: addDays(today(), 31) },
    { amount: paise(payoff + 1) },
  ])
    expect(await calls().promise({ ...promise, ...wrong })).toMatchObject({
      reason: 'input-invalid',
    })
  expect((await calls().promise(promise)).ok).toBe(true)
  const states = async () => (await opened()).notes.flatMap(each => each.promise?.state ?? [])
  expect(await states()).toEqual(['waiting'])
  await later(1)
  expect(await states()).toEqual(['broken'])
})

test('the borrower gets the record with their data, and viewers see none of it', async () => {
  expect((await calls().note({ orderId, text: 'Hopes for wages on Friday.' })).ok).toBe(true)
  const file = JSON.stringify(await borrower.browser.calls(contract.ownData).download({}))
  expect(file).toContain('Hopes for wages on Friday.')
  expect(file).toContain('We called you on')
  const viewer = await staffBrowser(world.server, 'viewer')
  expect(await calls(viewer).list({ bucket: '1-30' })).toMatchObject({ reason: 'not-permitted' })
})

test('the page of the borrower has the complaint, the calls, the notes and the promises', async () => {
  const page = await collector
    .calls(staffContract.staffBorrower)
    .open({ borrowerId: borrower.id, why: 'collection' })
  if (!page.ok) throw new Error(page.reason)
  let { events, next } = page.data.timeline
  while (next !== null) {
    const older = await collector
      .calls(staffContract.staffBorrower)
      .timeline({ borrowerId: borrower.id, after: next })
    if (!older.ok) throw new Error(older.reason)
    events = [...events, ...older.data.events]
    next = older.data.next
  }
  const ofKind = (name: string) => events.filter(({ kind }) => kind === name)
  expect(ofKind('complaint').map(({ what }) => what)).toEqual(
    expect.arrayContaining(['received', 'raised', 'sorted', 'closed']),
  )
  const by = 'collections@sandbox.example'
  const { orderNo } = await detailOf(borrower, orderId)
  const collection = ofKind('collection')
  expect(collection).toContainEqual(expect.objectContaining({ what: 'call', by, orderNo }))
  const note = 'Hopes for wages on Friday.'
  expect(collection).toContainEqual(expect.objectContaining({ what: 'note', note, by }))
  const promised = { what: 'promise', amount: 100, how: [expect.stringMatching(/^2026-12-\d\d$/)] }
  expect(collection).toContainEqual(expect.objectContaining(promised))
})

test('a loan read again after an act is the same look', async () => {
  const looks = () =>
    world.services.db.raw(`SELECT at FROM staff_look WHERE part = 'loan' AND borrower_id = $1`, [
      borrower.id,
    ])
  await opened()
  const before = (await looks()).length
  await calls().open({ orderId, why: 'collection', again: true })
  expect((await looks()).length).toBe(before)
  await opened()
  expect((await looks()).length).toBe(before + 1)
})

test('the list counts each bucket, and without a bucket opens the first that has loans', async () => {
  const countsOf = (list: Awaited<ReturnType<ReturnType<typeof calls>['list']>>) =>
    list.ok ? list.data.counts.map(({ bucket, count }) => `${bucket}: ${count}`) : []
  await later(31)
  const list = await calls().list({})
  expect(countsOf(list)).toEqual(['1-30: 0', '31-60: 1', '61-90: 0', 'over-90: 0'])
  expect(list).toMatchObject({ data: { bucket: '31-60', items: [{ orderId }] } })
  const other = await calls().list({ bucket: '1-30' })
  expect(other).toMatchObject({ data: { bucket: '1-30', items: [] } })
  expect(countsOf(other)).toEqual(countsOf(list))
})

test('loans have the classes of RBI’s example: SMA-1 on the 30th day after the due day, SMA-2 on the 60th, NPA on the 90th', async () => {
  const late = await world.borrower()
  const lateOrder = await runningLoan(world, late, { productId: 'saral-seven' })
  const { repaymentDate } = await detailOf(late, lateOrder)
  const due = new Date(`${repaymentDate}T06:00:00Z`).getTime()
  world.server.clock.set(new Date(due + 86_400_000))
  await runCloseOfBusiness(world.services)
  for (const [days, bucket] of [
    [1, '1-30'],
    [29, '1-30'],
    [30, '31-60'],
    [60, '61-90'],
    [89, '61-90'],
    [90, 'over-90'],
  ] as const) {
    world.server.clock.set(new Date(due + days * 86_400_000))
    collector = await staffBrowser(world.server, 'collections')
    const list = await calls().list({ bucket })
    const item = list.ok && list.data.items.find(each => each.orderId === lateOrder)
    expect(item, `${days} days after the due day`).toMatchObject({ bucket, daysPastDue: days })
    const opens = await calls().open({ orderId: lateOrder, why: 'collection' })
    expect(opens).toMatchObject({ data: { bucket } })
    // The borrower reads the calendar days since the due day.
    expect((await detailOf(late, lateOrder)).overdueDays).toBe(days)
  }
  await pay(world, late, lateOrder, 'all')
})

test('a paid loan leaves collections', async () => {
  await pay(world, borrower, orderId, 'all')
  await world.runJobs()
  expect(await calls().open({ orderId, why: 'collection' })).toMatchObject({
    reason: 'order-not-found',
  })
  expect(await calls().call({ orderId })).toMatchObject({ reason: 'order-not-found' })
})

test('the list reads all its loans in one statement', async () => {
  const { db } = world.services
  for (const _ of ['one', 'another'])
    await runningLoan(world, await world.borrower(), { productId: 'saral-seven' })
  await later(9)
  const names: string[] = []
  const counted: typeof db = {
    ...db,
    query: (statement, ...values) => {
      names.push(statement.name)
      return db.query(statement, ...values)
    },
    maybeOne: (statement, ...values) => {
      names.push(statement.name)
      return db.maybeOne(statement, ...values)
    },
    one: (statement, ...values) => {
      if (statement.name !== 'collection-count') names.push(statement.name)
      return db.one(statement, ...values)
    },
  }
  const now = world.services.clock.now()
  const list = await listOverdue({ db: counted }, { bucket: '1-30' }, { now })
  expect(list.items.length).toBeGreaterThan(1)
  expect(names).toEqual(['collection-page', 'loans-running'])
})
