import { expect, test } from 'vitest'
import { type LoanTerms, quote } from '#domain/lending/terms.ts'
import { basisPoints, paise, ppmPerDay } from '#domain/money.ts'
import { termsHashOf } from '#server/lending/borrowing/offer.ts'

const terms: LoanTerms = {
  principal: paise(5_000_00),
  rate: ppmPerDay(1_000),
  processingFee: basisPoints(1_000),
  discount: basisPoints(0),
  periodDays: 7,
  instalments: 13,
  maxTenorDays: 180,
  penalRate: ppmPerDay(1_000),
  penalCap: basisPoints(500),
  extensionFee: basisPoints(1_000),
  coolingOffDays: 3,
}
const hashOf = (changed: Partial<LoanTerms>, productId = 'saral-weekly') =>
  termsHashOf(productId, quote({ ...terms, ...changed }))

test('the same terms have the same hash, and every other term has another', () => {
  const changes: Partial<LoanTerms>[] = [
    { principal: paise(5_000_01) },
    { rate: ppmPerDay(1_001) },
    { processingFee: basisPoints(1_001) },
    { discount: basisPoints(500) },
    { periodDays: 14 },
    { instalments: 12 },
    { maxTenorDays: 181 },
    { penalRate: ppmPerDay(1_001) },
    { penalCap: basisPoints(501) },
    { extensionFee: basisPoints(1_001) },
    { coolingOffDays: 4 },
  ]
  expect(hashOf({})).toBe(hashOf({}))
  const hashes = [hashOf({}), hashOf({}, 'saral-seven'), ...changes.map(change => hashOf(change))]
  expect(new Set(hashes).size).toBe(hashes.length)
})
