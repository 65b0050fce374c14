import type { Day } from '#domain/day.ts'
import type { Language } from '#server/platform/actions/call.ts'

const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
const formats: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  en: new Intl.DateTimeFormat('en-IN', options),
  hi: new Intl.DateTimeFormat('hi-IN-u-nu-latn', options),
}

/** A calendar day in words for a person: `27 Nov 2026`. Screens format days themselves; this is for texts that hold one. */
export function dayText(day: Day, language: Language = 'en'): string {
  return formats[language].format(new Date(`${day}T00:00:00Z`))
}
