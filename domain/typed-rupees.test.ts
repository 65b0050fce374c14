import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#domain/testing/runs.ts'
import { isRupeesBegun, typedRupees } from '#domain/typed-rupees.ts'

test.each([
  ['₹20,000', 20_000_00],
  ['Rs. 500', 500_00],
  ['Rs 500', 500_00],
  ['Rs.500/-', 500_00],
  ['rs500', 500_00],
  ['INR 500', 500_00],
  ['inr500.50', 500_50],
  ['500/-', 500_00],
  ['500.00/-', 500_00],
  ['500 ₹', 500_00],
  ['500 INR', 500_00],
  ['500 rupees', 500_00],
  ['₹ ५००', 500_00],
  ['₹ ५००/-', 500_00],
  ['৫০০', 500_00],
  ['௫௦௦', 500_00],
  ['౫౦౦', 500_00],
  ['５００', 500_00],
  ['１，０００．５０', 1_000_50],
  ['रु. ५००', 500_00],
  ['\u200e₹\u00a0500\u200f', 500_00],
  ['1,00,000.50', 1_00_000_50],
  ['₹1,00,000.50', 1_00_000_50],
  ['12,34,567', 12_34_567_00],
  ['100,000', 1_00_000_00],
  ['1,234,567.89', 12_34_567_89],
  ['1,000', 1_000_00],
  ['969.73', 969_73],
  ['969.7', 969_70],
  ['969.', 969_00],
  [' 5 000 ', 5_000_00],
  ['1 00 000', 1_00_000_00],
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
  '12,50',
  '1,2,3',
  '1.234,50',
  '500.005',
  '-500',
  '−500',
  '₹-500',
  '(500)',
  '+5',
  '5-',
  '5e2',
  '1e3',
  '1.2.3',
  '12.x',
  '1,000,00',
  '100,00,000',
  '1,00 000',
  '1,0000',
  ',500',
  '500,',
  '500 200 5',
  "1'000",
  '500 a day',
  '5 lakh',
  '5k',
  '50%',
  '$500',
  'USD 500',
  'US$ 500',
  '€500',
  '৳500',
  '500 paise',
  '500/500',
  '500-600',
  'Infinity',
  '0x1f4',
  '½',
])('%j is no amount', text => {
  expect(typedRupees(text)).toBeUndefined()
})

test.each([
  '',
  'R',
  'Rs',
  'Rs.',
  'IN',
  '₹',
  '1,',
  '1,0',
  '12,50',
  '500/',
  '1,00,',
  '12,',
  '1 00 0',
])('%j can become an amount', text => {
  expect(isRupeesBegun(text)).toBe(true)
})

test.each(['1,2,', '1,2,3', '1.234', '1.234,5', '500.005', '-', '-500', '5e', '$', 'USD', '5k'])(
  '%j can become none',
  text => {
    expect(isRupeesBegun(text)).toBe(false)
  },
)

test('an amount is read in either grouping, key by key without being called wrong', () => {
  const spelled = (amount: number, locale: string) =>
    (amount / 100).toLocaleString(locale, { minimumFractionDigits: 2 })
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999_999_999_99 }),
      fc.constantFrom('en-IN', 'en-US'),
      fc.constantFrom('', '₹', 'Rs. ', 'INR '),
      (amount, locale, before) => {
        const text = before + spelled(amount, locale)
        expect(typedRupees(text)).toBe(amount)
        for (let keys = 1; keys < text.length; keys += 1)
          expect(isRupeesBegun(text.slice(0, keys))).toBe(true)
      },
    ),
    { numRuns: runs(50) },
  )
})
