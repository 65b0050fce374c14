import { type Paise, paise } from '#domain/money.ts'

/**
 * Parses rupees as people type them, `₹20,000` or `969.73`, into paise; undefined if the text is no
 * amount of at most ten digits and two decimals.
 */
export function typedRupees(text: string): Paise | undefined {
  const [, whole, decimals = ''] =
    /^(\d{1,10})(?:\.(\d{0,2}))?$/.exec(text.replace(/[₹,\s]/g, '')) ?? []
  return whole === undefined
    ? undefined
    : paise(Number(whole) * 100 + Number(decimals.padEnd(2, '0')))
}
