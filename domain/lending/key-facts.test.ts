import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aprOfDays } from '#domain/lending/apr.ts'
import { keyFactsOf } from '#domain/lending/key-facts.ts'
import { type LoanTerms, quote } from '#domain/lending/terms.ts'
import { basisPoints, paise, ppmPerYear, sumPaise } from '#domain/money.ts'
import { SEVEN } from '#domain/testing/loans.ts'

test('V3 to V7 match their statements', () => {
  const rows: [string, Partial<LoanTerms>, object][] = [
    ['V3', {}, { arrive: 4_410_00, repayment: 5_035_00, apr: 73_899 }],
    [
      'V4',
      { processingFee: basisPoints(200) },
      { arrive: 4_882_00, repayment: 5_035_00, apr: 16_341 },
    ],
    [
      'V5',
      { processingFee: basisPoints(0), rate: ppmPerYear(300_000) },
      { arrive: 5_000_00, repayment: 5_028_77, apr: 3000 },
    ],
    [
      'V6',
      { periodDays: 91, maxTenorDays: 91 },
      { arrive: 4_410_00, repayment: 5_455_00, apr: 9504 },
    ],
    [
      'V7',
      {
        processingFee: basisPoints(200),
        rate: ppmPerYear(300_000),
        instalments: 13,
        maxTenorDays: 91,
      },
      { apr: 4819 },
    ],
  ]
  for (const [vector, change, text] of rows)
    expect(keyFactsOf({ ...SEVEN, ...change }, 3), vector).toMatchObject(text)
})

test('V8: the statement includes everything that three extensions cost', () => {
  const facts = keyFactsOf(SEVEN, 3)
  // Each extension: 10 % of 5,000, and seven days at 0.1 %.
  expect(facts).toMatchObject({
    amount: 5_000_00,
    arrive: 4_410_00,
    repayment: 5_035_00,
    extension: { fee: 1_000, days: 7 },
  })
  const paid = [535_00, 535_00, 535_00, 5_035_00].map(paise)
  expect(aprOfDays(paise(4_410_00), paid, 7)).toBe(65_466)
})

const anyTerms = fc.record({
  principal: fc.integer({ min: 500_00, max: 100_000_00 }).map(paise),
  rate: fc.integer({ min: 0, max: 2_000_000 }).map(ppmPerYear),
  processingFee: fc.integer({ min: 0, max: 2000 }).map(basisPoints),
  periodDays: fc.integer({ min: 1, max: 31 }),
  instalments: fc.integer({ min: 1, max: 26 }),
})

/**
 * The present value of equal instalments at a yearly rate in basis points, nominal, not compounded
 * (product §11): at the APR it is what the borrower receives.
 */
function worthAt(
  { equal, count, everyDays }: { equal: number; count: number; everyDays: number },
  rate: number,
): number {
  const perPeriod = ((rate / 10_000) * everyDays) / 365
  return Array.from({ length: count }, (_, at) => equal / (1 + perPeriod) ** (at + 1)).reduce(
    (sum, worth) => sum + worth,
  )
}

test('a statement adds up, matches the offer, and its APR follows from the figures it prints', () => {
  fc.assert(
    fc.property(anyTerms, change => {
      const terms = { ...SEVEN, ...change, maxTenorDays: 1000 }
      const facts = keyFactsOf(terms, 3)
      const offer = quote(terms)
      const { amount, fees, interest, arrive, repayment, apr, instalments, schedule } = facts
      expect(facts).toMatchObject({
        arrive: offer.arrive,
        repayment: offer.repayment,
        interest: offer.interest,
        apr: offer.apr,
      })
      expect(arrive).toBe(amount - fees.service - fees.gst)
      expect(repayment).toBe(amount + interest)
      expect(repayment).toBe(instalments.amount * (instalments.count - 1) + instalments.lastAmount)
      expect(sumPaise(schedule.map(({ principal }) => principal))).toBe(amount)
      expect(worthAt(instalments, apr - 0.51)).toBeGreaterThanOrEqual(arrive)
      expect(worthAt(instalments, apr + 0.51)).toBeLessThanOrEqual(arrive)
    }),
  )
})

test('states a cooling-off period of at least a day and capped penal charges', () => {
  expect(keyFactsOf(SEVEN, 3)).toMatchObject({
    coolingOffDays: 1,
    penal: { cap: 250_00 },
    interestLeastDays: 1,
    offerWorkingDays: 3,
  })
})
