import { indiaDayOf, startOfIndiaDay } from '#domain/day.ts'

const MS_PER_HOUR = 3_600_000

/** Hours of a day in India: from the first, up to but not including the second. */
export type Hours = { readonly from: number; readonly before: number }

/**
 * The hours in India in which a borrower may be contacted about a loan: 8:00 to 19:00
 * (RBI/2022-23/108).
 */
export const CONTACT_HOURS: Hours = { from: 8, before: 19 }

export function isWithin({ from, before }: Hours, at: Date): boolean {
  const ms = msOfDay(at)
  return ms >= from * MS_PER_HOUR && ms < before * MS_PER_HOUR
}

/** The whole seconds of the hours that are left on this day; zero once they are over. */
export function secondsLeft({ before }: Hours, at: Date): number {
  return Math.max(0, Math.floor((before * MS_PER_HOUR - msOfDay(at)) / 1_000))
}

function msOfDay(at: Date): number {
  return at.getTime() - startOfIndiaDay(indiaDayOf(at)).getTime()
}

/** True if an emergency contact may be contacted at this instant. */
export function mayWriteToContact(at: Date): boolean {
  return isWithin(CONTACT_HOURS, at)
}
