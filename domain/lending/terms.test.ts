import fc from 'fast-check'
import { expect, test } from 'vitest'
import { annualRate, aprOfDays, aprOfInstalments } from '#domain/lending/apr.ts'
import {
  equalInstalmentRoundedHalfUp,
  firstRepayment,
  interestRoundedHalfUp,
  scheduleOf,
} from '#domain/lending/schedule.ts'
import { type LoanTerms, penalCapPaise, quote, tenorText } from '#domain/lending/terms.ts'
import { basisPoints, type Paise, paise, ppmPerDay, ppmPerYear, sumPaise } from '#domain/money.ts'
import { SEVEN, START_DAY } from '#domain/testing/loans.ts'

const level = (amount: number, count: number): Paise[] =>
  Array.from({ length: count }, () => paise(amount))

test('V1 and V2: the regulator’s example and a bank’s', () => {
  expect(aprOfInstalments(paise(19_600_00), level(969_73, 24), 12)).toBe(1707)
  expect(aprOfInstalments(paise(47_000_00 - 1_175_00 - 211_50), level(2_415_14, 24), 12)).toBe(2415)
})

test('V3 to V6: one repayment', () => {
  const rows: [string, Partial<LoanTerms>, number, number, number][] = [
    ['V3', {}, 4_410_00, 5_035_00, 73_899],
    ['V4', { processingFee: basisPoints(200) }, 4_882_00, 5_035_00, 16_341],
    ['V5', { processingFee: basisPoints(0), rate: ppmPerYear(300_000) }, 5_000_00, 5_028_77, 3000],
    ['V6', { periodDays: 91 }, 4_410_00, 5_455_00, 9504],
  ]
  for (const [vector, change, arrive, repayment, apr] of rows)
    expect(quote({ ...SEVEN, ...change }), vector).toMatchObject({ arrive, repayment, apr })
})

test('one repayment of three times what was received, after a week: 2 × 365 ÷ 7', () => {
  expect(aprOfDays(paise(1_000_00), [paise(3_000_00)], 7)).toBe(1_042_857)
})

test('V7: 13 weekly instalments at 30 % a year', () => {
  const terms = {
    ...SEVEN,
    processingFee: basisPoints(200),
    rate: ppmPerYear(300_000),
    instalments: 13,
  }
  expect(equalInstalmentRoundedHalfUp(terms)).toBe(400_28)
  expect(aprOfDays(paise(4_882_00), level(400_28, 13), 7)).toBe(4819)
  expect(quote(terms).apr).toBe(4819)
})

test('V8: a loan extended three times', () => {
  expect(interestRoundedHalfUp(paise(5_000_00), ppmPerDay(1000), 7)).toBe(35_00)
  const paid = [...level(535_00, 3), paise(5_035_00)]
  expect(aprOfDays(paise(4_410_00), paid, 7)).toBe(65_466)
})

test('the weekly loan of the mock', () => {
  const weekly = quote({
    ...SEVEN,
    processingFee: basisPoints(200),
    rate: ppmPerDay(800),
    instalments: 13,
    maxTenorDays: 180,
  })
  expect(weekly).toMatchObject({
    serviceFee: 100_00,
    gst: 18_00,
    arrive: 4_882_00,
    interest: 198_19,
    repayment: 5_198_19,
    cost: 316_19,
    apr: 4739,
  })
  expect(weekly.schedule.map(({ amount }) => amount)).toEqual([...level(399_86, 12), 399_87])
  expect(weekly.schedule[0]).toMatchObject({ interest: 28_00, dueAfterDays: 7 })
  expect(tenorText(weekly.terms)).toBe('91~180 days')
  expect(tenorText(SEVEN)).toBe('7~28 days')
  expect(tenorText({ periodDays: 7, instalments: 1, maxTenorDays: 7 })).toBe('7 days')
  expect(annualRate(ppmPerDay(1000))).toBe(3650)
  expect(penalCapPaise(SEVEN)).toBe(250_00)
})

test('the first repayment is the first instalment, a period after the money arrives', () => {
  expect(firstRepayment(SEVEN, START_DAY)).toEqual({ day: '2026-11-27', amount: 5_035_00 })
})

test('a tier discount is deducted from the fee before its single rounding', () => {
  expect(
    quote({ ...SEVEN, processingFee: basisPoints(200), discount: basisPoints(1400) }),
  ).toMatchObject({
    serviceFee: 86_00,
    gst: 15_48,
  })
  expect(
    quote({
      ...SEVEN,
      principal: paise(1_111_11),
      processingFee: basisPoints(333),
      discount: basisPoints(500),
    }).serviceFee,
  ).toBe(35_15)
})

const anyTerms = fc.record({
  principal: fc.integer({ min: 500_00, max: 100_000_00 }).map(paise),
  rate: fc.integer({ min: 0, max: 2_000_000 }).map(ppmPerYear),
  periodDays: fc.integer({ min: 1, max: 31 }),
  instalments: fc.integer({ min: 1, max: 26 }),
})

/** Simple interest, half up to the paisa (product §5), at a rate in millionths a year. */
function simpleInterest(principal: number, rate: number, days: number): number {
  const doubled = 2n * BigInt(principal) * BigInt(rate) * BigInt(days) + 365_000_000n
  return Number(doubled / 730_000_000n)
}

test('a schedule repays the principal, its parts add up, and only the last instalment differs', () => {
  fc.assert(
    fc.property(anyTerms, terms => {
      const rows = scheduleOf(terms)
      expect(sumPaise(rows.map(({ principal }) => principal))).toBe(terms.principal)
      let opening: number = terms.principal
      for (const row of rows) {
        expect(row.opening).toBe(opening)
        expect(row.amount).toBe(row.principal + row.interest)
        expect(row.interest).toBe(simpleInterest(row.opening, terms.rate, terms.periodDays))
        expect(row.principal).toBeGreaterThan(0)
        opening -= row.principal
      }
      expect(new Set(rows.slice(0, -1).map(({ amount }) => amount)).size).toBeLessThanOrEqual(1)
      const last = rows.at(-1)
      if (last && rows[0])
        expect(Math.abs(last.amount - rows[0].amount)).toBeLessThanOrEqual(terms.instalments * 10)
    }),
  )
})

test('a quote balances, and a fee can only raise the APR', () => {
  fc.assert(
    fc.property(
      anyTerms,
      fc.integer({ min: 0, max: 2000 }),
      fc.integer({ min: 0, max: 1400 }),
      (schedule, fee, discount) => {
        const terms = {
          ...SEVEN,
          ...schedule,
          processingFee: basisPoints(fee),
          discount: basisPoints(discount),
        }
        const { serviceFee, gst, arrive, interest, repayment, cost, apr } = quote(terms)
        expect(arrive + serviceFee + gst).toBe(terms.principal)
        expect(repayment).toBe(terms.principal + interest)
        expect(cost).toBe(serviceFee + gst + interest)
        expect(apr).toBeGreaterThanOrEqual(quote({ ...terms, processingFee: basisPoints(0) }).apr)
      },
    ),
  )
})

test('an APR needs something received and something repaid', () => {
  expect(() => aprOfDays(paise(0), [paise(1)], 7)).toThrow(RangeError)
  expect(() => aprOfDays(paise(1), [], 7)).toThrow(RangeError)
})
