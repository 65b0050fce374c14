import { expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { DEFAULT_ROLES, ROLES, type Role } from '#domain/staff/permissions.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type Borrower, detailOf, lendingWorld, wish } from '#server/testing/lending.ts'
import { rowsOf } from '#server/testing/own-data.ts'
import { heldIn } from '#server/testing/personal-values.ts'
import { staffBrowser } from '#server/testing/staff.ts'

const world = forFile(() => lendingWorld())

const WORDS = 'In which months do you sew?'
const ANSWER = 'I sew at home from October to March.'
/** Seven India days after 21 November, on which the clock of the tests begins (decision 74). */
const LAST_DAY = '2026-11-28'

const callsOf = async (role: Role = 'credit-officer') =>
  (await staffBrowser(world.server, role)).calls(staffContract.application)
const questionsOf = ({ browser }: Borrower) => browser.calls(contract.question)

/** An application that the rules could not settle: the names differ a little. */
async function referred(): Promise<{ borrower: Borrower; orderId: string }> {
  const borrower = await world.borrower({ panDigits: '0002' })
  const applied = await borrower.browser
    .calls(contract.order)
    .apply(wish(borrower), { idempotencyKey: 'apply' })
  if (!applied.ok) throw new Error(applied.reason)
  await world.runJobs()
  return { borrower, orderId: applied.data.orderId }
}

/** The same application, opened by an officer, who asks a given question with own words. */
async function applicationWithQuestion() {
  const { borrower, orderId } = await referred()
  const officer = await callsOf()
  await officer.open({ orderId, why: 'decision' })
  expect(await officer.ask({ orderId, kind: 'income', words: WORDS })).toMatchObject({ ok: true })
  return { borrower, orderId, officer }
}

async function itemOf(id: string) {
  const officer = await staffBrowser(world.server, 'credit-officer')
  const list = await officer.calls(staffContract.inbox).list({ kind: 'application' })
  if (!list.ok) throw new Error(list.reason)
  return { item: list.data.items.find(item => item.id === id), last: list.data.items.at(-1) }
}

async function cardOf({ browser }: Borrower) {
  const home = await browser.calls(contract.home).index({})
  if (!home.ok) throw new Error(home.reason)
  return home.data.undwayList[0]
}

const audited = async (orderId: string) =>
  (await world.services.db.raw('SELECT action FROM audit_entry WHERE subject = $1', [orderId])).map(
    ({ action }) => action,
  )

test('an officer asks, the borrower answers once, and the officer reads the answer and approves', async () => {
  const officer = await callsOf()
  const { borrower, orderId } = await referred()
  world.server.clock.advance({ seconds: 1 })
  const { orderId: newer } = await referred()
  expect((await itemOf(orderId)).last?.id, 'the longest waiting comes first').toBe(newer)
  await officer.open({ orderId, why: 'decision' })
  expect(await cardOf(borrower)).toMatchObject({ answerBy: null, fullButtonName: 'View' })
  expect(await detailOf(borrower, orderId)).toMatchObject({
    questions: { asked: 0, answerBy: null },
  })

  const question = { kind: 'income', words: WORDS } as const
  expect(await officer.questionPreview(question)).toMatchObject({
    data: { en: ['How do you earn your income?', WORDS], hi: ['आपकी कमाई कैसे होती है?', WORDS] },
  })
  expect(await officer.ask({ orderId, ...question })).toMatchObject({ ok: true })
  expect(world.jobs).toContainEqual(
    expect.objectContaining({
      name: 'send-push',
      data: expect.objectContaining({ orderId, news: 'question-asked' }),
    }),
  )
  await world.runJobs()
  expect(await audited(orderId)).toEqual(['desk-ask'])
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'auditing',
    questions: { asked: 1, answerBy: LAST_DAY },
  })
  expect(await cardOf(borrower)).toMatchObject({ answerBy: LAST_DAY, fullButtonName: 'Answer' })
  const { item, last } = await itemOf(orderId)
  expect(last?.id).toBe(orderId)
  expect(item).toMatchObject({
    notes: ['names-need-a-look'],
    borrowerUntil: new Date('2026-11-28T18:30:00Z'),
  })

  const now = world.services.clock.now()
  const waiting = { number: 1, ...question, askedAt: now, answerBy: LAST_DAY, standing: 'open' }
  expect(await questionsOf(borrower).list({ orderId })).toEqual({
    ok: true,
    data: [{ ...waiting, answer: null, answeredAt: null }],
  })
  const answer = await questionsOf(borrower).answer({ orderId, number: 1, answer: ` ${ANSWER} ` })
  expect(answer).toEqual({ ok: true, data: { answeredAt: now } })
  expect(await itemOf(orderId)).toMatchObject({
    item: { notes: ['answered', 'names-need-a-look'], borrowerUntil: null },
  })
  expect(await cardOf(borrower)).toMatchObject({ answerBy: null })

  const answered = { ...waiting, standing: 'answered', answer: ANSWER, answeredAt: now }
  expect(await officer.open({ orderId, why: 'decision' })).toMatchObject({
    data: { questions: [answered], mayAsk: true },
  })
  const page = await (await staffBrowser(world.server, 'credit-officer'))
    .calls(staffContract.staffBorrower)
    .open({ borrowerId: borrower.id, why: 'decision' })
  const events = page.ok && page.data.timeline.events.filter(({ kind }) => kind === 'question')
  expect(events).toMatchObject([
    { what: 'asked', how: ['income'], note: WORDS, by: 'credit-officer@sandbox.example' },
    { what: 'answered', note: ANSWER },
  ])
  expect(await officer.approve({ orderId })).toMatchObject({ ok: true })
  expect(await questionsOf(borrower).list({ orderId })).toMatchObject({ data: [answered] })
  expect(await audited(orderId)).toEqual(['desk-ask', 'desk-approve'])
})

