import { isDigits, onlyDigits } from '#domain/digits.ts'
import { COUNTRY_CODE, LOGIN_CODE_DIGITS, PHONE_DIGITS } from '#domain/limits.ts'

/**
 * An Indian mobile number as sent and stored: `91` and ten digits (specification §5, product §10).
 */
export type MobileNumber = string & { readonly unit: '91-mobile-number' }

/** The borrower's input on the sign-in page so far; `phone` is the ten-digit part. */
export type LoginEntry = {
  readonly isAgreed: boolean
  readonly phone: string
  readonly code: string
}

/**
 * The ten-digit part of what was typed or pasted: `+91 98765 43210`, `0091…` and `098765 43210` all
 * give `9876543210`. Shorter input is returned as it is. Leading zeros are never part of the
 * number.
 */
export function nationalDigits(typed: string): string {
  const digits = onlyDigits(typed).replace(/^0+/, '')
  const hasCountryCode =
    digits.length >= PHONE_DIGITS + COUNTRY_CODE.length && digits.startsWith(COUNTRY_CODE)
  return (hasCountryCode ? digits.slice(COUNTRY_CODE.length) : digits).slice(0, PHONE_DIGITS)
}

/**
 * The number with its country code; undefined if it is not ten digits starting with 6 to 9 (product
 * §10).
 */
export function mobileNumber(phone: string): MobileNumber | undefined {
  const full = `${COUNTRY_CODE}${phone.trim()}`
  return isMobileNumber(full) ? full : undefined
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

/**
 * Filters what was typed into the code field (specification §5). The length is configurable
 * (product §10).
 */
export function loginCodeDigits(typed: string, count = LOGIN_CODE_DIGITS): string {
  return onlyDigits(typed, count)
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
 * the number has ten digits and the code is complete (specification §5).
 */
export function missingToLogIn(
  { isAgreed, phone, code }: LoginEntry,
  codeDigits = LOGIN_CODE_DIGITS,
): readonly (keyof LoginEntry)[] {
  const has = {
    phone: isDigits(phone, PHONE_DIGITS),
    code: isLoginCode(code, codeDigits),
    isAgreed,
  }
  return (['phone', 'code', 'isAgreed'] as const).filter(part => !has[part])
}
