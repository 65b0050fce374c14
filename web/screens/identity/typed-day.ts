import { type Day, isDay } from '#domain/day.ts'
import { onlyDigits } from '#domain/digits.ts'

const DAY_DIGITS = 8

/** What stays in a date field of what was typed: `05/11/1992`, its strokes set by themselves. */
export function typedDay(typed: string): string {
  const digits = onlyDigits(typed, DAY_DIGITS)
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)]
    .filter(part => part !== '')
    .join('/')
}

/** A day as it is printed on the cards. */
export function printedDay(day: Day): string {
  return day.split('-').reverse().join('/')
}

/** The day that was typed; nothing where it is not whole, or no calendar has it. */
export function dayTyped(text: string): Day | undefined {
  const day = text.split('/').reverse().join('-')
  return isDay(day) ? day : undefined
}
