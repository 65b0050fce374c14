import { expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import {
  addMonths,
  firstDayOf,
  isMonth,
  lastDayOf,
  month,
  monthOf,
  monthsBetween,
} from './month.ts'

test('a month begins on its first day and ends on its last, also in a leap year', () => {
  expect(monthOf(day('2028-02-29'))).toBe('2028-02')
  expect(firstDayOf(month('2028-02'))).toBe('2028-02-01')
  expect(lastDayOf(month('2028-02'))).toBe('2028-02-29')
  expect(lastDayOf(month('2026-02'))).toBe('2026-02-28')
  expect(lastDayOf(month('2026-12'))).toBe('2026-12-31')
})

test('months are counted over the turn of a year', () => {
  expect(addMonths(month('2026-11'), 3)).toBe('2027-02')
  expect(addMonths(month('2026-01'), -1)).toBe('2025-12')
  expect(addMonths(month('2026-12'), -12)).toBe('2025-12')
  expect(monthsBetween(month('2025-12'), month('2026-11'))).toBe(11)
})

test('nothing else is a month', () => {
  expect(['2026-13', '2026-00', '2026-1', '2026-11-01'].filter(isMonth)).toEqual([])
  expect(() => month('2026-13')).toThrow(RangeError)
})
