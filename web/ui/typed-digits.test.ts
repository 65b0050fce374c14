import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digitsOnly, localNumber } from './typed-digits.ts'

test.each([
  ['98765 43210', '9876543210'],
  ['+91 98765-43210', '9876543210'],
  ['919876543210', '9876543210'],
  ['0919876543210', '9876543210'],
  ['098765 43210', '9876543210'],
  ['9198765432', '9198765432'],
  ['98765', '98765'],
  ['98765432109999', '9876543210'],
  ['', ''],
])('%j is the local number %j', (raw, number) => {
  expect(localNumber(raw)).toBe(number)
})

test('keeps the ten digits of a number in any grouping and with any prefix', () => {
  const number = fc.stringMatching(/^[6-9]\d{9}$/)
  const prefix = fc.constantFrom('', '+91', '+91 ', '91', '0', '0091 '.slice(2))
  const separator = fc.constantFrom('', ' ', '-', '\u00a0')
  fc.assert(
    fc.property(
      number,
      prefix,
      separator,
      fc.integer({ min: 1, max: 9 }),
      (digits, before, between, at) => {
        expect(localNumber(before + digits.slice(0, at) + between + digits.slice(at))).toBe(digits)
      },
    ),
  )
})

test('removes everything but digits', () => {
  fc.assert(fc.property(fc.string(), raw => /^\d*$/.test(digitsOnly(raw))))
})
