import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { on } from '#web/testing/answers.ts'
import { open } from '#web/testing/open.tsx'
import { control, says, see, tap, toasts, type } from '#web/testing/page.ts'
import { testStates } from '#web/testing/states.ts'
import { stub } from '#web/testing/stub.ts'

const { question } = contract
const at = '/orders/o1/question'
const waiting = {
  number: 1,
  kind: 'income' as const,
  words: 'In which months do you sew?',
  askedAt: new Date('2026-03-05T04:30:00Z'),
  answerBy: on('2026-03-12'),
  standing: 'open' as const,
  answer: null,
  answeredAt: null,
}
const answered = {
  ...waiting,
  standing: 'answered' as const,
  answer: 'From October to March.',
  answeredAt: new Date('2026-03-06T04:30:00Z'),
}

testStates([
  {
    at,
    when: 'a question waits for the borrower',
    given: () => stub(question.list, [waiting]),
    sees: [
      'How do you earn your income?',
      'In which months do you sew?',
      'Write your answer first.',
    ],
  },
  {
    at,
    when: 'the question is answered',
    given: () => stub(question.list, [answered]),
    sees: ['You answered on 6 Mar 2026, 10:00 am', 'From October to March.'],
    lacks: ['Your answer', 'Send answer'],
  },
  {
    at,
    when: 'nobody asked',
    given: () => stub(question.list, []),
    sees: ['There is no question about this application.'],
  },
])

test('an answer is sent once, and stays on the page', async () => {
  let list: (typeof waiting | typeof answered)[] = [waiting]
  stub(question.list, () => list)
  const calls = stub(question.answer, () => {
    list = [answered]
    return { answeredAt: answered.answeredAt }
  })
  await open(at)
  await tap('Send answer')
  await see('Write your answer first.')
  expect(toasts(), 'nothing is sent').toEqual([])
  await type('Your answer', ' From October to March. ')
  await tap('Send answer')
  await says('From October to March.')
  expect(toasts()).toEqual(['Your answer was sent.'])
  const answer = 'From October to March.'
  expect(calls.inputs).toEqual([{ orderId: 'o1', number: 1, answer }])
})

test('an answer that is refused stays in its field', async () => {
  stub(question.list, [waiting])
  stub(question.answer, { refused: 'outdated' })
  await open(at)
  await type('Your answer', 'From October.')
  await tap('Send answer')
  expect(toasts()).toEqual(['This has changed in the meantime. Look at it again.'])
  expect(await control('Send answer')).toHaveProperty('disabled', false)
  expect(document.querySelector('textarea')?.value).toBe('From October.')
})
