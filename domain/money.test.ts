import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  basisPoints,
  leftOverPaise,
  minPaise,
  paise,
  ppmPerDay,
  roundHalfUpToPaisa,
  shareRoundedHalfUp,
  sumPaise,
} from '#domain/money.ts'

test('anything but a whole number is refused', () => {
  for (const bad of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    expect(() => paise(bad)).toThrow(RangeError)
    expect(() => basisPoints(bad)).toThrow(RangeError)
    expect(() => ppmPerDay(bad)).toThrow(RangeError)
  }
  expect(() => ppmPerDay(-1)).toThrow(RangeError)
  expect(paise(-5)).toBe(-5)
})

test('half a paisa rounds up, less rounds down, on both sides of zero', () => {
  const rows: [bigint, bigint, number][] = [
    [1n, 2n, 1],
    [3n, 2n, 2],
    [149n, 100n, 1],
    [150n, 100n, 2],
    [-1n, 2n, 0],
    [-3n, 2n, -1],
    [-151n, 100n, -2],
    [0n, 7n, 0],
  ]
  for (const [numerator, denominator, rounded] of rows)
    expect(roundHalfUpToPaisa(numerator, denominator), `${numerator}/${denominator}`).toBe(rounded)
  expect(() => roundHalfUpToPaisa(1n, 0n)).toThrow(RangeError)
  expect(() => roundHalfUpToPaisa(1n, -2n)).toThrow(RangeError)
})

test('rounding is never off by more than half a paisa', () => {
  const whole = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n })
  fc.assert(
    fc.property(whole, fc.bigInt({ min: 1n, max: 10n ** 9n }), (numerator, denominator) => {
      const doubledError =
        2n * (BigInt(roundHalfUpToPaisa(numerator, denominator)) * denominator - numerator)
      return doubledError > -denominator && doubledError <= denominator
    }),
  )
})

test('shares, sums and remainders', () => {
  expect(shareRoundedHalfUp(paise(100_00), basisPoints(1800))).toBe(18_00)
  expect(shareRoundedHalfUp(paise(333), basisPoints(50))).toBe(2)
  expect(sumPaise([paise(1), paise(2), paise(3)])).toBe(6)
  expect(minPaise(paise(3), paise(2))).toBe(2)
  expect(leftOverPaise(paise(2), paise(5))).toBe(0)
})
