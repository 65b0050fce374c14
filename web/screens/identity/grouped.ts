import { onlyDigits } from '#domain/digits.ts'

const GROUP_DIGITS = 4

/** Formats an Aadhaar number as it is printed on the card: `1234 5678 9012`. */
export function grouped(digits: string): string {
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** Returns the caret's position in the grouped text after this many digits. */
export function caretAfter(digitCount: number): number {
  return digitCount + Math.floor(Math.max(0, digitCount - 1) / GROUP_DIGITS)
}

/** Returns how many digits come before the caret in the typed text. */
export function digitsBefore(typed: string, caret: number | null): number {
  return onlyDigits(typed.slice(0, caret ?? typed.length)).length
}
