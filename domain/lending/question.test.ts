import { expect, test } from 'vitest'
import {
  answerBy,
  answerUntil,
  effectOfAnswer,
  mayAsk,
  openQuestion,
  standingOf,
} from './question.ts'

const askedAt = new Date('2026-11-21T04:30:00Z')
/** The end of 28 November in India, the seventh day after the question (decision 74). */
const until = new Date('2026-11-28T18:30:00Z')
const before = new Date(until.getTime() - 1)
const waiting = { answerUntil: until, answeredAt: null }
const answered = { answerUntil: until, answeredAt: askedAt }
const referred = { state: 'auditing', referredAt: askedAt } as const

test('an answer is in time until the end of the seventh India day after the question', () => {
  expect(answerUntil(askedAt)).toEqual(until)
  expect(answerUntil(new Date('2026-11-21T18:29:59.999Z'))).toEqual(until)
  expect(answerUntil(new Date('2026-11-21T18:30:00Z'))).toEqual(new Date('2026-11-29T18:30:00Z'))
  expect(answerBy({ answerUntil: until })).toBe('2026-11-28')
})

test.each([
  ['waits for the borrower', waiting, 'auditing', before, 'open'],
  ['goes back to the person without an answer', waiting, 'auditing', until, 'unanswered'],
  ['is answered', answered, 'auditing', before, 'answered'],
  ['stays answered', answered, 'denied', until, 'answered'],
  ['ends with an approval', waiting, 'pass', before, 'closed'],
  ['ends with a denial', waiting, 'denied', before, 'closed'],
  ['ends with a withdrawal', waiting, 'cancelled', before, 'closed'],
] as const)('a question %s', (_what, question, state, now, standing) => {
  expect(standingOf(question, { state }, now)).toBe(standing)
})

test('the question that waits is found among earlier ones', () => {
  expect(openQuestion([answered, waiting], referred, before)).toBe(waiting)
  expect(openQuestion([answered, waiting], referred, until)).toBeUndefined()
})

test.each([
  ['nothing was asked', referred, [], before, true],
  ['the last question was answered', referred, [answered], before, true],
  ['the last question found no answer in time', referred, [waiting], until, true],
  ['a question waits', referred, [answered, waiting], before, false],
  ['the rules have not referred it', { state: 'auditing' }, [], before, false],
  ['it was decided', { state: 'pass', referredAt: askedAt }, [], before, false],
  ['it was withdrawn', { state: 'cancelled', referredAt: askedAt }, [], before, false],
  ['five were asked', referred, Array.from({ length: 5 }, () => answered), before, false],
] as const)('whether a person may ask: %s', (_what, order, questions, now, may) => {
  expect(mayAsk(order, questions, now)).toBe(may)
})

test.each([
  ['is stored', 'I sew.', null, 'auditing', before, 'stored'],
  ['changes nothing the second time', 'I sew.', 'I sew.', 'auditing', before, 'repeated'],
  ['is the same one after its time, too', 'I sew.', 'I sew.', 'auditing', until, 'repeated'],
  ['is the same one after the decision, too', 'I sew.', 'I sew.', 'pass', before, 'repeated'],
  ['never replaces another', 'I cook.', 'I sew.', 'auditing', before, 'outdated'],
  ['comes too late', 'I sew.', null, 'auditing', until, 'outdated'],
  ['comes after the decision', 'I sew.', null, 'denied', before, 'outdated'],
] as const)('an answer %s', (_what, answer, stored, state, now, effect) => {
  const question = { ...(stored === null ? waiting : answered), answer: stored }
  expect(effectOfAnswer(answer, question, { state }, now)).toBe(effect)
})