test('only people who may decide can ask, about an application that they opened, one question at a time', async () => {
  const { orderId } = await referred()
  const officer = await callsOf()
  const question = { orderId, kind: 'workplace', words: null } as const
  expect(await officer.ask(question)).toMatchObject({ reason: 'look-needed' })
  await officer.open({ orderId, why: 'decision' })
  expect(await officer.ask({ ...question, kind: null })).toMatchObject({ reason: 'input-invalid' })
  expect(await officer.ask({ ...question, words: 'a'.repeat(301) })).toMatchObject({
    reason: 'input-invalid',
  })
  for (const role of ROLES.filter(each => !DEFAULT_ROLES[each].includes('applications:decide')))
    expect(await (await callsOf(role)).ask(question), role).toMatchObject({
      reason: 'not-permitted',
    })
  expect(await officer.ask(question)).toMatchObject({ ok: true })
  expect(await officer.ask(question)).toMatchObject({ reason: 'outdated' })
  expect(await officer.open({ orderId, why: 'decision' })).toMatchObject({
    data: { mayAsk: false },
  })
  expect((await officer.approve({ orderId })).ok, 'a decision needs no answer').toBe(true)
  expect(await officer.ask(question)).toMatchObject({ reason: 'order-not-found' })
})

test('one of two officers who ask at once asks the question', async () => {
  const { borrower, orderId } = await referred()
  const officers = await Promise.all([callsOf(), callsOf()])
  for (const officer of officers) await officer.open({ orderId, why: 'decision' })
  const answers = await Promise.all(
    officers.map(officer => officer.ask({ orderId, kind: 'income', words: null })),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ reason: 'outdated' })
  expect(await questionsOf(borrower).list({ orderId })).toMatchObject({ data: [{ number: 1 }] })
  expect(await audited(orderId)).toEqual(['desk-ask'])
})

test('a question and its entry in the audit log are stored together or not at all', async () => {
  const { borrower, orderId } = await referred()
  const officer = await callsOf()
  await officer.open({ orderId, why: 'decision' })
  const broken = vi.spyOn(world.services.cipher, 'seal').mockImplementation(() => {
    throw new Error('the audit log cannot be written')
  })
  expect((await officer.ask({ orderId, kind: 'income', words: null })).ok).toBe(false)
  broken.mockRestore()
  expect(await questionsOf(borrower).list({ orderId })).toEqual({ ok: true, data: [] })
})

test('the same answer again changes nothing, and another one is refused', async () => {
  const { borrower, orderId } = await applicationWithQuestion()
  const calls = questionsOf(borrower)
  const answers = await Promise.all([
    calls.answer({ orderId, number: 1, answer: ANSWER }),
    calls.answer({ orderId, number: 1, answer: 'I cook.' }),
  ])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ reason: 'outdated' })
  const stored = answers[0]?.ok ? ANSWER : 'I cook.'
  world.server.clock.advance({ seconds: 60 })
  expect(await calls.answer({ orderId, number: 1, answer: stored })).toEqual(
    answers.find(({ ok }) => ok),
  )
  expect(await calls.answer({ orderId, number: 1, answer: 'I drive.' })).toMatchObject({
    reason: 'outdated',
  })
  expect(await calls.list({ orderId })).toMatchObject({ data: [{ answer: stored }] })
})

