import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, indiaDayOf, startOfIndiaDay } from '#domain/day.ts'
import { coolingOffUntil, isReturned, returnOffer } from '#domain/lending/cooling-off.ts'
import { extensionOffer } from '#domain/lending/extension.ts'
import { basisPoints } from '#domain/money.ts'
import { on, type Paid, runningLoan, START_DAY } from '#domain/testing/loans.ts'

const DAY_MS = 86_400_000

const loan = (payments: Paid[] = [], { rate = 1000, instalments = 1 } = {}) =>
  runningLoan(instalments, rate, payments)

test.each([
  [0, 1, { until: on(1), interestDays: 1, amount: 5_005_00 }],
  [1, 1, { until: on(1), interestDays: 1, amount: 5_005_00 }],
  [2, 1, undefined],
  [3, 3, { until: on(3), interestDays: 3, amount: 5_015_00 }],
])('after %i days, with a period of %i', (days, period, expected) => {
  const offer = returnOffer(loan(), period, on(days))
  if (expected) expect(offer).toMatchObject(expected)
  else expect(offer).toBeUndefined()
})

test('a loan paid in full within the period is returned; later, or in part, it is not', () => {
  expect(isReturned(loan([[1, 5_005_00]]), 1)).toBe(true)
  expect(
    isReturned(
      loan([
        [0, 2_000_00],
        [1, 3_005_00],
      ]),
      1,
    ),
  ).toBe(true)
  expect(
    isReturned(
      loan([
        [1, 5_005_00],
        [4, 5_005_00],
      ]),
      1,
    ),
    'paid once more, later',
  ).toBe(true)
  expect(isReturned(loan([[2, 5_010_00]]), 1)).toBe(false)
  expect(isReturned(loan([[1, 5_004_99]]), 1)).toBe(false)
  expect(
    isReturned(
      loan([
        [1, 3_000_00],
        [2, 2_007_00],
      ]),
      1,
    ),
  ).toBe(false)
})

test('the period is never shorter than its hours, whatever time of day the money arrives', () => {
  fc.assert(
    fc.property(fc.nat({ max: DAY_MS - 1 }), fc.integer({ min: 1, max: 7 }), (ms, days) => {
      const arrivedAt = new Date(startOfIndiaDay(START_DAY).getTime() + ms)
      const until = coolingOffUntil(indiaDayOf(arrivedAt), days)
      expect(
        startOfIndiaDay(addDays(until, 1)).getTime() - arrivedAt.getTime(),
      ).toBeGreaterThanOrEqual(days * DAY_MS)
    }),
  )
})

test('within the period a loan costs its principal and interest to date, never a penal charge, and cannot be extended', () => {
  fc.assert(
    fc.property(
      fc.record({
        rate: fc.integer({ min: 0, max: 3000 }),
        instalments: fc.integer({ min: 1, max: 13 }),
      }),
      fc.integer({ min: 1, max: 7 }),
      fc.nat({ max: 7 }),
      (terms, period, amount) => {
        const days = Math.min(amount, period)
        const running = loan([], terms)
        const offer = returnOffer(running, period, on(days))
        // A millionth of 5,000.00 a day is half a paisa.
        const interest = Math.floor((terms.rate * Math.max(1, days)) / 2 + 0.5)
        expect(offer).toMatchObject({
          amount: 5_000_00 + interest,
          borne: { principal: 5_000_00, interest, penal: 0 },
        })
        expect(isReturned(loan([[days, 5_000_00 + interest]], terms), period)).toBe(true)
        const extending = {
          extensionFee: basisPoints(200),
          maxTenorDays: 180,
          coolingOffDays: period,
        }
        expect(extensionOffer(running, extending, on(days))).toBe('cooling-off')
      },
    ),
  )
})
