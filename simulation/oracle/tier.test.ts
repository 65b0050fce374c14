import { expect, test } from 'vitest'
import type { Facts, Happening, Terms } from './facts.ts'
import { discountBpsAt, discountBpsOf } from './tier.ts'

test.each([
  [0, 0],
  [1, 500],
  [2, 900],
  [3, 900],
  [4, 1_300],
  [5, 1_400],
  [9, 1_400],
])(
  '%i loans repaid on time discount the fee by %i basis points (product §5, Tiers)',
  (loans, bps) => {
    expect(discountBpsOf(loans)).toBe(bps)
  },
)

/** 1,000 at 0.1 % a day for a week: 1,007 on the due day, 2026-01-08. */
const terms: Terms = {
  principal: 1_000_00,
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
const paidAt = (at: string, amount = 2_000_00): Happening => ({
  kind: 'payment',
  id: at,
  amount,
  page: { id: at, openedAt: at, amount, purpose: 'all' },
  paidAt: at,
  at,
})
const loan = (...happenings: Happening[]): Facts => ({
  terms,
  arrivedOn: '2026-01-01',
  happenings,
})
const later = '2026-02-01T06:30:00Z'

test('a loan repaid on its due day counts, once it is repaid', () => {
  const facts = loan(paidAt('2026-01-08T12:00:00Z'))
  expect(discountBpsAt([facts], '2026-01-08T11:59:59Z')).toBe(0)
  expect(discountBpsAt([facts], '2026-01-08T12:00:00Z')).toBe(500)
})

test('a loan repaid late, in part or not at all does not count', () => {
  // 19:00 UTC is half past midnight in India, on the day after the due day.
  const late = loan(paidAt('2026-01-08T19:00:00Z'))
  expect(discountBpsAt([late, loan(paidAt(later, 500_00)), loan()], later)).toBe(0)
})

test('a returned loan counts, one whose payout was reversed does not', () => {
  const returned = loan(paidAt('2026-01-01T12:00:00Z'))
  const reversed = loan(paidAt('2026-01-05T12:00:00Z'), {
    kind: 'payout-reversed',
    at: '2026-01-20T12:00:00Z',
  })
  expect(discountBpsAt([returned, reversed], '2026-01-19T12:00:00Z')).toBe(900)
  expect(discountBpsAt([returned, reversed], later)).toBe(500)
})
