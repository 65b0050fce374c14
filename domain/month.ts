import { addDays, type Day, day } from '#domain/day.ts'

/** A calendar month in India, `YYYY-MM`. */
export type Month = string & { readonly unit: 'india-month' }

const PATTERN = /^\d{4}-(0[1-9]|1[0-2])$/

export function isMonth(text: string): text is Month {
  return PATTERN.test(text)
}

/** Brands a text as a month; refuses anything else. */
export function month(text: string): Month {
  if (!isMonth(text)) throw new RangeError(`not a month: ${text}`)
  return text
}

/** The month in which a day lies. */
export function monthOf(of: Day): Month {
  return month(of.slice(0, 7))
}

export function firstDayOf(of: Month): Day {
  return day(`${of}-01`)
}

export function lastDayOf(of: Month): Day {
  return addDays(firstDayOf(addMonths(of, 1)), -1)
}

/** The month that lies a number of months later, or earlier if it is negative. */
export function addMonths(to: Month, months: number): Month {
  const [year = 0, number = 0] = to.split('-').map(Number)
  const count = year * 12 + number - 1 + months
  const two = String((count % 12) + 1).padStart(2, '0')
  return month(`${String(Math.floor(count / 12)).padStart(4, '0')}-${two}`)
}

/** The number of months from one month to a later one. */
export function monthsBetween(from: Month, to: Month): number {
  const [fromYear = 0, fromNumber = 0] = from.split('-').map(Number)
  const [toYear = 0, toNumber = 0] = to.split('-').map(Number)
  return (toYear - fromYear) * 12 + toNumber - fromNumber
}
