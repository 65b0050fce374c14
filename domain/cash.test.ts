import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cashOf } from '#domain/cash.ts'
import { paise } from '#domain/money.ts'

const stacksOf = (amount: number) =>
  cashOf(paise(amount)).stacks.map(({ piece, count }) => [piece / 100, count])

test.each([
  [
    4_882_00,
    [
      [500, 9],
      [200, 1],
      [100, 1],
      [50, 1],
      [20, 1],
      [10, 1],
      [2, 1],
    ],
    0,
  ],
  [
    399_86,
    [
      [200, 1],
      [100, 1],
      [50, 1],
      [20, 2],
      [5, 1],
      [2, 2],
    ],
    86,
  ],
  [1_00, [[1, 1]], 0],
  [99, [], 99],
  [0, [], 0],
])('%d paise are the fewest notes and coins', (amount, stacks, rest) => {
  expect(stacksOf(amount)).toEqual(stacks)
  expect(cashOf(paise(amount)).rest).toBe(rest)
})

test('the pieces and the rest are the amount, and no pieces could be one larger piece', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000_000 }), amount => {
      const { stacks, rest } = cashOf(paise(amount))
      const inPieces = stacks.reduce((total, { piece, count }) => total + piece * count, 0)
      expect(inPieces + rest).toBe(amount)
      expect(rest).toBeLessThan(100)
      for (const { piece, count } of stacks)
        if (piece < 500_00) expect(count * piece).toBeLessThan(piece === 20_00 ? 50_00 : piece * 5)
    }),
  )
})

test('refuses an amount below zero', () => {
  expect(() => cashOf(paise(-1))).toThrow('no cash is below zero: -1 paise')
})
