/** The bank accounts to which money may be sent: the borrower's own only (regulation R7). */

import type { bank } from '#contract/bank.ts'
import type { Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import {
  type BankAccount,
  type BankAccountEntry,
  type BankAccountReason,
  bankLettersOf,
  type Ifsc,
  maskedAccountNumber,
  readBankAccount,
  typedIfsc,
} from '#domain/identity/bank-account.ts'
import { type NameAgreement, nameAgreement } from '#domain/identity/person-name.ts'
import { ACCOUNT_DIGITS_SHOWN } from '#domain/limits.ts'
import { recordConsent } from '#server/accounts/db/consent.ts'
import { askCheck } from '#server/identity/ask-check.ts'
import { bankIdOf, bankNameOf } from '#server/identity/bank-names.ts'
import {
  type BankCardSummary,
  bankCardRoomOf,
  bankCardsOf,
  encryptedBankCardsOf,
  insertBankCard,
  removeDeniedCard,
} from '#server/identity/db/bank-card.ts'
import { bankOfCode } from '#server/identity/db/bank-code.ts'
import { branchByIfsc, directoryOf } from '#server/identity/db/directory.ts'
import { identityRowOf } from '#server/identity/db/identity.ts'
import { askForNames, nameDenialsOf } from '#server/identity/db/name-review.ts'
import { aadhaarDetails } from '#server/identity/identity.ts'
import type { VerificationServices } from '#server/identity/verification.ts'
import type { Answer, BorrowerCall } from '#server/platform/actions/call.ts'
import { unlessRefused } from '#server/platform/actions/idempotency.ts'
import { countTowardsDay } from '#server/platform/daily-limit.ts'
import type { CipherContext } from '#server/platform/db/encrypt.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Store } from '#server/platform/db/store.ts'
import type { BankAccountRefusal } from '#server/providers/bank-account/port.ts'
import type { Work } from '#server/services.ts'

const CARDS_MAX = 10
const UNKNOWN_BANK = { state: 'unknown' } as const

const NOT_PAYABLE = {
  'no-such-account': 'account-unknown',
  blocked: 'account-blocked',
} as const satisfies Record<Exclude<BankAccountRefusal, 'no-such-ifsc'>, BankAccountReason>

type Card = Output<typeof bank.cards>[number]
type Adding = Answer<typeof bank.addCard>

/** The borrower's accounts as lists show them, oldest first, with the reason of one that a person denied. */
export async function bankCardList({ db }: Pick<Store, 'db'>, borrowerId: string): Promise<Card[]> {
  const [cards, denials] = await Promise.all([
    bankCardsOf(db, borrowerId),
    nameDenialsOf(db, borrowerId),
  ])
  return cards.map(card => ({ ...cardOf(card), deniedBecause: denials.get(card.id) ?? null }))
}

/**
 * Adds an account: runs the checks of specification §5 in their order, then those of the server,
 * cheapest first, and finally asks the bank. Refuses an account of another person, and lets a
 * person decide where the names could be one person's. Returns the holder's name at the bank.
 */
export async function addBankCard(
  services: VerificationServices,
  call: BorrowerCall,
  entry: BankAccountEntry,
): Promise<Adding> {
  const letters = bankLettersOf(typedIfsc(entry.bankCode))
  const bank = letters === undefined ? UNKNOWN_BANK : await bankOfCode(services.db, letters)
  const reading = readBankAccount(entry, bank)
  if ('error' in reading) return refused(reading.reason, { errorColumn: [reading.error] })
  const { account } = reading
  const { borrowerId } = call
  const identity = await identityRowOf(services.db, borrowerId)
  if (!identity?.panVerifiedAt) return refused('verification-incomplete')
  const { isUnknown, bankName } = await knowledgeOf(
    services.db,
    account.ifsc,
    services.clock.wall(),
  )
  if (isUnknown) return refused('ifsc-unknown')
  const noRoom = await refusalForRoom(services.db, borrowerId, accountHash(services, account))
  if (noRoom) return noRoom
  const { name } = aadhaarDetails(services, borrowerId, identity)
  const holder = await holderOf(services, call, account, name)
  if ('refused' in holder) return holder
  return unlessRefused(services.db, tx =>
    keep({ services, tx, at: call.now }, call, account, {
      ...holder,
      directoryBank: bankName ?? null,
    }),
  )
}

type Holder = {
  readonly nameAtBank: string
  readonly namesAgree: Exclude<NameAgreement, 'different'>
}

/** The account's holder according to the bank, or the reason why no money can be sent there. */
async function holderOf(
  services: VerificationServices,
  call: BorrowerCall,
  { ifsc, accountNumber }: BankAccount,
  name: string,
): Promise<Holder | Refusal<'answers-incomplete' | 'ifsc-unknown' | 'check-not-available'>> {
  await countTowardsDay(services.db, 'bank-account', call)
  const query = { account: accountNumber, ifsc, name }
  const check = await askCheck(services, 'the check of bank accounts', () =>
    services.bankAccount.check(query),
  )
  if ('refused' in check) return check
  if (check.state === 'invalid')
    return check.reason === 'no-such-ifsc'
      ? refused('ifsc-unknown')
      : wrongAccount(NOT_PAYABLE[check.reason])
  const namesAgree = nameAgreement(name, check.nameAtBank)
  return namesAgree === 'different'
    ? wrongAccount('account-not-own')
    : { nameAtBank: check.nameAtBank, namesAgree }
}

async function keep(
  { services, tx, at }: Work,
  { borrowerId, language }: Pick<BorrowerCall, 'borrowerId' | 'language'>,
  account: BankAccount,
  { nameAtBank, namesAgree, directoryBank }: Holder & Pick<BankCardSummary, 'directoryBank'>,
): Promise<Adding> {
  const { cipher, ids } = services
  await lockBorrower(tx, borrowerId)
  const hash = accountHash(services, account)
  const noRoom = await refusalForRoom(tx, borrowerId, hash)
  if (noRoom) return noRoom
  const id = ids.uuid(at)
  const card = {
    id,
    ifsc: account.ifsc,
    directoryBank,
    lastFour: account.accountNumber.slice(-ACCOUNT_DIGITS_SHOWN),
    accountHash: hash,
    accountSealed: cipher.encrypt(
      account.accountNumber,
      cardContext(borrowerId, id, 'account_sealed'),
    ),
    nameAtBankSealed: cipher.encrypt(
      nameAtBank,
      cardContext(borrowerId, id, 'name_at_bank_sealed'),
    ),
  }
  const nameCheck = namesAgree === 'same' ? 'passed' : 'needs-a-look'
  const review = {
    borrowerId,
    reviewId: ids.uuid(at),
    what: 'bank-account',
    subjectId: id,
  } as const
  await removeDeniedCard(tx, borrowerId, hash)
  await Promise.all([
    insertBankCard(tx, { ...card, borrowerId, namesAgree, nameCheck, addedAt: at }),
    nameCheck === 'needs-a-look' && askForNames(tx, review, at),
    recordConsent(tx, {
      borrowerId,
      consentId: ids.uuid(at),
      purpose: 'bank-account',
      language,
      at,
    }),
  ])
  return {
    ...cardOf({ ...card, nameCheck }),
    holderName: nameCheck === 'passed' ? nameAtBank : null,
  }
}

async function refusalForRoom(
  db: Queryable,
  borrowerId: string,
  hash: Buffer,
): Promise<Refusal<'bank-card-exists' | 'bank-card-limit'> | undefined> {
  const { count, isKnown } = await bankCardRoomOf(db, borrowerId, hash)
  if (isKnown) return refused('bank-card-exists')
  return count >= CARDS_MAX ? refused('bank-card-limit') : undefined
}

/** An account is the same under every branch of its bank. */
function accountHash(
  { cipher }: Pick<Store, 'cipher'>,
  { ifsc, accountNumber }: BankAccount,
): Buffer {
  return cipher.keyedHash('bank-account', `${bankIdOf(ifsc)}/${accountNumber}`)
}

function cardOf(card: BankCardSummary): Card {
  const { id, ifsc, lastFour, nameCheck } = card
  return {
    id,
    bank_id: bankIdOf(ifsc),
    cardNo: maskedAccountNumber(lastFour),
    bankCode: ifsc,
    bankName: bankNameOf(card),
    nameCheck,
    deniedBecause: null,
  }
}

/**
 * The borrower's accounts with their numbers: for the borrower, and for the record that the law
 * requires.
 */
export async function loadBankAccounts({ db, cipher }: Store, borrowerId: string) {
  const cards = await encryptedBankCardsOf(db, borrowerId)
  return cards.map(({ id, ifsc, accountSealed, nameAtBankSealed }) => ({
    ifsc,
    accountNumber: cipher.decryptText(accountSealed, cardContext(borrowerId, id, 'account_sealed')),
    nameAtBank: cipher.decryptText(
      nameAtBankSealed,
      cardContext(borrowerId, id, 'name_at_bank_sealed'),
    ),
  }))
}

/** The row and column that an account's encryption is bound to. */
export function cardContext(
  borrowerId: string,
  cardId: string,
  column: 'account_sealed' | 'name_at_bank_sealed',
): CipherContext {
  return { table: 'bank_card', row: `${borrowerId}/${cardId}`, column }
}

function wrongAccount(reason: BankAccountReason): Refusal<'answers-incomplete'> {
  return refused('answers-incomplete', { errorColumn: [{ column: 'cardNo', reason }] })
}

/**
 * Banks open branches every month: an older directory lacks some of them, even if it was imported
 * as complete.
 */
const TRUSTED_DAYS = 92
const MS_PER_DAY = 86_400_000

type BranchKnowledge = { readonly isUnknown: boolean; readonly bankName: string | undefined }

/**
 * The directory's knowledge of an IFSC. It rejects one only where it was imported as complete, and
 * recently; a partial directory would refuse people their own account. Otherwise the bank is asked.
 */
async function knowledgeOf(db: Queryable, ifsc: Ifsc, wall: Date): Promise<BranchKnowledge> {
  const [branch, directory] = await Promise.all([branchByIfsc(db, ifsc), directoryOf(db)])
  const isTrusted =
    directory?.isComplete === true &&
    wall.getTime() - directory.importedAt.getTime() < TRUSTED_DAYS * MS_PER_DAY
  return { isUnknown: isTrusted && branch === undefined, bankName: branch?.bank }
}
