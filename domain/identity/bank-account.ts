import { asciiDigits, latinCode, onlyDigits } from '#domain/digits.ts'
import type { FieldError } from '#domain/identity/form.ts'
import {
  ACCOUNT_DIGITS_SHOWN,
  ACCOUNT_MAX_DIGITS,
  ACCOUNT_MIN_DIGITS,
  IFSC_BANK_CHARS,
  IFSC_CHARS,
} from '#domain/limits.ts'

/**
 * The code of a bank branch: four letters for the bank, a zero, six letters or digits for the
 * branch.
 */
export type Ifsc = string & { readonly unit: 'ifsc' }

/** The account that receives the borrower's money, normalised to digits only. */
export type BankAccount = { readonly ifsc: Ifsc; readonly accountNumber: string }

/** The fields that the add-bank page sends (specification §3). */
export type BankAccountEntry = {
  readonly bankCode: string
  readonly cardNo: string
  readonly confirmCardNo: string
}

/** An account, or the field that is wrong with a stable reason code. */
export type BankAccountReading =
  | { readonly account: BankAccount }
  | {
      readonly error: FieldError<BankAccountReason>
      readonly reason: 'answers-incomplete' | 'ifsc-unknown'
    }

/** The imported list's knowledge of the four letters of a code (decision 36). */
export type BankOfCode =
  | { readonly state: 'known' }
  | { readonly state: 'unknown' }
  | {
      readonly state: 'merged'
      readonly bankName: string
      /** The bank that took it over, and the four letters of its codes. */
      readonly successor: { readonly code: string; readonly bankName: string }
    }

/** The faults of an account; only the bank knows the last three. */
export type BankAccountReason =
  | 'ifsc-missing'
  | 'account-missing'
  | 'account-masked'
  | 'confirm-missing'
  | 'confirm-differs'
  | 'ifsc-malformed'
  | 'ifsc-fifth'
  | 'bank-unknown'
  | 'bank-merged'
  | 'account-too-short'
  | 'account-too-long'
  | 'account-all-zeros'
  | 'account-unknown'
  | 'account-blocked'
  | 'account-not-own'

/**
 * Validates an entry and returns the account or the first fault: the four checks of specification
 * §5 in order, then the form of the IFSC, its bank, and the length of the number. A masked number is
 * refused before its digits are taken, and one that is too long is never cut: it would be another
 * account.
 */
export function readBankAccount(entry: BankAccountEntry, bank: BankOfCode): BankAccountReading {
  const ifsc = typedIfsc(entry.bankCode)
  const accountNumber = onlyDigits(entry.cardNo)
  const confirmed = onlyDigits(entry.confirmCardNo)
  if (ifsc === '') return wrong('bankCode', 'ifsc-missing')
  if (isMasked(entry.cardNo)) return wrong('cardNo', 'account-masked')
  if (accountNumber === '') return wrong('cardNo', 'account-missing')
  if (isMasked(entry.confirmCardNo)) return wrong('confirmCardNo', 'account-masked')
  if (confirmed === '') return wrong('confirmCardNo', 'confirm-missing')
  if (accountNumber !== confirmed) return wrong('confirmCardNo', 'confirm-differs')
  if (!isIfsc(ifsc)) return wrong('bankCode', 'ifsc-malformed')
  const bankError = bankErrorOf(bank)
  if (bankError) return { error: bankError, reason: 'ifsc-unknown' }
  if (accountNumber.length < ACCOUNT_MIN_DIGITS)
    return wrongLength('account-too-short', ACCOUNT_MIN_DIGITS)
  if (accountNumber.length > ACCOUNT_MAX_DIGITS)
    return wrongLength('account-too-long', ACCOUNT_MAX_DIGITS)
  if (/^0+$/.test(accountNumber)) return wrong('cardNo', 'account-all-zeros')
  return { account: { ifsc, accountNumber } }
}

/** The reason why no account can be added at the bank of a code. */
export function bankErrorOf(bank: BankOfCode): FieldError<BankAccountReason> | undefined {
  if (bank.state === 'known') return undefined
  if (bank.state === 'unknown') return { column: 'bankCode', reason: 'bank-unknown' }
  const { bankName, successor } = bank
  const details = { bank: bankName, successor: successor.bankName, code: successor.code }
  return { column: 'bankCode', reason: 'bank-merged', details }
}

/** Signs for a hidden digit: an x that is in no word, dots and stars, and any sign or letter in a row. */
const MASKS = [
  /(?:^|[^\p{L}])[x×✕✗]+(?!\p{L})/iu,
  /[*＊∗⁎✱•●∙◦○⚫⬤▪■□█…_]/u,
  /([^\p{L}\p{M}\p{N}\s\p{Cf}])[\s\p{Cf}]*\1/u,
  /(\p{L})\1\1/iu,
]

/**
 * True if digits of an account number are hidden, as banks print and show it: `XXXXXX567890`,
 * `••••567890`. The rest is no account number.
 */
export function isMasked(typed: string): boolean {
  return MASKS.some(mask => mask.test(typed))
}

/**
 * The text of an account field for what was typed: digits only (specification §5). A masked number
 * stays as it is, and so does one of more than 19 digits, for the field to say so.
 */
export function typedAccount(typed: string): string {
  return isMasked(typed) ? asciiDigits(typed) : onlyDigits(typed)
}

/** The fault in an account number being typed that no further typing can repair. */
export function accountTypingError(
  typed: string,
): Omit<FieldError<BankAccountReason>, 'column'> | undefined {
  if (isMasked(typed)) return { reason: 'account-masked' }
  if (onlyDigits(typed).length <= ACCOUNT_MAX_DIGITS) return undefined
  return { reason: 'account-too-long', details: { count: ACCOUNT_MAX_DIGITS } }
}

/** The text of the IFSC field for what was typed: upper case, without spaces and dashes. */
export const typedIfsc = latinCode

/** The four letters of a code that name its bank, once they are typed. */
export function bankLettersOf(ifsc: string): string | undefined {
  const letters = ifsc.slice(0, IFSC_BANK_CHARS)
  return /^[A-Z]{4}$/.test(letters) ? letters : undefined
}

/** The fault in the form of an IFSC being typed that no further typing can repair. */
export function ifscTypingProblem(typed: string): BankAccountReason | undefined {
  const ifsc = typedIfsc(typed)
  if (!/^[A-Z0-9]*$/.test(ifsc) || ifsc.length > IFSC_CHARS) return 'ifsc-malformed'
  const fifth = ifsc.charAt(IFSC_BANK_CHARS)
  return fifth === '' || fifth === '0' ? undefined : 'ifsc-fifth'
}

export function isIfsc(text: string): text is Ifsc {
  return /^[A-Z]{4}0[A-Z0-9]{6}$/.test(text)
}

/** The account number with all but its last four digits hidden. */
export function maskedAccountNumber(accountNumber: string): string {
  return `•••• ${accountNumber.slice(-ACCOUNT_DIGITS_SHOWN)}`
}

function wrong(column: keyof BankAccountEntry, why: BankAccountReason): BankAccountReading {
  return { error: { column, reason: why }, reason: 'answers-incomplete' }
}

function wrongLength(why: BankAccountReason, count: number): BankAccountReading {
  return {
    error: { column: 'cardNo', reason: why, details: { count } },
    reason: 'answers-incomplete',
  }
}
