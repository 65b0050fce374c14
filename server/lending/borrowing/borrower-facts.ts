/** What the decision on an application is taken on, as the borrower proved and told it (decisions §6). */

import { ageOn, type Day } from '#domain/day.ts'
import { type Ifsc, maskedAccountNumber } from '#domain/identity/bank-account.ts'
import type { NameAgreement } from '#domain/identity/person-name.ts'
import { type Paise, paise } from '#domain/money.ts'
import { cardPlace } from '#server/identity/bank-account.ts'
import { bankNameOf } from '#server/identity/bank-names.ts'
import { sealedBankCardOf } from '#server/identity/db/bank-card.ts'
import { hasCardToLookAt } from '#server/identity/db/document.ts'
import { type FaceResult, identityRowOf } from '#server/identity/db/identity.ts'
import { aadhaarDetails } from '#server/identity/identity.ts'
import { savedAnswers } from '#server/identity/profile.ts'
import type { Store } from '#server/identity/verification.ts'

export type BorrowerIdentity = {
  /** As the Aadhaar register has it. */
  readonly name: string
  readonly dob: Day
  readonly ageYears: number
  /** Aadhaar number and PAN are both verified. */
  readonly isVerified: boolean
  /** How the names on Aadhaar and PAN agree; `different` while the PAN is not verified. */
  readonly namesAgree: NameAgreement
  /** `needs-a-look` while there is none. */
  readonly faceCheck: FaceResult
  /** Whether the cards, where the identity was proved by them, plainly agreed. */
  readonly cardsCheck: FaceResult
}

export type WorkFacts = { readonly monthlyIncome: Paise; readonly monthlyObligations: Paise }

/** A bank account whose number has been opened, for a payout and nothing else. */
export type OpenedBankCard = {
  readonly id: string
  readonly ifsc: Ifsc
  readonly bankName: string
  readonly accountNumber: string
  readonly maskedNumber: string
  readonly nameAtBank: string
}

/** Who the borrower is, with the age on a day; nothing while no Aadhaar number is verified. */
export async function identityOf(store: Store, borrowerId: string, on: Day): Promise<BorrowerIdentity | undefined> {
  const [identity, isCardToLookAt] = await Promise.all([
    identityRowOf(store.db, borrowerId),
    hasCardToLookAt(store.db, borrowerId),
  ])
  if (!identity) return undefined
  const { name, dob } = aadhaarDetails(store, borrowerId, identity)
  return {
    name,
    dob,
    ageYears: ageOn(dob, on),
    isVerified: identity.panVerifiedAt !== null,
    namesAgree: identity.namesAgree ?? 'different',
    faceCheck: identity.faceCheck ?? 'needs-a-look',
    cardsCheck: isCardToLookAt ? 'needs-a-look' : 'passed',
  }
}

/** Income and obligations a month, as the work form was answered; nothing while it was not. */
export async function workFactsOf(store: Store, borrowerId: string): Promise<WorkFacts | undefined> {
  const answers = await savedAnswers(store, borrowerId, 'work-info')
  if (!answers) return undefined
  return { monthlyIncome: wholeRupees(answers.monthlyIncome), monthlyObligations: wholeRupees(answers.monthlyObligations) }
}

/** One account with its number; nothing where the borrower has none of that id. */
export async function bankCardOf({ db, sealer }: Store, borrowerId: string, cardId: string): Promise<OpenedBankCard | undefined> {
  const card = await sealedBankCardOf(db, borrowerId, cardId)
  if (!card) return undefined
  const { id, ifsc, lastFour } = card
  const accountNumber = sealer.openText(card.accountSealed, cardPlace(borrowerId, id, 'account_sealed'))
  const nameAtBank = sealer.openText(card.nameAtBankSealed, cardPlace(borrowerId, id, 'name_at_bank_sealed'))
  return { id, ifsc, bankName: bankNameOf(card), accountNumber, maskedNumber: maskedAccountNumber(lastFour), nameAtBank }
}

function wholeRupees(answer: string | undefined): Paise {
  return paise(Number(answer ?? 0) * 100)
}
