import { expect, test } from 'vitest'
import { addendumOf } from './addendum.ts'
import { dayText } from './calendar.ts'
import { aprBpsOfFlows } from './disclosed.ts'
import type { Happening, Terms } from './facts.ts'

/** Vector V3 (product §11): 4,410 received, 5,000 and 35 of interest due after a week. */
const V3: Terms = {
  principal: 5_000_00,
  ratePpmYear: 365_000,
  feeBps: 1_000,
  discountBps: 0,
  periodDays: 7,
  instalments: 1,
  maxTenorDays: 60,
  penalRatePpmYear: 365_000,
  penalCapBps: 500,
  extensionFeeBps: 1_000,
  coolingOffDays: 1,
}
const ARRIVED_ON = '2026-01-01'
const day = (number: number) => dayText(20_454 + number)
const noon = (number: number) => `${day(number)}T06:30:00Z`
const requested = (number: number, on: number): Happening => ({
  kind: 'extension-requested',
  number,
  at: noon(on),
})
const paid = (
  on: number,
  amount: number,
  purpose: 'all' | { readonly extension: number } = 'all',
): Happening => {
  const at = `${day(on)}T07:00:00Z`
  const page = { id: at, openedAt: at, amount, purpose }
  return { kind: 'payment', id: at, amount, page, paidAt: at, at }
}
const addendum = (on: number, happenings: Happening[] = [], terms = V3) =>
  addendumOf({ terms, arrivedOn: ARRIVED_ON, happenings }, { at: noon(on) })

test('V8 of product §11: three extensions of 500 and 35 of interest each', () => {
  const first = [requested(1, 7), paid(7, 535_00, { extension: 1 })]
  const second = [...first, requested(2, 14), paid(14, 535_00, { extension: 2 })]
  const offer = { service: 500_00, gst: 76_27, penal: 0, interest: 35_00 }
  const always = { received: 4_410_00, payoff: 5_035_00 }
  expect(addendum(7)).toMatchObject({
    ...always,
    offer,
    dueDay: day(7),
    paidSoFar: 0,
    inAllIfPaidNow: 5_035_00,
    inAllIfExtended: 5_570_00,
    tenorDays: 14,
    toCome: [{ day: day(14), amount: 5_035_00 }],
  })
  expect(addendum(14, first)).toMatchObject({
    ...always,
    paidSoFar: 535_00,
    inAllIfPaidNow: 5_570_00,
    inAllIfExtended: 6_105_00,
    tenorDays: 21,
  })
  expect(addendum(21, second)).toMatchObject({
    ...always,
    offer,
    dueDay: day(21),
    paidSoFar: 1_070_00,
    inAllIfPaidNow: 6_105_00,
    inAllIfExtended: 6_640_00,
    aprBps: 654_66,
    tenorDays: 28,
    toCome: [{ day: day(28), amount: 5_035_00 }],
  })
})

test('earlier payments count without their refunds', () => {
  // Nobody owes anything on a page that is paid again: the second 1,000 is refunded.
  const page = { id: 'a', openedAt: noon(3), amount: 1_000_00, purpose: 'all' as const }
  const again = (id: string): Happening => ({
    kind: 'payment',
    id,
    amount: 1_000_00,
    page,
    paidAt: undefined,
    at: noon(3),
  })
  // 3 days of 5.00 are 15.00; so 985.00 of principal, and then 4 days of 0.1 % on 4,015.00.
  expect(addendum(7, [again('a'), again('b')])).toMatchObject({
    paidSoFar: 1_000_00,
    payoff: 4_031_06,
    offer: { service: 401_50, interest: 16_06 },
    // The fee, and 4,015.00 with 7 days of 4.015.
    inAllIfExtended: 1_000_00 + 417_56 + 4_043_11,
  })
})

test('money set aside for an extension that lapsed counts as paid', () => {
  const at = noon(8)
  const lapsed: Happening = { kind: 'extension-ended', number: 1, how: 'lapsed', at }
  const first = [requested(1, 7), paid(7, 100_00, { extension: 1 }), lapsed]
  expect(addendum(9, first)).toMatchObject({ paidSoFar: 100_00 })
})

test('later instalments move with the next one, each with its interest', () => {
  // 1,000 in two: 498.26 and 501.74. On day 7 its 7.00 of interest is paid with the fee; 7 days later
  // 7.00 are owed on 1,000, and after another 7 days 3.51 on 501.74.
  const twice = { ...V3, principal: 1_000_00, instalments: 2 }
  expect(addendum(7, [], twice)).toMatchObject({
    tenorDays: 21,
    toCome: [
      { day: day(14), amount: 505_26 },
      { day: day(21), amount: 505_25 },
    ],
  })
})

test('a payment a period later has the APR of one repayment (product §11)', () => {
  // V3: (5,035 ÷ 4,410 − 1) × 365 ÷ 7. A rate for a day on which the money arrived would be endless.
  expect(aprBpsOfFlows(4_410_00, [{ afterDays: 7, amount: 5_035_00 }], 7)).toBe(738_99)
  // 100 a day later is 101 a week later at 1.01 ^ (7 ÷ 1) − 1 = 7.2135 % a week.
  const aDayLater = aprBpsOfFlows(100_00, [{ afterDays: 1, amount: 101_00 }], 7)
  expect(aDayLater).toBe(Math.round(((1.01 ** 7 - 1) * 10_000 * 365) / 7))
  expect(aprBpsOfFlows(100_00, [{ afterDays: 0, amount: 101_00 }], 7)).toBe(aDayLater)
})

test('a day without an extension has no addendum', () => {
  expect(() => addendum(1)).toThrow('cooling-off')
})
