/** What a vendor takes as a name. */
export type NameRule = {
  /** A run of what it does not take. */
  readonly foreign: RegExp
  /** What a name may not end with. */
  readonly badEnd?: RegExp
  readonly minChars: number
  readonly maxChars: number
}

/** Stands where nothing that a vendor takes is left of a name: money goes by number and IFSC, not by the name. */
const NAMELESS = 'Account Holder'

/**
 * The name of an account as a vendor takes it: banks keep marks, accents and scripts in theirs for which a vendor refuses the
 * whole payout. The same name always becomes the same.
 */
export function nameForVendor(
  name: string,
  { foreign, badEnd = /\s+$/, minChars, maxChars }: NameRule,
): string {
  const plain = name.normalize('NFKD').replace(/[\p{M}'’]/gu, '')
  const cut = plain.replace(foreign, ' ').trim().slice(0, maxChars).replace(badEnd, '')
  return cut.length < minChars || !/[a-z]/i.test(cut) ? NAMELESS : cut
}
