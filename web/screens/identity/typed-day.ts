import { type Day, isDay } from '#domain/day.ts'
import { onlyDigits } from '#domain/digits.ts'

const DAY_DIGITS = 8

/** Formats what was typed into a date field: `05/11/1992`, with the slashes added. */
export function typedDay(typed: string): string {
  const digits = onlyDigits(typed, DAY_DIGITS)
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)]
    .filter(part => part !== '')
    .join('/')
}

/** Formats a day as it is printed on the cards. */
export function printedDay(day: Day): string {
  return day.split('-').reverse().join('/')
}

/** Parses a typed day; undefined if it is incomplete or not in the calendar. */
export function dayTyped(text: string): Day | undefined {
  const day = text.split('/').reverse().join('-')
  return isDay(day) ? day : undefined
}
