import { expect, test } from 'vitest'
import { DEFAULT_LADDER, DEFAULT_TIERS } from '#domain/lending/tier.ts'
import { standingOf } from './standing.ts'

const standing = (loansRepaid: number, loansRepaidOnTime: number) =>
  standingOf({ loansRepaid, loansRepaidOnTime, tiers: DEFAULT_TIERS, ladder: DEFAULT_LADDER })

test('starts a new borrower at copper without a discount', () => {
  const newcomer = standing(0, 0)
  expect(newcomer).toMatchObject({
    tier: 'copper',
    discount: 0,
    next: { loansMore: 1, discount: 500 },
  })
  expect(newcomer.rungs.map(({ isReached }) => isReached)).toEqual([false, false, false, false])
})

test('counts the next step from the loans repaid so far', () => {
  expect(standing(1, 1)).toMatchObject({ discount: 500, next: { loansMore: 1, discount: 900 } })
  expect(standing(2, 2)).toMatchObject({ discount: 900, next: { loansMore: 2, discount: 1300 } })
  expect(standing(5, 5)).toMatchObject({ discount: 1400, next: undefined })
})

test('counts all repaid loans for tiers, and only punctual ones for discounts', () => {
  expect(standing(2, 0).tier).toBe('copper')
  expect(standing(3, 0)).toMatchObject({ tier: 'silver', discount: 0 })
  expect(standing(5, 2)).toMatchObject({ tier: 'gold', discount: 900 })
})
