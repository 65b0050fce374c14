import type { Day } from '#domain/day.ts'
import { currentLanguage } from '#web/locales/i18n.ts'
import { dayAndTimeText, dayShortText, dayText, timeText } from '#words/format.ts'

/*
 * Days and times in the borrower's language; amounts and rates are the same in every language
 * (words/format.ts).
 */

export function day(of: Day | Date): string {
  return dayText(of, currentLanguage())
}

export function dayShort(of: Day | Date): string {
  return dayShortText(of, currentLanguage())
}

export function time(of: Date): string {
  return timeText(of, currentLanguage())
}

export function dayAndTime(of: Date): string {
  return dayAndTimeText(of, currentLanguage())
}
