import { asciiDigits, isDigits, onlyDigits } from '#domain/digits.ts'
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
 * Everything that stands before the ten digits: the trunk 0, the country code after `+`, `00` or
 * nothing, and the `(0)` that some write between.
 */
const PREFIXES = ['', '0', '91', '910', '091', '0910', '+91', '+910', '0091', '00910']
const NUMBER = /^[6-9][0-9]{9}$/
/** A number that is still being typed. */
const BEGUN = /^(?:[6-9][0-9]{0,8})?$/

/** Why a text is no mobile number, whatever is typed after it. */
export type MobileFault = 'phone-invalid' | 'phone-several'

/**
 * The one Indian mobile number in a text, with its country code: typed in any script, pasted in any
 * grouping, with any prefix. Undefined if the text is anything else or more than that: a cut number
 * would be a stranger's (product §10).
 */
export function mobileNumber(text: string): MobileNumber | undefined {
  const number = afterPrefix(text).find(rest => NUMBER.test(rest))
  return number === undefined ? undefined : (`${COUNTRY_CODE}${number}` as MobileNumber)
}

/**
 * The text of a number's field: the ten digits once they can be read, until then what was typed,
 * with ASCII digits.
 */
export function typedMobile(typed: string): string {
  const number = mobileNumber(typed)
  return number === undefined ? asciiDigits(typed) : nationalPart(number)
}

/** The fault in a number being typed that no further typing can repair. */
export function mobileFault(text: string): MobileFault | undefined {
  if (afterPrefix(text).some(rest => NUMBER.test(rest) || BEGUN.test(rest))) return undefined
  const digits = onlyDigits(text)
  return (digits.match(/[6-9][0-9]{9}/g) ?? []).length > 1 ? 'phone-several' : 'phone-invalid'
}

/** What follows each prefix in a text; nothing follows one that is still being typed. */
function afterPrefix(text: string): readonly string[] {
  const chars = asciiDigits(text)
    .replace(/[\s\p{Cf}\p{Pd}()（）._\u00b7\u2212]/gu, '')
    .replace(/^tel:/i, '')
    .replace('＋', '+')
    // After ten digits a slash begins another number, or another end of this one.
    .replace(/^([^/]*)\//, (part, before: string) =>
      onlyDigits(before).length < 10 ? before : part,
    )
  return PREFIXES.flatMap(prefix => {
    if (chars.startsWith(prefix)) return [chars.slice(prefix.length)]
    return prefix.startsWith(chars) ? [''] : []
  })
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
 * What LOGIN still waits for, in the order of the page: it is active when the agreement is checked,
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
