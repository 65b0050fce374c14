import { asciiDigits, isDigits } from '#domain/digits.ts'

/** Digits that may be apart: `12 34`, `12-34`. */
const GROUP = /[0-9](?:[\s\p{Pd}]?[0-9])*/gu

/**
 * The one-time code of this many digits in a text, typed in any script or pasted with words around
 * it, `1234 is your Saral code`. Undefined if there is none, or if there are several.
 */
export function readCode(text: string, count: number): string | undefined {
  const groups =
    asciiDigits(text)
      .replace(/\p{Cf}/gu, '')
      .match(GROUP) ?? []
  const codes = new Set(groups.map(compact).filter(group => isDigits(group, count)))
  return codes.size === 1 ? [...codes][0] : undefined
}

/** The text of a code's field: the code once it can be read, until then what was typed. */
export function typedCode(typed: string, count: number): string {
  const digits = compact(asciiDigits(typed))
  return readCode(typed, count) ?? (isBegun(digits, count) ? digits : asciiDigits(typed))
}

/** Whether a text is neither a code nor the beginning of one. */
export function isCodeUnreadable(text: string, count: number): boolean {
  return readCode(text, count) === undefined && !isBegun(text, count)
}

function isBegun(text: string, count: number): boolean {
  return text.length < count && /^[0-9]*$/.test(text)
}

function compact(text: string): string {
  return text.replace(/[\s\p{Cf}\p{Pd}]/gu, '')
}
