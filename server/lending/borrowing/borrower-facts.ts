/**
 * The facts on which an application is decided, as the borrower proved or stated them (product §6).
 */

import { type Ifsc, maskedAccountNumber } from '#domain/identity/bank-account.ts'
import { type Paise, paise } from '#domain/money.ts'
import { cardContext } from '#server/identity/bank-account.ts'
import { bankNameOf } from '#server/identity/bank-names.ts'
import { encryptedBankCardOf } from '#server/identity/db/bank-card.ts'
import { savedAnswers } from '#server/identity/profile.ts'
import type { Store } from '#server/platform/db/store.ts'

export type WorkFacts = { readonly monthlyIncome: Paise; readonly monthlyObligations: Paise }

/** A bank account with its decrypted number, for use in a payout only. */
export type BankCardValues = {
  readonly id: string
  readonly ifsc: Ifsc
  readonly bankName: string
  readonly accountNumber: string
  readonly maskedNumber: string
  readonly nameAtBank: string
}

/** Monthly income and obligations from the work form; undefined until it is filled in. */
export async function workFactsOf(
  store: Store,
  borrowerId: string,
): Promise<WorkFacts | undefined> {
  const answers = await savedAnswers(store, borrowerId, 'work-info')
  if (!answers) return undefined
  return {
    monthlyIncome: wholeRupees(answers.monthlyIncome),
    monthlyObligations: wholeRupees(answers.monthlyObligations),
  }
}

/**
 * One bank account with its decrypted number; undefined where the borrower has none with that id.
 */
export async function bankCardOf(
  { db, cipher }: Store,
  borrowerId: string,
  cardId: string,
): Promise<BankCardValues | undefined> {
  const card = await encryptedBankCardOf(db, borrowerId, cardId)
  if (!card) return undefined
  const { id, ifsc, lastFour } = card
  const accountNumber = cipher.decryptText(
    card.accountSealed,
    cardContext(borrowerId, id, 'account_sealed'),
  )
  const nameAtBank = cipher.decryptText(
    card.nameAtBankSealed,
    cardContext(borrowerId, id, 'name_at_bank_sealed'),
  )
  return {
    id,
    ifsc,
    bankName: bankNameOf(card),
    accountNumber,
    maskedNumber: maskedAccountNumber(lastFour),
    nameAtBank,
  }
}

function wholeRupees(answer: string | undefined): Paise {
  return paise(Number(answer ?? 0) * 100)
}
