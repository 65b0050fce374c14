import { expect, test } from 'vitest'
import { amountLadder, discountFor, loansNeededFor, tierOf } from '#domain/lending/tier.ts'

test('the discount by loans repaid on time', () => {
  const rows = [0, 1, 2, 3, 4, 5, 6, 50].map(loans => [loans, discountFor(loans) / 100])
  expect(rows).toEqual([
    [0, 0],
    [1, 5],
    [2, 9],
    [3, 9],
    [4, 13],
    [5, 14],
    [6, 14],
    [50, 14],
  ])
})

test('tiers by orderNum, and how many loans unlock them', () => {
  expect([0, 1, 2, 3, 4].map(orderNum => [tierOf(orderNum), loansNeededFor(orderNum)])).toEqual([
    ['copper', 0],
    ['copper', 0],
    ['silver', 3],
    ['gold', 5],
    ['gold', 5],
  ])
})

test('the ladder of amounts matches the specification', () => {
  expect(
    amountLadder.map(({ loansRepaid, least, most }) => [loansRepaid, least / 100, most / 100]),
  ).toEqual([
    [1, 1000, 5000],
    [3, 3000, 10_000],
    [5, 5000, 40_000],
  ])
})
