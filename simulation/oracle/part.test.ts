import { expect, test } from 'vitest'
import type { Happening, Terms } from './facts.ts'
import { partBounds } from './part.ts'
import { positionOf } from './position.ts'

/** 1,000 at 0.1 % a day in two weekly instalments: 498.26 + 7.00, then 501.74 + 3.51. */
const terms: Terms = {
  principal: 1_000_00,
  ratePpmYear: 365_000,
  feeBps: 1_000,
  discountBps: 0,
  periodDays: 7,
  instalments: 2,
  maxTenorDays: 90,
  penalRatePpmYear: 365_000,
  penalCapBps: 500,
  extensionFeeBps: 1_000,
  coolingOffDays: 1,
}
const noon = (day: number) => `2026-01-${String(day).padStart(2, '0')}T06:30:00Z`
const part = (day: number, amount: number, id = 'a'): Happening => {
  const page = { id: 'page', openedAt: noon(day), amount, purpose: 'part' } as const
  return { kind: 'payment', id, amount, page, at: noon(day), paidAt: undefined }
}
const on = (day: number, happenings: Happening[] = []) => {
  const at = `2026-01-${String(day).padStart(2, '0')}`
  return positionOf({ terms, arrivedOn: '2026-01-01', happenings }, at)
}

test('goes from a rupee to the payoff of the day', () => {
  expect(partBounds(on(4))).toEqual({ least: 1_00, most: 1_003_00 })
  expect(partBounds(on(8))).toEqual({ least: 1_00, most: 1_007_00 })
  // 3.00 of interest and 697.00 of principal; then 4 days of 0.1 % on 303.00.
  expect(partBounds(on(8, [part(4, 700_00)]))).toEqual({ least: 1_00, most: 304_21 })
})

test('repays later instalments, too, and a second payment on its page is refunded', () => {
  const twice = on(4, [part(4, 700_00), part(4, 700_00, 'b')])
  expect(twice.instalments.map(({ owed }) => owed.principal)).toEqual([0, 303_00])
  expect(twice.refunds).toEqual([{ id: 'b', amount: 700_00, cause: 'excess' }])
})

test('a part that closes the loan settles it', () => {
  expect(on(4, [part(4, 1_003_00)])).toMatchObject({ state: 'settled', payoff: 0, refunds: [] })
})
