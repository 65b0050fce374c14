import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aprOfDays } from '#domain/lending/apr.ts'
import { keyFactsOf } from '#domain/lending/key-facts.ts'
import { interestRoundedHalfUp } from '#domain/lending/schedule.ts'
import { type LoanTerms, quote } from '#domain/lending/terms.ts'
import {
  basisPoints,
  type Paise,
  paise,
  ppmPerYear,
  shareRoundedHalfUp,
  sumPaise,
} from '#domain/money.ts'
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
  for (const [vector, change, said] of rows)
    expect(keyFactsOf({ ...SEVEN, ...change }), vector).toMatchObject(said)
})

test('V8: the statement includes everything that three extensions cost', () => {
  const { amount, extension, rate, arrive, repayment } = keyFactsOf(SEVEN)
  const once = paise(
    shareRoundedHalfUp(amount, extension.fee) + interestRoundedHalfUp(amount, rate, extension.days),
  )
  const paid = [once, once, once, repayment]
  expect(sumPaise(paid)).toBe(6_640_00)
  expect(aprOfDays(arrive, paid, extension.days)).toBe(65_466)
})

const anyTerms = fc.record({
  principal: fc.integer({ min: 500_00, max: 100_000_00 }).map(paise),
  rate: fc.integer({ min: 0, max: 2_000_000 }).map(ppmPerYear),
  processingFee: fc.integer({ min: 0, max: 2000 }).map(basisPoints),
  periodDays: fc.integer({ min: 1, max: 31 }),
  instalments: fc.integer({ min: 1, max: 26 }),
})

test('a statement adds up, matches the offer, and its APR follows from the figures it prints', () => {
  fc.assert(
    fc.property(anyTerms, change => {
      const terms = { ...SEVEN, ...change, maxTenorDays: 1000 }
      const facts = keyFactsOf(terms)
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
      expect(apr).toBe(
        aprOfDays(
          arrive,
          Array<Paise>(instalments.count).fill(instalments.equal),
          instalments.everyDays,
        ),
      )
    }),
  )
})

test('states a cooling-off period of at least a day and capped penal charges', () => {
  expect(keyFactsOf(SEVEN)).toMatchObject({
    coolingOffDays: 1,
    penal: { cap: 250_00 },
    interestLeastDays: 1,
    offerWorkingDays: 3,
  })
})
