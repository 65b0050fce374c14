/** A calendar day in India, written `YYYY-MM-DD`. All due-date arithmetic is done on these (product §2). */
export type Day = string & { readonly unit: 'india-day' }

const MS_PER_DAY = 86_400_000
const ISO_LENGTH = '2026-01-01T00:00:00.000Z'.length
/** Asia/Kolkata is UTC+05:30 all year, and has been since 1945. */
const INDIA_OFFSET_MS = 5.5 * 3_600_000

/** Parses `YYYY-MM-DD` as a day; refuses anything that is not a calendar day. */
export function day(text: string): Day {
  if (!isDay(text)) throw new RangeError(`not a calendar day: ${text}`)
  return text
}

export function isDay(text: string): text is Day {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** The day of a time in UTC, from year 0 to 9999: those outside have a longer text. */
function dayOf(utcMs: number): Day {
  const text = new Date(utcMs).toISOString()
  if (text.length !== ISO_LENGTH) throw new RangeError(`not in the years 0 to 9999: ${text}`)
  return text.slice(0, 10) as Day
}

/** The calendar day in India at an instant. */
export function indiaDayOf(instant: Date): Day {
  return dayOf(instant.getTime() + INDIA_OFFSET_MS)
}

/** The instant at which a day begins in India. */
export function startOfIndiaDay(of: Day): Date {
  return new Date(Date.parse(`${of}T00:00:00Z`) - INDIA_OFFSET_MS)
}

export function addDays(to: Day, days: number): Day {
  return dayOf(Date.parse(`${to}T00:00:00Z`) + days * MS_PER_DAY)
}

/** The same date `years` later; 29 February becomes 1 March in a common year. */
export function addYears(to: Day, years: number): Day {
  const year = Number(to.slice(0, 4)) + years
  const same = `${year}${to.slice(4)}`
  return isDay(same) ? same : day(`${year}-03-01`)
}

/** The later of two days. */
export function laterDay(a: Day, b: Day): Day {
  if (a < b) return b
  return a
}

export function earlierDay(a: Day, b: Day): Day {
  return a < b ? a : b
}

/** Whole calendar days from one day to another: 0 on the same day, negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MS_PER_DAY)
}

/**
 * Age in whole years on a day. The birthday itself counts; a birthday on 29 February counts on 1
 * March.
 */
export function ageOn(birth: Day, on: Day): number {
  const years = Number(on.slice(0, 4)) - Number(birth.slice(0, 4))
  return on.slice(5) < birth.slice(5) ? years - 1 : years
}

/**
 * Month and day of the holidays on which banks are closed all over India. Others differ by state.
 */
const NATIONAL_HOLIDAYS = ['01-26', '08-15', '10-02']

/**
 * The day `count` working days after another. Saturdays, Sundays and national holidays are skipped.
 */
export function addWorkingDays(to: Day, count: number): Day {
  let result = to
  for (let remaining = count; remaining > 0; ) {
    result = addDays(result, 1)
    if (!isWeekend(result) && !NATIONAL_HOLIDAYS.includes(result.slice(5))) remaining -= 1
  }
  return result
}

function isWeekend(of: Day): boolean {
  const weekday = new Date(`${of}T00:00:00Z`).getUTCDay()
  return weekday === 0 || weekday === 6
}
