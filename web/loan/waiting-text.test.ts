import { expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { waitingText } from './waiting-text.ts'

const none = { asked: 0, answerBy: null }

test.each([
  ['the rules', { isWithPerson: 0, questions: none }, 'orders.audit.text'],
  ['a person', { isWithPerson: 1, questions: none }, 'orders.audit.person'],
  [
    'the borrower',
    { isWithPerson: 1, questions: { asked: 1, answerBy: day('2026-11-24') } },
    'orders.question.waits',
  ],
] as const)('an application that waits for %s says so', (_whom, waiting, text) => {
  expect(waitingText(waiting)).toBe(text)
})
