import { asciiDigits, isDigits } from '#domain/digits.ts'
import { COUNTRY_CODE, LOGIN_CODE_DIGITS, PHONE_DIGITS } from '#domain/limits.ts'

/**
 * An Indian mobile number as sent and stored: `91` and ten digits (specification §5, product §10).
 */
export type MobileNumber = string & { readonly unit: '91-mobile-number' }

/** The borrower's input on the sign-in page so far, as it stands in the fields. */
export type LoginEntry = {
  readonly isAgreed: boolean
  readonly phone: string
  readonly code: string
}

/**
 * Ten digits, and what stands before them: the trunk 0, or the country code after `+`, `00`, `0` or
 * nothing, with the `(0)` that some write between.
 */
const NUMBER = /^(?:(?:\+|0?0?)910?|0)?([6-9]\d{9})$/
/** The beginning of such a text. */
const BEGUN = /^(?:(?:\+|0?0?)9?|(?:(?:\+|0?0?)910?|0)?(?:[6-9]\d{0,8})?)$/

/** The reason why a text is no mobile number, whatever is typed after it. */
export type MobileFault = 'phone-invalid' | 'phone-several'

/**
 * The one Indian mobile number in a text, with its country code: typed in any script, pasted in any
 * grouping, with any prefix. Undefined if the text is anything else or more than that: a cut number
 * would be a stranger's (product §10).
 */
export function mobileNumber(text: string): MobileNumber | undefined {
  const number = NUMBER.exec(compact(text))?.[1]
  return number === undefined ? undefined : (`${COUNTRY_CODE}${number}` as MobileNumber)
}

/**
 * The text of a number's field: the ten digits once they can be read, until then what was typed,
 * with ASCII digits.
 */
export function typedMobile(typed: string): string {
  return NUMBER.exec(compact(typed))?.[1] ?? asciiDigits(typed)
}

/** The fault in a number being typed that no further typing can repair. */
export function mobileFault(text: string): MobileFault | undefined {
  const chars = compact(text)
  if (NUMBER.test(chars) || BEGUN.test(chars)) return undefined
  return /([6-9]\d{9}.*){2}/.test(chars.replace(/\D/g, '')) ? 'phone-several' : 'phone-invalid'
}

/**
 * A text without what stands between the digits of a number. After ten of them a slash begins another
 * number, or another end of this one.
 */
function compact(text: string): string {
  return asciiDigits(text)
    .replace(/[\s\p{Cf}\p{Pd}()（）._\u00b7\u2212]/gu, '')
    .replace(/^tel:/i, '')
    .replace('＋', '+')
    .replace(/^([^/]{0,9})\//, '$1')
}

/** True if a text is a number as the calls carry it: `91`, then ten digits starting with 6 to 9. */
export function isMobileNumber(text: string): text is MobileNumber {
  return isDigits(text, COUNTRY_CODE.length + PHONE_DIGITS) && /^91[6-9]/.test(text)
}

/** The ten-digit part of a number. */
export function nationalPart(of: MobileNumber): string {
  return of.slice(COUNTRY_CODE.length)
}

/** A mask that its owner recognises and nobody else can use: `+91 98••• ••210`. */
export function maskedMobileNumber(of: MobileNumber): string {
  const phone = nationalPart(of)
  return `+${COUNTRY_CODE} ${phone.slice(0, 2)}••• ••${phone.slice(-3)}`
}

export function isLoginCode(text: string, count = LOGIN_CODE_DIGITS): boolean {
  return isDigits(text, count)
}

/**
 * The part of the entry because of which no code may be requested yet: the agreement first, then the
 * number (specification §5).
 */
export function codeRequestRefusal({
  isAgreed,
  phone,
}: Omit<LoginEntry, 'code'>): 'isAgreed' | 'phone' | undefined {
  if (!isAgreed) return 'isAgreed'
  return mobileNumber(phone) === undefined ? 'phone' : undefined
}

/**
 * The missing parts of LOGIN, in the order of the page: it is active when the agreement is checked,
 * one number of ten digits can be read and the code is complete (specification §5).
 */
export function missingToLogIn(
  { isAgreed, phone, code }: LoginEntry,
  codeDigits = LOGIN_CODE_DIGITS,
): readonly (keyof LoginEntry)[] {
  const has = {
    phone: mobileNumber(phone) !== undefined,
    code: isLoginCode(code, codeDigits),
    isAgreed,
  }
  return (['phone', 'code', 'isAgreed'] as const).filter(part => !has[part])
}
