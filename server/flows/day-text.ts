import type { Day } from '#domain/day.ts'

const format = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** A calendar day in words for a person: `27 Nov 2026`. Screens format days themselves; this is for texts that hold one. */
export function dayText(day: Day): string {
  return format.format(new Date(`${day}T00:00:00Z`))
}
