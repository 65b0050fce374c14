import { expect, test } from 'vitest'
import {
  DEFAULT_LADDER,
  DEFAULT_TIERS,
  discountFor,
  loansNeededFor,
  tierOf,
} from '#domain/lending/tier.ts'
import { basisPoints } from '#domain/money.ts'

test('the discount by loans repaid on time', () => {
  const rows = [0, 1, 2, 3, 4, 5, 6, 50].map(loans => [
    loans,
    discountFor(DEFAULT_TIERS, loans) / 100,
  ])
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

test('a lender may give a discount from the third loan on, or none', () => {
  const tiers = [{ loansOnTime: 3, discount: basisPoints(2_000) }]
  expect([2, 3, 9].map(loans => discountFor(tiers, loans))).toEqual([0, 2_000, 2_000])
  expect(discountFor([], 9)).toBe(0)
})

test('tiers by orderNum, and how many loans unlock them', () => {
  expect(
    [0, 1, 2, 3, 4].map(orderNum => [tierOf(orderNum), loansNeededFor(orderNum, DEFAULT_LADDER)]),
  ).toEqual([
    ['copper', 0],
    ['copper', 0],
    ['silver', 3],
    ['gold', 5],
    ['gold', 5],
  ])
})

test('a lender may open gold after two loans', () => {
  const [first, silver, gold] = DEFAULT_LADDER
  const ladder = [first, { ...silver, loansRepaid: 1 }, { ...gold, loansRepaid: 2 }] as const
  expect([1, 2, 3].map(orderNum => loansNeededFor(orderNum, ladder))).toEqual([0, 1, 2])
})

test('the ladder of amounts matches the specification', () => {
  expect(
    DEFAULT_LADDER.map(({ loansRepaid, least, most }) => [loansRepaid, least / 100, most / 100]),
  ).toEqual([
    [1, 1000, 5000],
    [3, 3000, 10_000],
    [5, 5000, 40_000],
  ])
})
