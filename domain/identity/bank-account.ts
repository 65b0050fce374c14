import { onlyDigits } from '#domain/digits.ts'
import { isBankCode } from '#domain/identity/bank-codes.ts'
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

/** The faults of an account; only the bank knows the last three. */
export type BankAccountReason =
  | 'ifsc-missing'
  | 'account-missing'
  | 'confirm-missing'
  | 'confirm-differs'
  | 'ifsc-malformed'
  | 'ifsc-fifth'
  | 'bank-unknown'
  | 'account-too-short'
  | 'account-too-long'
  | 'account-all-zeros'
  | 'account-unknown'
  | 'account-blocked'
  | 'account-not-own'

/**
 * Validates an entry and returns the account or the first fault: the four checks of specification
 * §5 in order, then the form of the IFSC, its bank, and the length of the number. A number that is
 * too long is refused, never cut: it would be another account.
 */
export function readBankAccount(entry: BankAccountEntry): BankAccountReading {
  const ifsc = normalIfsc(entry.bankCode)
  const accountNumber = onlyDigits(entry.cardNo)
  const confirmed = onlyDigits(entry.confirmCardNo)
  if (ifsc === '') return wrong('bankCode', 'ifsc-missing')
  if (accountNumber === '') return wrong('cardNo', 'account-missing')
  if (confirmed === '') return wrong('confirmCardNo', 'confirm-missing')
  if (accountNumber !== confirmed) return wrong('confirmCardNo', 'confirm-differs')
  if (!isIfsc(ifsc)) return wrong('bankCode', 'ifsc-malformed')
  if (!hasKnownBank(ifsc)) return wrong('bankCode', 'bank-unknown', 'ifsc-unknown')
  if (accountNumber.length < ACCOUNT_MIN_DIGITS)
    return wrongLength('account-too-short', ACCOUNT_MIN_DIGITS)
  if (accountNumber.length > ACCOUNT_MAX_DIGITS)
    return wrongLength('account-too-long', ACCOUNT_MAX_DIGITS)
  if (/^0+$/.test(accountNumber)) return wrong('cardNo', 'account-all-zeros')
  return { account: { ifsc, accountNumber } }
}

/** Filters what was typed into an account field: digits only, at most 19 (specification §5). */
export function accountDigits(typed: string): string {
  return onlyDigits(typed, ACCOUNT_MAX_DIGITS)
}

/** Filters what was typed into the IFSC field: letters and digits in upper case, at most 11. */
export function ifscChars(typed: string): string {
  return normalIfsc(typed)
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, IFSC_CHARS)
}

/** The fault in an IFSC that no further typing can repair. */
export function ifscTypingProblem(typed: string): BankAccountReason | undefined {
  const ifsc = normalIfsc(typed)
  const fifth = ifsc.charAt(IFSC_BANK_CHARS)
  if (ifsc.length >= IFSC_BANK_CHARS && !isBankCode(bankLetters(ifsc))) return 'bank-unknown'
  return fifth === '' || fifth === '0' ? undefined : 'ifsc-fifth'
}

/** True if an IFSC begins with the code of a known bank. */
export function hasKnownBank(ifsc: Ifsc): boolean {
  return isBankCode(bankLetters(ifsc))
}

export function isIfsc(text: string): text is Ifsc {
  return /^[A-Z]{4}0[A-Z0-9]{6}$/.test(text)
}

/** The account number with all but its last four digits hidden. */
export function maskedAccountNumber(accountNumber: string): string {
  return `•••• ${accountNumber.slice(-ACCOUNT_DIGITS_SHOWN)}`
}

function bankLetters(ifsc: string): string {
  return ifsc.slice(0, IFSC_BANK_CHARS)
}

function normalIfsc(typed: string): string {
  return typed.replace(/\s/g, '').toUpperCase()
}

function wrong(
  column: keyof BankAccountEntry,
  why: BankAccountReason,
  reason: 'answers-incomplete' | 'ifsc-unknown' = 'answers-incomplete',
): BankAccountReading {
  return { error: { column, reason: why }, reason }
}

function wrongLength(why: BankAccountReason, count: number): BankAccountReading {
  return {
    error: { column: 'cardNo', reason: why, details: { count } },
    reason: 'answers-incomplete',
  }
}
