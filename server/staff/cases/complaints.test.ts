import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { addDays, indiaDayOf } from '#domain/day.ts'
import { keepToPeriods } from '#server/privacy/retention.ts'
import type { Browser } from '#server/testing/browser.ts'
import { type Borrower, type LendingWorld, lendingWorld } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

let world: LendingWorld
let operations: Browser
let officer: Browser
beforeAll(async () => {
  world = await lendingWorld()
  await signIn()
})
afterAll(() => world.close())

/** Sessions of staff use the machine's clock; the tests advance the product's. */
async function signIn() {
  operations = await staffBrowser(world.server, 'operations')
  officer = await staffBrowser(world.server, 'grievance-officer')
}
const calls = (browser: Browser) => browser.calls(staffContract.complaint)
const feedback = ({ browser }: Borrower) => browser.calls(contract.feedback)

async function sendFeedback(problemType = 'charges', content = 'I paid a fee twice.') {
  const borrower = await world.borrower()
  const saved = await feedback(borrower).save({ content, problemType })
  if (!saved.ok) throw new Error(saved.reason)
  return { borrower, feedbackId: saved.data.feedbackId }
}
async function historyOf(borrower: Borrower) {
  const list = await feedback(borrower).list({})
  if (!list.ok) throw new Error(list.reason)
  return list.data
}
async function inboxItem(id: string) {
  const list = await officer.calls(staffContract.inbox).list({})
  if (!list.ok) throw new Error(list.reason)
  return list.data.items.find(item => item.id === id)
}
async function listed(view: 'open' | 'closed' | 'feedback', after?: string) {
  const list = await calls(officer).list({ view, ...(after && { after }) })
  if (!list.ok) throw new Error(list.reason)
  return list.data
}

