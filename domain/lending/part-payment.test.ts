import { expect, test } from 'vitest'
import { isPayablePart } from '#domain/lending/part-payment.ts'
import { paise } from '#domain/money.ts'

test.each([
  [99, 5_000, false],
  [100, 5_000, true],
  [5_000, 5_000, true],
  [5_001, 5_000, false],
  [99, 99, false],
])('%i paise of a payoff of %i: %s', (amount, payoff, expected) => {
  expect(isPayablePart(paise(amount), paise(payoff))).toBe(expected)
})
