import { describe, expect, test } from 'vitest'
import { aprBps, disclosedOf, gstWithin } from './disclosed.ts'
import type { Terms } from './facts.ts'

/** Vector V3 (product §11): 0.1 % per day is 365 000 parts per million a year (decision 7). */
const V3: Terms = {
  principal: 5_000_00,
  ratePpmYear: 365_000,
  feeBps: 1_000,
  discountBps: 0,
  periodDays: 7,
  instalments: 1,
  maxTenorDays: 28,
  penalRatePpmYear: 365_000,
  penalCapBps: 500,
  extensionFeeBps: 1_000,
  coolingOffDays: 1,
}

type Vector = [
  name: string,
  terms: Partial<Terms>,
  must: { net: number; repayment: number; aprBps: number },
]
const vectors: Vector[] = [
  ['V3', {}, { net: 4_410_00, repayment: 5_035_00, aprBps: 738_99 }],
  ['V4', { feeBps: 200 }, { net: 4_882_00, repayment: 5_035_00, aprBps: 163_41 }],
  [
    'V5',
    { feeBps: 0, ratePpmYear: 300_000 },
    { net: 5_000_00, repayment: 5_028_77, aprBps: 30_00 },
  ],
  ['V6', { periodDays: 91 }, { net: 4_410_00, repayment: 5_455_00, aprBps: 95_04 }],
]

test.each(vectors)('%s of product §11', (_name, terms, must) => {
  const { net, repayment, aprBps } = disclosedOf({ ...V3, ...terms })
  expect({ net, repayment, aprBps }).toEqual(must)
})

test('V7 of product §11: thirteen weekly instalments of 400.28', () => {
  const weekly = { ...V3, ratePpmYear: 300_000, feeBps: 200, instalments: 13 }
  const { schedule, aprBps } = disclosedOf(weekly)
  expect(schedule.slice(0, 12).map(({ amount }) => amount)).toEqual(Array(12).fill(400_28))
  expect(aprBps).toBe(48_19)
})

test("V1 and V2 of product §11: the regulator's and a bank's monthly loans", () => {
  const monthly = { count: 24, periodsPerYear: [12, 1] as const }
  expect(aprBps({ ...monthly, net: 19_600_00, instalment: 969_73 })).toBe(17_07)
  // The fee of 1,175 and its GST of 211.50 are deducted from 47,000.
  expect(aprBps({ ...monthly, net: 45_613_50, instalment: 2_415_14 })).toBe(24_15)
})

describe('product §5, Fees', () => {
  test('the fee is the rate less the discount, and GST is 18 % of it', () => {
    // 10 % of 5,000 is 500, less 5 % is 475; 18 % of that is 85.50.
    const { fee, gst, net } = disclosedOf({ ...V3, discountBps: 500 })
    expect({ fee, gst, net }).toEqual({ fee: 475_00, gst: 85_50, net: 4_439_50 })
  })

  test('both round half up to the paisa', () => {
    // 2 % of 100.25 is 2.005, so 2.01; 18 % of that is 0.3618, so 0.36.
    const { fee, gst } = disclosedOf({ ...V3, principal: 100_25, feeBps: 200 })
    expect({ fee, gst }).toEqual({ fee: 2_01, gst: 36 })
    // 18 % of 0.25 is 0.045, so 0.05.
    expect(disclosedOf({ ...V3, principal: 2_50, feeBps: 1_000 }).gst).toBe(5)
  })

  test('the GST within a fee of 118 is 18', () => {
    expect(gstWithin(118_00)).toBe(18_00)
    // 500 × 18 ÷ 118 is 76.2711…
    expect(gstWithin(500_00)).toBe(76_27)
  })
})

test('instalments are equal, and the last one takes the rounding (product §5, Interest)', () => {
  // At 0.7 % a week two payments of 1,000 × 0.007 × 1.007² ÷ (1.007² − 1) = 505.256… repay it.
  const { schedule, interest } = disclosedOf({ ...V3, principal: 1_000_00, instalments: 2 })
  expect(schedule).toEqual([
    {
      number: 1,
      dueAfterDays: 7,
      opening: 1_000_00,
      principal: 498_26,
      interest: 7_00,
      amount: 505_26,
    },
    // 0.7 % of 501.74 is 3.51218.
    {
      number: 2,
      dueAfterDays: 14,
      opening: 501_74,
      principal: 501_74,
      interest: 3_51,
      amount: 505_25,
    },
  ])
  expect(interest).toBe(10_51)
})
