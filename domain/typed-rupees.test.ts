import { expect, test } from 'vitest'
import { typedRupees } from '#domain/typed-rupees.ts'

test.each([
  ['₹20,000', 20_000_00],
  ['₹1,00,000.50', 1_00_000_50],
  ['969.73', 969_73],
  ['969.7', 969_70],
  ['969.', 969_00],
  [' 5 000 ', 5_000_00],
  ['007', 7_00],
  ['0', 0],
  ['9999999999.99', 9_999_999_999_99],
])('%j is %i paise', (text, amount) => {
  expect(typedRupees(text)).toBe(amount)
})

test.each([
  '',
  '₹',
  '.',
  '.50',
  '10000000000',
  '969.735',
  '1.2.3',
  '-5',
  '5-',
  '+5',
  '1e3',
  'Rs 500',
  '500 a day',
  '12.x',
  '१२',
])('%j is no amount', text => {
  expect(typedRupees(text)).toBeUndefined()
})
