import { asciiDigits } from '#domain/digits.ts'
import { type Paise, paise } from '#domain/money.ts'

/** What people write before and after an amount: `₹500`, `Rs. 500`, `INR 500`, `500/-`. */
const BEFORE = /^(?:₹|₨|rs\.?|re\.?|inr|rupees?|रु\.?|रू\.?|रुपये|रुपए)\s*/i
const AFTER = /\s*(?:\/[-–=]|₹|rs\.?|inr|rupees?(?: only)?|रुपये|रुपए)$/i

/** Groups as in `100,000` or as in `1,00,000`, with commas or spaces, but never both. */
const WHOLE = ['\\d{1,10}', ...[',', '\\s'].flatMap(groups)].join('|')
const AMOUNT = new RegExp(`^(${WHOLE})(?:\\.(\\d{0,2}))?$`)

function groups(gap: string): string[] {
  return [`\\d{1,3}(?:${gap}\\d{3})+`, `\\d{1,2}(?:${gap}\\d{2})*${gap}\\d{3}`]
}

/**
 * The paise of an amount of rupees as people type and paste it: `₹20,000`, `Rs. 500`, `500/-`,
 * `969.7`, in the digits of any script. Undefined if the text is no amount of at most ten digits and
 * two decimals, or if its groups are wrong: nobody knows the amount in `12,50`.
 */
export function typedRupees(text: string): Paise | undefined {
  const plain = asciiDigits(text)
    .replace(/\p{Cf}/gu, '')
    .replace(/[，٬]/g, ',')
    .replace(/[．٫]/g, '.')
    .trim()
    .replace(BEFORE, '')
    .replace(AFTER, '')
  const [, whole, decimals = ''] = AMOUNT.exec(plain) ?? []
  const digits = whole?.replace(/[,\s]/g, '')
  return digits === undefined || digits.length > 10
    ? undefined
    : paise(Number(digits) * 100 + Number(decimals.padEnd(2, '0')))
}

/** Ends of an amount that is still being typed. */
const ENDS = ['', '0', '00', '000', '-', 's0', 'R0', 'NR0'] as const

/** True if a text is an amount, or can become one by further typing, as `Rs` or `12,50` can. */
export function isRupeesBegun(text: string): boolean {
  return text.trim() === '' || ENDS.some(end => typedRupees(text + end) !== undefined)
}
