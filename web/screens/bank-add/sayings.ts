import { BANK_ACCOUNT_MESSAGE } from '#domain/identity/bank-account.ts'
import { ACCOUNT_MAX_DIGITS, ACCOUNT_MIN_DIGITS } from '#domain/limits.ts'
import { type Saying, spoken } from '#web/locales/spoken.ts'

/** What the rules and the bank answer, and its place in the catalogue. */
export const bankSayings: readonly Saying[] = [
  [BANK_ACCOUNT_MESSAGE.ifscMissing, 'bank.said.ifsc-missing'],
  [BANK_ACCOUNT_MESSAGE.accountMissing, 'bank.said.account-missing'],
  [BANK_ACCOUNT_MESSAGE.confirmMissing, 'bank.said.confirm-missing'],
  [BANK_ACCOUNT_MESSAGE.confirmDiffers, 'bank.said.confirm-differs'],
  [BANK_ACCOUNT_MESSAGE.ifscMalformed, 'bank.said.ifsc-malformed'],
  [BANK_ACCOUNT_MESSAGE.ifscFifthNotZero, 'bank.said.ifsc-fifth'],
  [BANK_ACCOUNT_MESSAGE.bankUnknown, 'bank.said.bank-unknown'],
  [new RegExp(`at least (?<count>${ACCOUNT_MIN_DIGITS}) digits`), 'bank.said.too-short'],
  [new RegExp(`at most (?<count>${ACCOUNT_MAX_DIGITS}) digits`), 'bank.said.too-long'],
  [BANK_ACCOUNT_MESSAGE.accountAllZeros, 'bank.said.all-zeros'],
  [
    'The bank does not know this account. Please check the account number and the Ifsc Code.',
    'bank.said.unknown',
  ],
  ['The bank has blocked this account. Please choose another one.', 'bank.said.blocked'],
  [
    'This account is in another name than your Aadhaar. The loan can only be paid to your own account.',
    'bank.said.not-own',
  ],
]

export function bankWords(msg: string): string {
  return spoken(msg, bankSayings)
}
