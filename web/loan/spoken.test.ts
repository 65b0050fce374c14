import { expect, test } from 'vitest'
import { spokenLines } from '#web/loan/spoken.ts'

const say = (text: string) =>
  spokenLines(text, ({ rupees, paise }) => `${rupees} rupees ${paise} paise`)

test('says amounts as rupees and paise', () => {
  expect(say('You receive\n₹4,882.00\nEach week ₹399.86, at most ₹1,00,000')).toEqual([
    'You receive',
    '4882 rupees 0 paise',
    'Each week 399 rupees 86 paise, at most 100000 rupees 0 paise',
  ])
})

test('leaves out hidden digits, lone signs and a repeated line', () => {
  expect(say('Bank •••• 8901\n \n›\nTerms\nTerms\n+\nकुल ₹5.05')).toEqual([
    'Bank 8901',
    'Terms',
    'कुल 5 rupees 5 paise',
  ])
})
