import { expect, test } from 'vitest'
import { DEFAULT_FIGURES } from '#domain/lending/decision.ts'
import { basisPoints, paise, ppmPerDay } from '#domain/money.ts'
import { costsOf, countsOf, type PastApplication, rehearse } from './rehearsal.ts'

const terms = {
  rate: ppmPerDay(1_000),
  processingFee: basisPoints(200),
  periodDays: 7,
  instalments: 1,
  maxTenorDays: 28,
  penalRate: ppmPerDay(1_000),
  penalCap: basisPoints(500),
  extensionFee: basisPoints(200),
  coolingOffDays: 1,
}
const past: PastApplication = {
  orderNo: 'SR 1',
  outcome: 'approve',
  terms: { ...terms, principal: paise(5_000_00), discount: basisPoints(500) },
  facts: {
    ageYears: 32,
    isIdentityVerified: true,
    namesAgree: 'same',
    faceCheck: 'passed',
    cardsCheck: 'passed',
    monthlyIncome: paise(10_200_00),
    monthlyObligations: paise(0),
    instalment: paise(5_035_00),
    instalments: 1,
    periodDays: 7,
    otherRunningOrders: 0,
    worstOverdueDays: 0,
    hadHardshipPlan: false,
  },
}
const amounts = [paise(5_000_00)]

test('nothing changes where nothing is changed', () => {
  const same = rehearse(past, { product: { terms, amounts }, figures: DEFAULT_FIGURES })
  expect(same).toMatchObject({ before: 'approve', after: 'approve', reasons: [] })
  expect(same.costAfter).toEqual(same.costBefore)
  // Interest 35, fee 100 less 5 % = 95, GST 17.10.
  expect(same.costBefore.cost).toBe(147_10)
})

test('other terms are decided with their own instalment, and cost what they cost', () => {
  const dearer = { ...terms, rate: ppmPerDay(3_000) }
  const other = rehearse(past, { product: { terms: dearer, amounts }, figures: DEFAULT_FIGURES })
  // 5,105 of an income of 10,200 is more than half.
  expect(other).toMatchObject({ after: 'refer', reasons: ['instalment-needs-a-look'] })
  expect(other.costAfter?.cost).toBe(217_10)
  expect(costsOf([other])).toEqual({ before: 147_10, after: 217_10 })
})

test('an amount that is not offered any more has no cost, and counts apart', () => {
  const none = rehearse(past, { product: { terms, amounts: [] }, figures: DEFAULT_FIGURES })
  expect(none).toMatchObject({ after: 'not-offered', costAfter: null })
  expect(countsOf([none.after, 'approve'])).toEqual({
    approve: 1,
    refer: 0,
    deny: 0,
    'not-offered': 1,
  })
  expect(costsOf([none])).toEqual({ before: 0, after: 0 })
})

test('other figures decide on the same facts', () => {
  const strict = { ...DEFAULT_FIGURES, affordablePercent: 40, outOfReachPercent: 45 }
  expect(rehearse(past, { figures: strict })).toMatchObject({
    after: 'deny',
    reasons: ['instalment-too-high'],
  })
})
