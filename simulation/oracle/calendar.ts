const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** India is five and a half hours ahead of UTC all year (product §2, Time). */
const INDIA_MS = 19_800_000

/** Counts the days from 1970-01-01 to a day. */
export function dayNumber(day: string): number {
  const number = Date.parse(`${day}T00:00:00Z`) / DAY_MS
  if (!Number.isInteger(number)) throw new Error(`${day} is no day`)
  return number
}

/** Returns the day with a number, as `YYYY-MM-DD`. */
export function dayText(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the number of the day that an instant belongs to in India. */
export function dayInIndia(instant: string): number {
  return Math.floor((Date.parse(instant) + INDIA_MS) / DAY_MS)
}

/** Returns the hours that have passed of the day in India, with a fraction. */
export function hourInIndia(instant: string): number {
  return ((Date.parse(instant) + INDIA_MS) % DAY_MS) / HOUR_MS
}
