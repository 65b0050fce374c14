import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caretAfter, digitsBefore, grouped } from './grouped.ts'

test.each([
  ['', ''],
  ['1234', '1234'],
  ['12345', '1234 5'],
  ['123456789012', '1234 5678 9012'],
])('%s is shown as "%s"', (digits, text) => {
  expect(grouped(digits)).toBe(text)
})

test('keeps every digit, and the caret behind the same digits', () => {
  const numbers = fc
    .array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 })
    .map(digits => digits.join(''))
  fc.assert(
    fc.property(numbers, fc.nat(12), (digits, at) => {
      const count = Math.min(at, digits.length)
      const text = grouped(digits)
      expect(text.replaceAll(' ', '')).toBe(digits)
      expect(digitsBefore(text, caretAfter(count))).toBe(count)
    }),
  )
})

test('puts an unknown caret at the end', () => {
  expect(digitsBefore('1234 5', null)).toBe(5)
})
