import { expect, test } from 'vitest'
import { capOf, debitToAnnounce, isTimeOfDebit } from './autopay.ts'
import { disclosedOf } from './disclosed.ts'
import type { Happening, Terms } from './facts.ts'
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
const FIRST = 505_26
const cap = capOf(disclosedOf(terms).schedule)
const dayOf = (day: number) => `2026-01-${String(day).padStart(2, '0')}`
/** An hour of a day of January in India. */
const india = (day: number, time: string) =>
  new Date(`${dayOf(day)}T${time}:00+05:30`).toISOString()
const paid = (day: number, id: string, purpose: 'part' | { instalment: number }, amount: number) =>
  ({
    kind: 'payment',
    id,
    amount,
    page: { id, openedAt: india(day, '12:00'), amount, purpose },
    at: india(day, '12:00'),
    paidAt: undefined,
  }) satisfies Happening
const announcedAt = (day: number, time: string, happenings: Happening[] = []) =>
  debitToAnnounce(
    positionOf({ terms, arrivedOn: '2026-01-01', happenings }, dayOf(day)),
    cap,
    india(day, time),
  )

test('is announced on the day before its due day, between 8:00 and 16:00', () => {
  expect(announcedAt(7, '08:00')).toEqual({ dueDay: '2026-01-08', amount: FIRST })
  expect(announcedAt(7, '15:59')).toEqual({ dueDay: '2026-01-08', amount: FIRST })
  for (const [day, time] of [
    [7, '07:59'],
    [7, '16:00'],
    [6, '10:00'],
    [8, '10:00'],
  ] as const)
    expect(announcedAt(day, time)).toBeUndefined()
})

test('takes what is left after a part, and nothing while something is overdue', () => {
  const part = paid(4, 'a', 'part', 100_00)
  // 3.00 of interest and 97.00 of principal; then 4 days of 0.1 % on 903.00.
  expect(announcedAt(7, '10:00', [part])?.amount).toBe(401_26 + 3_61)
  expect(announcedAt(14, '10:00')).toBeUndefined()
  expect(announcedAt(7, '10:00', [paid(4, 'a', { instalment: 1 }, FIRST)])).toBeUndefined()
})

test('waits while a hardship plan is awaited, and follows its later days', () => {
  const request = { kind: 'plan-requested', moveDays: 21, at: india(4, '12:00') } as const
  const by = 'desk'
  const granted = { kind: 'plan-answered', how: 'granted', by, at: india(6, '12:00') } as const
  const refused = { ...granted, how: 'refused' } as const
  expect(announcedAt(7, '10:00', [request])).toBeUndefined()
  expect(announcedAt(7, '10:00', [request, granted])).toBeUndefined()
  expect(announcedAt(7, '10:00', [request, refused])?.amount).toBe(FIRST)
})

test('never takes more than the largest instalment, and none above 15,000', () => {
  expect(cap).toBe(FIRST)
  const position = positionOf({ terms, arrivedOn: '2026-01-01', happenings: [] }, dayOf(7))
  expect(debitToAnnounce(position, FIRST - 1, india(7, '10:00'))).toBeUndefined()
  expect(capOf([{ amount: 15_000_00 }, { amount: 1_00 }])).toBe(15_000_00)
  expect(capOf([{ amount: 15_000_01 }])).toBeUndefined()
})

test('is made on its due day between 13:00 and 17:00, a whole day after its notice', () => {
  const isTime = (day: number, time: string, notice = '10:00', on = 7) =>
    isTimeOfDebit({ dueDay: '2026-01-08' }, india(on, notice), india(day, time))
  expect(isTime(8, '13:00')).toBe(true)
  expect(isTime(8, '16:59')).toBe(true)
  expect(isTime(8, '12:59')).toBe(false)
  expect(isTime(8, '17:00')).toBe(false)
  expect(isTime(9, '13:00')).toBe(false)
  expect(isTime(8, '15:00', '15:00')).toBe(true)
  expect(isTime(8, '15:00', '15:01')).toBe(false)
  expect(isTime(8, '15:00', '10:00', 6)).toBe(false)
})

test('goes back whole if its instalment was paid by hand meanwhile', () => {
  const due = { instalment: 1 }
  const happenings = [paid(8, 'by hand', due, FIRST), paid(8, 'debit', due, FIRST)]
  const { refunds, paid: parts } = positionOf(
    { terms, arrivedOn: '2026-01-01', happenings },
    dayOf(8),
  )
  expect(refunds).toEqual([{ id: 'debit', amount: FIRST, cause: 'excess' }])
  expect(parts).toEqual({ penal: 0, interest: 7_00, principal: 498_26 })
})