test('an answer and a decision at once leave both sound, and a decision closes the question', async () => {
  const { borrower, orderId, officer } = await applicationWithQuestion()
  const [answer, decided] = await Promise.all([
    questionsOf(borrower).answer({ orderId, number: 1, answer: ANSWER }),
    officer.approve({ orderId }),
  ])
  expect(decided.ok).toBe(true)
  const standing = answer.ok ? 'answered' : 'closed'
  if (!answer.ok) expect(answer.reason).toBe('outdated')
  expect(await questionsOf(borrower).list({ orderId })).toMatchObject({ data: [{ standing }] })

  const other = await applicationWithQuestion()
  await other.officer.deny({ orderId: other.orderId, reasons: ['names-differ'], text: null })
  expect(
    await questionsOf(other.borrower).answer({ orderId: other.orderId, number: 1, answer: ANSWER }),
  ).toMatchObject({ reason: 'outdated' })
  expect(await detailOf(other.borrower, other.orderId)).toMatchObject({
    orderState: 'denied',
    questions: { asked: 1, answerBy: null },
  })
  expect(await questionsOf(other.borrower).list({ orderId: other.orderId })).toMatchObject({
    data: [{ standing: 'closed', answer: null }],
  })
})

test('another borrower’s application is not found, and a limited session reads no question', async () => {
  const { borrower, orderId } = await applicationWithQuestion()
  const other = await world.borrower()
  const stranger = questionsOf(other)
  const missing = '01a1fc5e-4940-7566-bffd-964037d99206'
  for (const id of [orderId, missing]) {
    expect(await stranger.list({ orderId: id })).toMatchObject({ reason: 'order-not-found' })
    expect(await stranger.answer({ orderId: id, number: 1, answer: ANSWER })).toMatchObject({
      reason: 'order-not-found',
    })
  }
  const calls = questionsOf(borrower)
  expect(await calls.answer({ orderId, number: 2, answer: ANSWER })).toMatchObject({
    reason: 'not-found',
  })
  for (const answer of ['', '  ', 'a'.repeat(501)])
    expect(await calls.answer({ orderId, number: 1, answer })).toMatchObject({
      reason: 'input-invalid',
    })
  world.server.clock.advance({ seconds: 61 })
  const limited = await world.server.signIn(borrower.phone)
  expect(await limited.calls(contract.question).list({ orderId })).toMatchObject({
    reason: 'confirm-code-required',
  })
  expect(await limited.calls(contract.order).detail({ orderId })).toMatchObject({
    data: { questions: { asked: 1 } },
  })
})

test('the texts are encrypted in the database, are part of the download, and are erased', async () => {
  const { borrower, orderId, officer } = await applicationWithQuestion()
  await questionsOf(borrower).answer({ orderId, number: 1, answer: ANSWER })
  const { db } = world.services
  const rows = await db.raw('SELECT q::text FROM application_question q WHERE borrower_id = $1', [
    borrower.id,
  ])
  expect(rows).toHaveLength(1)
  expect(heldIn(JSON.stringify(rows), [WORDS, ANSWER])).toEqual([])
  const ownData = borrower.browser.calls(contract.ownData)
  const downloadRows = async () => {
    const answer = await ownData.download({})
    if (!answer.ok) throw new Error(answer.reason)
    const parts = answer.data.sections.flatMap(({ parts }) => parts.flat())
    return parts.map(({ label, value }) => `${label}: ${value}`)
  }
  expect(await downloadRows()).toEqual(
    expect.arrayContaining([
      `Question we asked: How do you earn your income? ${WORDS}`,
      `Your answer: ${ANSWER}`,
    ]),
  )
  await officer.deny({ orderId, reasons: ['names-differ'], text: null })
  expect(await ownData.erase({ what: 'everything' })).toMatchObject({ ok: true })
  expect(await rowsOf(world, borrower.id)).not.toHaveProperty('application_question')
  expect((await downloadRows()).join()).not.toContain(ANSWER)
})

/** This test comes last: it advances the clock by days. */
test('an application without an answer in time returns to the officer, who may ask again', async () => {
  const { borrower, orderId } = await applicationWithQuestion()
  world.server.clock.advance({ days: 8 })
  await world.runJobs()
  expect(await questionsOf(borrower).answer({ orderId, number: 1, answer: ANSWER })).toMatchObject({
    reason: 'outdated',
  })
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'auditing',
    questions: { asked: 1, answerBy: null },
  })
  expect(await itemOf(orderId)).toMatchObject({
    item: { notes: ['no-answer', 'names-need-a-look'], borrowerUntil: null },
  })
  const officer = await callsOf()
  expect(await officer.open({ orderId, why: 'decision' })).toMatchObject({
    data: { questions: [{ standing: 'unanswered' }], mayAsk: true },
  })
  expect(await officer.ask({ orderId, kind: 'late-loan', words: null })).toMatchObject({ ok: true })
  expect(await questionsOf(borrower).list({ orderId })).toMatchObject({
    data: [
      { number: 1, standing: 'unanswered' },
      { number: 2, kind: 'late-loan', standing: 'open' },
    ],
  })
})
