import { expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { dayTyped, isDayUnreadable, printedDay, typedDay } from './typed-day.ts'

test.each([
  ['', ''],
  ['0', '0'],
  ['05', '05'],
  ['051', '05/1'],
  ['05/', '05'],
  ['05111992', '05/11/1992'],
  ['05-11-1992', '05/11/1992'],
  ['०५/११/१९९२', '05/11/1992'],
  ['5/11/1992', '05/11/1992'],
  ['5.1.1992', '05/01/1992'],
  ['5/', '05'],
  ['05/11/19927', '05/11/19927'],
  ['5 Nov 1992', '5 Nov 1992'],
])('formats "%s" as "%s"', (typed, stays) => {
  expect(typedDay(typed)).toBe(stays)
})

test('recognises a text that cannot become a date', () => {
  for (const text of ['05/11/19927', '5 Nov 1992']) expect(isDayUnreadable(text)).toBe(true)
  for (const text of ['', '0', '05/1', '05/11/1992']) expect(isDayUnreadable(text)).toBe(false)
})

test('formats a day as printed, and parses it again', () => {
  expect(printedDay(day('1992-11-05'))).toBe('05/11/1992')
  expect(dayTyped('05/11/1992')).toBe('1992-11-05')
  for (const none of ['', '05/11', '31/02/1992', '05/11/92']) expect(dayTyped(none)).toBeUndefined()
})
