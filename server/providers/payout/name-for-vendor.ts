/** The names that a vendor accepts. */
export type NameRule = {
  /** A run of characters that it does not accept. */
  readonly foreign: RegExp
  /** Characters at the end of a name that it does not accept. */
  readonly badEnd?: RegExp
  readonly minChars: number
  readonly maxChars: number
}

/** Replaces a name without any acceptable character: money goes by number and IFSC, not by name. */
const NAMELESS = 'Account Holder'

/**
 * The name of an account as a vendor accepts it: banks store marks, accents and scripts for which a
 * vendor refuses the whole payout. The same name always gives the same result.
 */
export function nameForVendor(
  name: string,
  { foreign, badEnd = /\s+$/, minChars, maxChars }: NameRule,
): string {
  const plain = name.normalize('NFKD').replace(/[\p{M}'’]/gu, '')
  const cut = plain.replace(foreign, ' ').trim().slice(0, maxChars).replace(badEnd, '')
  return cut.length < minChars || !/[a-z]/i.test(cut) ? NAMELESS : cut
}
