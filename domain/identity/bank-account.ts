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

/** The code of a bank's branch: four letters of the bank, a zero, six letters or digits of the branch. */
export type Ifsc = string & { readonly unit: 'ifsc' }

/** The account where the borrower receives money, ready to be kept: digits only. */
export type BankAccount = { readonly ifsc: Ifsc; readonly accountNumber: string }

/** What the add-bank page sends (specification §3). */
export type BankAccountEntry = {
  readonly bankCode: string
  readonly cardNo: string
  readonly confirmCardNo: string
}

/** An account, or the field that is wrong and the stable reason of the refusal. */
export type BankAccountReading =
  | { readonly account: BankAccount }
  | { readonly error: FieldError; readonly reason: 'answers-incomplete' | 'ifsc-unknown' }

export const BANK_ACCOUNT_MESSAGE = {
  ifscMissing: 'Please input Ifsc Code.',
  accountMissing: 'Please input Bank Account.',
  confirmMissing: 'Please input Confirm Account.',
  confirmDiffers: 'Please Confirm Account.',
  ifscMalformed: 'Please check the Ifsc Code.',
  ifscFifthNotZero: 'The fifth character of an Ifsc Code is the digit 0.',
  bankUnknown: 'No bank has an Ifsc Code that begins with these four letters. Please check it.',
  accountTooShort: `A bank account number has at least ${ACCOUNT_MIN_DIGITS} digits.`,
  accountTooLong: `A bank account number has at most ${ACCOUNT_MAX_DIGITS} digits.`,
  accountAllZeros: 'Please check the bank account number.',
} as const

/**
 * The account of an entry, or the first thing wrong with it: the four checks of specification §5 in their order, then the form of
 * the IFSC, its bank, and the length of the number. A number that is too long is refused, never cut: it would be another account.
 */
export function readBankAccount(entry: BankAccountEntry): BankAccountReading {
  const ifsc = normalIfsc(entry.bankCode)
  const accountNumber = onlyDigits(entry.cardNo)
  const confirmed = onlyDigits(entry.confirmCardNo)
  if (ifsc === '') return wrong('bankCode', 'ifscMissing')
  if (accountNumber === '') return wrong('cardNo', 'accountMissing')
  if (confirmed === '') return wrong('confirmCardNo', 'confirmMissing')
  if (accountNumber !== confirmed) return wrong('confirmCardNo', 'confirmDiffers')
  if (!isIfsc(ifsc)) return wrong('bankCode', 'ifscMalformed')
  if (!hasKnownBank(ifsc)) return wrong('bankCode', 'bankUnknown', 'ifsc-unknown')
  if (accountNumber.length < ACCOUNT_MIN_DIGITS) return wrong('cardNo', 'accountTooShort')
  if (accountNumber.length > ACCOUNT_MAX_DIGITS) return wrong('cardNo', 'accountTooLong')
  if (/^0+$/.test(accountNumber)) return wrong('cardNo', 'accountAllZeros')
  return { account: { ifsc, accountNumber } }
}

/** What stays in an account field of what was typed: digits only, at most 19 (specification §5). */
export function accountDigits(typed: string): string {
  return onlyDigits(typed, ACCOUNT_MAX_DIGITS)
}

/** What stays in the IFSC field of what was typed: letters and digits in upper case, at most 11. */
export function ifscChars(typed: string): string {
  return normalIfsc(typed)
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, IFSC_CHARS)
}

/** What is already wrong with an IFSC while it is being typed, whatever follows. */
export function ifscTypingMessage(typed: string): string | undefined {
  const ifsc = normalIfsc(typed)
  const fifth = ifsc.charAt(IFSC_BANK_CHARS)
  if (ifsc.length >= IFSC_BANK_CHARS && !isBankCode(bankLetters(ifsc)))
    return BANK_ACCOUNT_MESSAGE.bankUnknown
  return fifth === '' || fifth === '0' ? undefined : BANK_ACCOUNT_MESSAGE.ifscFifthNotZero
}

/** Whether a code begins with the letters of a bank. */
export function hasKnownBank(ifsc: Ifsc): boolean {
  return isBankCode(bankLetters(ifsc))
}

export function isIfsc(text: string): text is Ifsc {
  return text.length === IFSC_CHARS && /^[A-Z]{4}0[A-Z0-9]{6}$/.test(text)
}

/** An account number of which only the last four digits are shown. */
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
  message: keyof typeof BANK_ACCOUNT_MESSAGE,
  reason: 'answers-incomplete' | 'ifsc-unknown' = 'answers-incomplete',
): BankAccountReading {
  return { error: { column, msg: BANK_ACCOUNT_MESSAGE[message] }, reason }
}
