import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNecessary, pagePattern, withoutPersonalData } from '#domain/privacy/tracking.ts'

test.each([
  ['register-complete', true],
  ['apply-failed', true],
  ['add-bank-failed', true],
  ['page-failed', true],
  ['page-enter', false],
  ['constructor', false],
])('%s is known without consent: %s', (event, expected) => {
  expect(isNecessary(event)).toBe(expected)
})

test.each([
  ['Please Confirm Account.', 'Please Confirm Account.'],
  ['phone 9876543210 is taken', 'phone • is taken'],
  ['2345 6789 0124', '•'],
  ['anna@example.in wrote', '• wrote'],
  ['call 98765-43210 or 12345', 'call • or 12345'],
  ['123456', '•'],
  ['1 2 3 4 5 6 and 12--3456', '• and 12--3456'],
  ['amount 5000, error -1', 'amount 5000, error -1'],
])('%j is kept as %j', (value, expected) => {
  expect(withoutPersonalData(value)).toBe(expected)
})

test('six digits in a row are never stored', () => {
  const digits = fc.string({ unit: fc.constantFrom('1', '2', ' ', '-', 'a'), maxLength: 40 })
  fc.assert(fc.property(digits, value => !/\d{6}/.test(withoutPersonalData(value))))
})

test.each([
  ['/orders/019a2b3c-1111-7222-8333-444455556666/detail?x=1', '/orders/{id}/detail'],
  ['/login?redirect=%2Forders', '/login'],
  ['/login#top', '/login'],
  ['/schedule/019a2b3c-1111-7222-8333-444455556666', '/schedule/{id}'],
  ['/help/019a2b3c-1111-7222-8333-444455556666x', '/help/019a2b3c-1111-7222-8333-444455556666x'],
  ['/product/saral-weekly/detail', '/product/saral-weekly/detail'],
])('%s is counted as %s', (page, pattern) => {
  expect(pagePattern(page)).toBe(pattern)
})
