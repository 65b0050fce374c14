import { asciiDigits } from '#domain/digits.ts'

/**
 * The one-time code of this many digits in a text, typed in any script and in groups, or pasted with
 * words around it, `1234 is your Saral code`; or the digits of one that is still being typed.
 * Undefined if it is neither, or if there are several codes.
 */
export function readCode(text: string, count: number): string | undefined {
  const joined = asciiDigits(text).replace(/(\d)[\s\p{Cf}\p{Pd}](?=\d)/gu, '$1')
  const groups = joined.match(/\d+/g) ?? []
  const [code, another] = new Set(groups.filter(({ length }) => length === count))
  if (code) return another ? undefined : code
  const begun = joined.trim()
  return /^\d*$/.test(begun) && begun.length < count ? begun : undefined
}

/** The text of a code's field: what can be read of it, or else what was typed. */
export function typedCode(typed: string, count: number): string {
  return readCode(typed, count) ?? asciiDigits(typed)
}
