import { indiaDayOf, startOfIndiaDay } from '#domain/day.ts'

const MS_PER_HOUR = 3_600_000
/** Nobody is written to about somebody else's loan before eight in the morning or from seven in the evening on, in India. */
const FIRST_HOUR = 8
const AFTER_LAST_HOUR = 19

/** Whether an emergency contact may be written to at this instant. */
export function mayWriteToContact(at: Date): boolean {
  const hours = (at.getTime() - startOfIndiaDay(indiaDayOf(at)).getTime()) / MS_PER_HOUR
  return hours >= FIRST_HOUR && hours < AFTER_LAST_HOUR
}
