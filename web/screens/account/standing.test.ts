import { expect, test } from 'vitest'
import { standingOf } from './standing.ts'

test('starts a new borrower at copper without a discount', () => {
  const standing = standingOf(0, 0)
  expect(standing).toMatchObject({
    tier: 'copper',
    discount: 0,
    next: { loansMore: 1, discount: 500 },
  })
  expect(standing.rungs.map(({ isReached }) => isReached)).toEqual([false, false, false, false])
})

test('counts the next step from the loans repaid so far', () => {
  expect(standingOf(1, 1)).toMatchObject({ discount: 500, next: { loansMore: 1, discount: 900 } })
  expect(standingOf(2, 2)).toMatchObject({ discount: 900, next: { loansMore: 2, discount: 1300 } })
  expect(standingOf(5, 5)).toMatchObject({ discount: 1400, next: undefined })
})

test('counts all repaid loans for tiers, and only punctual ones for discounts', () => {
  expect(standingOf(2, 0).tier).toBe('copper')
  expect(standingOf(3, 0)).toMatchObject({ tier: 'silver', discount: 0 })
  expect(standingOf(5, 2)).toMatchObject({ tier: 'gold', discount: 900 })
})
