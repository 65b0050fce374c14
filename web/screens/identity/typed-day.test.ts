import { expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { dayTyped, printedDay, typedDay } from './typed-day.ts'

test.each([
  ['', ''],
  ['0', '0'],
  ['05', '05'],
  ['051', '05/1'],
  ['05/', '05'],
  ['05111992', '05/11/1992'],
  ['05-11-1992', '05/11/1992'],
  ['०५/११/१९९२', '05/11/1992'],
  ['05/11/19927', '05/11/1992'],
])('formats "%s" as "%s"', (typed, stays) => {
  expect(typedDay(typed)).toBe(stays)
})

test('formats a day as printed, and parses it again', () => {
  expect(printedDay(day('1992-11-05'))).toBe('05/11/1992')
  expect(dayTyped('05/11/1992')).toBe('1992-11-05')
  for (const none of ['', '05/11', '31/02/1992', '05/11/92']) expect(dayTyped(none)).toBeUndefined()
})