test('one act makes feedback a complaint, whose clock runs from the feedback', async () => {
  const { borrower, feedbackId } = await sendFeedback()
  const received = world.services.clock.now()
  expect(await inboxItem(feedbackId)).toMatchObject({ kind: 'feedback' })
  world.server.clock.advance({ days: 4 })
  const raise = { feedbackId, category: 'charges' } as const
  const both = await Promise.all([calls(operations).raise(raise), calls(officer).raise(raise)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  const due = new Date('2026-12-21T18:30:00Z')
  expect(await inboxItem(feedbackId)).toMatchObject({
    kind: 'complaint',
    dueAt: due,
    notes: ['new'],
  })
  expect((await listed('open')).items).toContainEqual(
    expect.objectContaining({ feedbackId, complaint: expect.objectContaining({ stage: 'new' }) }),
  )
  expect((await listed('feedback')).items.map(item => item.feedbackId)).not.toContain(feedbackId)
  expect(await historyOf(borrower)).toMatchObject([
    { complaint: { receivedAt: received, answerBy: '2026-12-21', ombudsmanUntil: null } },
  ])
})

test('feedback is answered once; its borrower reads the answer with its time', async () => {
  const { borrower, feedbackId } = await sendFeedback('other', 'Nobody answers.')
  expect(await inboxItem(feedbackId)).toMatchObject({ kind: 'feedback' })
  world.server.clock.advance({ seconds: 60 })
  const reply = (text: string) => calls(operations).reply({ feedbackId, text })
  expect((await reply('We do now.')).ok).toBe(true)
  expect(await reply('Again.')).toMatchObject({ reason: 'outdated' })
  expect(await inboxItem(feedbackId)).toBeUndefined()
  expect(await historyOf(borrower)).toMatchObject([
    { answerContent: 'We do now.', responseTime: world.services.clock.now() },
  ])
})

test('a look at a complaint is recorded; replies and the closing reach the borrower, and the case stays readable', async () => {
  const { borrower, feedbackId } = await sendFeedback()
  await calls(operations).raise({ feedbackId, category: 'charges' })
  const opened = await calls(operations).open({ feedbackId, why: 'complaint' })
  expect(opened).toMatchObject({
    data: { content: 'I paid a fee twice.', topic: expect.any(String) },
  })
  expect(JSON.stringify(opened)).not.toContain(borrower.phone.slice(2))
  const overview = await borrower.browser.calls(contract.ownData).overview({})
  expect(overview).toMatchObject({
    data: { looks: [{ role: 'operations', part: 'feedback', why: 'complaint' }] },
  })
  expect((await calls(operations).reply({ feedbackId, text: 'We look at it.' })).ok).toBe(true)
  const close = { feedbackId, outcome: 'resolved', text: 'We sent it back.' } as const
  expect(await calls(operations).close(close)).toMatchObject({ reason: 'input-invalid' })
  const cause = { feedbackId, category: 'repayment', rootCause: 'system-fault' } as const
  expect((await calls(operations).sort(cause)).ok).toBe(true)
  expect((await calls(operations).close(close)).ok).toBe(true)
  expect(await calls(officer).close(close)).toMatchObject({ reason: 'outdated' })
  expect(await calls(officer).reply({ feedbackId, text: 'Late' })).toMatchObject({
    reason: 'outdated',
  })
  const at = world.services.clock.now()
  expect(await historyOf(borrower)).toMatchObject([
    {
      answerContent: 'We sent it back.',
      complaint: {
        closedAt: at,
        outcome: 'resolved',
        ombudsmanUntil: null,
        replies: [
          { at, text: 'We look at it.' },
          { at, text: 'We sent it back.' },
        ],
      },
    },
  ])
  const again = await calls(officer).open({ feedbackId, why: 'review' })
  expect(again).toMatchObject({
    data: {
      complaint: {
        history: [
          { what: 'raised', by: 'operations@sandbox.example' },
          { what: 'reply', text: 'We look at it.' },
          { what: 'sorted', notes: ['repayment', 'system-fault'] },
          { what: 'closed', notes: ['resolved'], text: 'We sent it back.' },
        ],
      },
    },
  })
  expect(await inboxItem(feedbackId)).toBeUndefined()
  expect((await listed('closed')).items.map(item => item.feedbackId)).toContain(feedbackId)
})

test('only the grievance officer rejects a complaint or closes an escalated one; the borrower then reads the address', async () => {
  const { borrower, feedbackId } = await sendFeedback()
  expect((await feedback(borrower).complain({ feedbackId })).ok).toBe(true)
  expect(await feedback(borrower).complain({ feedbackId })).toMatchObject({ reason: 'outdated' })
  await calls(operations).sort({ feedbackId, category: 'charges', rootCause: 'no-fault-found' })
  const no = { feedbackId, outcome: 'rejected', text: 'The fee was agreed.' } as const
  const yes = { feedbackId, outcome: 'resolved', text: 'Done.' } as const
  expect(await calls(operations).close(no)).toMatchObject({ reason: 'not-permitted' })
  const why = 'The borrower asks for the officer.'
  expect((await calls(operations).escalate({ feedbackId, why })).ok).toBe(true)
  expect(await calls(operations).close(yes)).toMatchObject({ reason: 'not-permitted' })
  expect((await calls(officer).close(no)).ok).toBe(true)
  expect(await historyOf(borrower)).toMatchObject([
    { complaint: { outcome: 'rejected', ombudsmanUntil: dayAfter(90) } },
  ])
})

test('a complaint about conduct stays with the officer in another category', async () => {
  const { borrower, feedbackId } = await sendFeedback('conduct')
  await feedback(borrower).complain({ feedbackId })
  await calls(operations).sort({ feedbackId, category: 'service', rootCause: 'person-fault' })
  const close = { feedbackId, outcome: 'resolved', text: 'Done.' } as const
  expect(await calls(operations).close(close)).toMatchObject({ reason: 'not-permitted' })
  expect((await calls(officer).close(close)).ok).toBe(true)
})

test('after 30 days without an answer the borrower reads that it is late, and where to go', async () => {
  const { borrower, feedbackId } = await sendFeedback('conduct')
  const due = dayAfter(30 + 90)
  await feedback(borrower).complain({ feedbackId })
  world.server.clock.advance({ days: 31 })
  await signIn()
  expect(await inboxItem(feedbackId)).toMatchObject({ notes: ['late', 'escalated'] })
  expect(await historyOf(borrower)).toMatchObject([
    { complaint: { closedAt: null, ombudsmanUntil: due } },
  ])
})

test('a complaint needs one’s own feedback, and viewers see none', async () => {
  const { feedbackId } = await sendFeedback()
  const other = await world.borrower()
  for (const id of [feedbackId, 'no-uuid'])
    expect(await feedback(other).complain({ feedbackId: id })).toMatchObject({
      reason: 'not-found',
    })
  const viewer = await staffBrowser(world.server, 'viewer')
  expect(await calls(viewer).list({ view: 'open' })).toMatchObject({ reason: 'not-permitted' })
  expect(await calls(officer).open({ feedbackId: 'no-uuid', why: 'complaint' })).toMatchObject({
    reason: 'not-found',
  })
})

test('a complaint survives an erasure until it is answered, and for a year after', async () => {
  const { borrower, feedbackId } = await sendFeedback()
  await feedback(borrower).complain({ feedbackId })
  const erase = () => borrower.browser.calls(contract.ownData).erase({ what: 'feedback' })
  await erase()
  expect(await historyOf(borrower)).toHaveLength(1)
  await calls(officer).sort({ feedbackId, category: 'charges', rootCause: 'delay' })
  await calls(officer).close({ feedbackId, outcome: 'resolved', text: 'Done.' })
  const rows = async () =>
    world.services.db.raw('SELECT what FROM complaint_entry WHERE feedback_id = $1', [feedbackId])
  world.server.clock.advance({ days: 365 })
  await keepToPeriods({ ...world.services, files: world.files })
  expect(await rows()).not.toEqual([])
  world.server.clock.advance({ days: 1 })
  await keepToPeriods({ ...world.services, files: world.files })
  expect(await rows()).toEqual([])
})

test('the list continues where its page ended', async () => {
  const { borrower } = await sendFeedback()
  await world.services.db.raw(
    `INSERT INTO feedback (borrower_id, feedback_id, problem_type, content_sealed, created_at)
     SELECT $1, gen_random_uuid(), 'app', content_sealed, created_at FROM feedback, generate_series(1, 60) WHERE borrower_id = $1`,
    [borrower.id],
  )
  const first = await listed('feedback')
  expect(first.items).toHaveLength(50)
  const second = await listed('feedback', first.next ?? '')
  const ids = [...first.items, ...second.items].map(item => item.feedbackId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThanOrEqual(61)
  expect(second.next).toBeNull()
})

test('a case read again after an act is one look of its reader, for 12 hours', async () => {
  const { borrower, feedbackId } = await sendFeedback()
  const looks = async () => {
    const rows = await world.services.db.raw('SELECT why FROM staff_look WHERE borrower_id = $1', [
      borrower.id,
    ])
    return rows.length
  }
  const open = (browser: Browser, again: boolean) =>
    calls(browser).open({ feedbackId, why: 'complaint', again })
  await open(operations, true)
  expect(await looks(), 'nobody had opened it').toBe(1)
  await open(operations, true)
  expect(await looks(), 'read again').toBe(1)
  await open(operations, false)
  expect(await looks(), 'opened again').toBe(2)
  await open(officer, true)
  expect(await looks(), 'another person').toBe(3)
  world.server.clock.advance({ seconds: 12 * 3_600 + 60 })
  await open(await staffBrowser(world.server, 'operations'), true)
  expect(await looks(), 'long ago').toBe(4)
})

test('the report has complaints by age, open on a day or closed in its month, and each figure opens its rows', async () => {
  const one = await sendFeedback()
  await calls(operations).raise({ feedbackId: one.feedbackId, category: 'charges' })
  const received = dayAfter(0)
  world.server.clock.advance({ days: 11 })
  await signIn()
  const cause = { feedbackId: one.feedbackId, category: 'charges', rootCause: 'delay' } as const
  await calls(officer).sort(cause)
  const close = { feedbackId: one.feedbackId, outcome: 'partly', text: 'Half of it.' } as const
  expect((await calls(officer).close(close)).ok).toBe(true)
  const two = await sendFeedback()
  await calls(officer).raise({ feedbackId: two.feedbackId, category: 'payout' })
  const reports = (await staffBrowser(world.server, 'compliance')).calls(staffContract.report)
  const rowsOf = async (key: string, on = dayAfter(0)) => {
    const page = await reports.rows({ report: 'complaints', key, day: on })
    if (!page.ok) throw new Error(page.reason)
    return page.data.rows
  }
  const row = {
    complaintId: one.feedbackId,
    daysOpen: 11,
    day: received,
    notes: ['charges', 'partly'],
  }
  expect(await rowsOf('closed:11-20')).toContainEqual(expect.objectContaining(row))
  const then = { complaintId: one.feedbackId, daysOpen: 10, notes: ['charges'] }
  const past = addDays(received, 10)
  expect(await rowsOf('open:0-10', past)).toContainEqual(expect.objectContaining(then))
  const opened = { complaintId: two.feedbackId, daysOpen: 0, notes: ['payout'] }
  expect(await rowsOf('open:0-10')).toContainEqual(expect.objectContaining(opened))
  const report = await reports.complaints({})
  if (!report.ok) throw new Error(report.reason)
  for (const state of ['open', 'closed'] as const) {
    const classes = report.data[state]
    for (const { age, complaints } of classes)
      expect(await rowsOf(`${state}:${age}`), `${state} ${age}`).toHaveLength(complaints)
    const total = classes.reduce((sum, { complaints }) => sum + complaints, 0)
    expect(await rowsOf(`${state}:all`)).toHaveLength(total)
  }
  for (const key of ['open:5', 'late:0-10', 'open', 'open:0-10:1'])
    expect(await reports.rows({ report: 'complaints', key, day: received })).toMatchObject({
      reason: 'input-invalid',
    })
})

/** The India day this number of days from now. */
function dayAfter(days: number) {
  return addDays(indiaDayOf(world.services.clock.now()), days)
}
