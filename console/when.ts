import { dayAndTimeText, dayText } from '#words/format.ts'

/** An instant in India, for people. */
export function when(at: Date): string {
  return dayAndTimeText(at, 'en')
}

export function whichDay(at: Date): string {
  return dayText(at, 'en')
}
