const DEVANAGARI_ZERO = '०'.codePointAt(0) ?? 0

/**
 * The digits of a typed or pasted text, at most `maxDigits` of them; everything else is dropped
 * (specification §5: "digits only"). Devanagari digits are accepted because Hindi keyboards type
 * them.
 */
export function onlyDigits(typed: string, maxDigits = Number.POSITIVE_INFINITY): string {
  return typed
    .replace(/[०-९]/g, asAsciiDigit)
    .replace(/[^0-9]/g, '')
    .slice(0, maxDigits)
}

/** True if a text consists of exactly this many digits. */
export function isDigits(text: string, count: number): boolean {
  return text.length === count && /^[0-9]*$/.test(text)
}

function asAsciiDigit(devanagari: string): string {
  return String((devanagari.codePointAt(0) ?? DEVANAGARI_ZERO) - DEVANAGARI_ZERO)
}
