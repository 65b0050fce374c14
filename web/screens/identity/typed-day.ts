import { type Day, isDay } from '#domain/day.ts'
import { asciiDigits } from '#domain/digits.ts'

const DAY_DIGITS = 8

/**
 * Formats the text of a date field: `05/11/1992`, with the slashes added, also from `5.11.1992`. A text
 * that is no date stays.
 */
export function typedDay(typed: string): string {
  const parts = asciiDigits(typed).split(/[\s\p{Cf}\p{Pd}/.]+/u)
  const last = parts.length - 1
  const digits = parts
    .map((part, at) => (at < last && part !== '' ? part.padStart(2, '0') : part))
    .join('')
  if (!/^[0-9]*$/.test(digits) || digits.length > DAY_DIGITS) return asciiDigits(typed)
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)]
    .filter(part => part !== '')
    .join('/')
}

/** Whether a text cannot become a date by further typing. */
export function isDayUnreadable(text: string): boolean {
  return !/^[0-9]{0,2}(?:\/[0-9]{0,2}(?:\/[0-9]{0,4})?)?$/.test(text)
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
