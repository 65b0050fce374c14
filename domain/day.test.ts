import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addWorkingDays,
  addYears,
  ageOn,
  day,
  daysBetween,
  indiaDayOf,
  isDay,
  startOfIndiaDay,
} from '#domain/day.ts'

const anyDay = fc.integer({ min: 0, max: 40_000 }).map(days => addDays(day('1970-01-01'), days))

test('only calendar days are accepted', () => {
  for (const bad of [
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '20260101',
    '',
    '2026-11-21T00:00:00Z',
    '+012026-11-21',
  ])
    expect(isDay(bad), bad).toBe(false)
  expect(isDay('2028-02-29')).toBe(true)
  expect(() => day('2026-02-30')).toThrow(RangeError)
  expect(() => addDays(day('9999-12-31'), 1)).toThrow(RangeError)
  expect(() => addDays(day('0000-01-01'), -1)).toThrow(RangeError)
})

test('a day in India begins at 18:30 UTC', () => {
  expect(indiaDayOf(new Date('2026-11-20T18:29:59.999Z'))).toBe('2026-11-20')
  expect(indiaDayOf(new Date('2026-11-20T18:30:00.000Z'))).toBe('2026-11-21')
  expect(startOfIndiaDay(day('2026-11-21')).toISOString()).toBe('2026-11-20T18:30:00.000Z')
})

test('adding days and counting them are inverse operations', () => {
  fc.assert(
    fc.property(
      anyDay,
      fc.integer({ min: -2000, max: 2000 }),
      (from, days) => daysBetween(from, addDays(from, days)) === days,
    ),
  )
  fc.assert(fc.property(anyDay, from => indiaDayOf(startOfIndiaDay(from)) === from))
})

test('working days skip weekends', () => {
  const friday = day('2026-11-20')
  expect(addWorkingDays(friday, 0)).toBe('2026-11-20')
  expect(addWorkingDays(friday, 1)).toBe('2026-11-23')
  expect(addWorkingDays(friday, 3)).toBe('2026-11-25')
  expect(addWorkingDays(day('2026-11-22'), 3)).toBe('2026-11-25')
  expect(addWorkingDays(day('2027-01-25'), 3), 'Republic Day is no working day').toBe('2027-01-29')
  expect(addWorkingDays(day('2025-08-14'), 1), 'nor is Independence Day').toBe('2025-08-18')
  expect(addWorkingDays(day('2026-10-01'), 1), 'nor is Gandhi Jayanti').toBe('2026-10-05')
})

test('years later it is the same date, or 1 March for a 29 February', () => {
  expect(addYears(day('2026-11-21'), 8)).toBe('2034-11-21')
  expect(addYears(day('2028-02-29'), 4)).toBe('2032-02-29')
  expect(addYears(day('2028-02-29'), 1)).toBe('2029-03-01')
})

test('a new age counts from the birthday on', () => {
  expect(ageOn(day('2005-11-21'), day('2026-11-20'))).toBe(20)
  expect(ageOn(day('2005-11-21'), day('2026-11-21'))).toBe(21)
  expect(ageOn(day('2004-02-29'), day('2025-02-28'))).toBe(20)
  expect(ageOn(day('2004-02-29'), day('2025-03-01'))).toBe(21)
})
