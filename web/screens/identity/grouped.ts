import { onlyDigits } from '#domain/digits.ts'

const GROUP_DIGITS = 4

/** An Aadhaar number as it is printed on the card: `1234 5678 9012`. */
export function grouped(digits: string): string {
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** Where the caret stands in the grouped text after this many digits. */
export function caretAfter(digitCount: number): number {
  return digitCount + Math.floor(Math.max(0, digitCount - 1) / GROUP_DIGITS)
}

/** How many digits stand before the caret in what was typed. */
export function digitsBefore(typed: string, caret: number | null): number {
  return onlyDigits(typed.slice(0, caret ?? typed.length)).length
}
