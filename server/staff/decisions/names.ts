/** Names at the console that wait for a verdict: of an identity or of a bank account (decision 83). */
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { staffNames } from '#contract/staff/names.ts'
import { maskedAccountNumber } from '#domain/identity/bank-account.ts'
import { maskedName } from '#domain/staff/look.ts'
import { cardContext } from '#server/identity/bank-account.ts'
import { bankNameOf } from '#server/identity/bank-names.ts'
import { encryptedBankCardOf } from '#server/identity/db/bank-card.ts'
import type { Settlement } from '#server/identity/db/face-review.ts'
import { identityRowOf, registerAnswerOf } from '#server/identity/db/identity.ts'
import { type NameReview, waitingNamesOf } from '#server/identity/db/name-review.ts'
import { loadIdentity } from '#server/identity/identity.ts'
import { othersWith } from '#server/identity/numbers.ts'
import type { DecisionServices } from '#server/lending/borrowing/decide.ts'
import { settleNamesIn } from '#server/lending/borrowing/name-review.ts'
import { isUuid } from '#server/lending/db/order.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import type { Store } from '#server/platform/db/store.ts'
import type { Services } from '#server/services.ts'
import { type By, writeLook } from '#server/staff/looks/look.ts'

type NamesPage = Output<typeof staffNames.open>
type LookServices = DecisionServices & Pick<Services, 'config'>

const OUTDATED: Refusal<'outdated'> = refused('outdated')

/** Records a look, and returns a waiting review with both names masked. */
export function openNames(
  services: LookServices,
  { reviewId, why }: Input<typeof staffNames.open>,
  by: By,
): Promise<NamesPage | Refusal<'outdated'>> {
  return looking(services, { reviewId, why, use: 'open' }, by, async (tx, review) => {
    const { borrowerId, what, askedAt } = review
    const store = { db: tx, cipher: services.cipher }
    const [names, answer, identity] = await Promise.all([
      namesOf(store, review),
      registerAnswerOf(tx, borrowerId),
      identityRowOf(tx, borrowerId),
    ])
    const isIdentity = what === 'identity' && identity !== undefined
    return {
      reviewId,
      borrowerId,
      what,
      askedAt,
      maskedAadhaarName: maskedName(names.aadhaarName),
      maskedOtherName: maskedName(names.otherName),
      aadhaarProof: answer?.aadhaarProof ?? null,
      account: names.account,
      others: isIdentity ? await othersWith(tx, borrowerId, identity) : [],
    }
  })
}

/** Records a look, and returns both names in full. */
export function revealNames(
  services: LookServices,
  { reviewId, why }: Input<typeof staffNames.reveal>,
  by: By,
): Promise<Output<typeof staffNames.reveal> | Refusal<'outdated'>> {
  return looking(services, { reviewId, why, use: 'reveal' }, by, async (tx, review) => {
    const { aadhaarName, otherName } = await namesOf({ db: tx, cipher: services.cipher }, review)
    return { aadhaarName, otherName }
  })
}

/** Settles and audits a waiting review in one transaction. */
export function settleNamesByStaff(
  services: DecisionServices,
  reviewId: string,
  settlement: Settlement,
  { staff, now }: By,
): Promise<null | Refusal<'outdated'>> {
  return services.db.transaction(async tx => {
    const { staffId } = staff
    const review = await waitingReview(tx, reviewId)
    const settled = { ...settlement, by: staffId }
    const isDone = review && (await settleNamesIn({ services, tx, at: now }, review, settled))
    if (!isDone) return OUTDATED
    const action = settlement.outcome === 'passed' ? 'desk-approve' : 'desk-deny'
    const actor = `staff:${staffId}`
    await writeAudit(tx, services.cipher, { actor, action, subject: reviewId, at: now })
    return null
  })
}

/** Reads a part of a waiting review, and records the look. */
function looking<T>(
  services: LookServices,
  { reviewId, why, use }: Input<typeof staffNames.open> & { readonly use: 'open' | 'reveal' },
  by: By,
  read: (tx: Transaction, review: NameReview) => Promise<T>,
): Promise<T | Refusal<'outdated'>> {
  return services.db.transaction(async tx => {
    const review = await waitingReview(tx, reviewId)
    if (!review) return OUTDATED
    const { borrowerId } = review
    await writeLook(services, tx, { borrowerId, part: 'name', subjectId: reviewId, why }, by, use)
    return read(tx, review)
  })
}

async function waitingReview(db: Queryable, reviewId: string): Promise<NameReview | undefined> {
  return isUuid(reviewId) ? waitingNamesOf(db, reviewId) : undefined
}

async function namesOf(store: Store, { borrowerId, what, subjectId }: NameReview) {
  const identity = await loadIdentity(store, borrowerId)
  const aadhaarName = identity?.name ?? ''
  if (what === 'identity')
    return { aadhaarName, otherName: identity?.nameOnPan ?? '', account: null }
  const card = await encryptedBankCardOf(store.db, borrowerId, subjectId)
  const context = cardContext(borrowerId, subjectId, 'name_at_bank_sealed')
  return {
    aadhaarName,
    otherName: card ? store.cipher.decryptText(card.nameAtBankSealed, context) : '',
    account: card ? `${bankNameOf(card)} ${maskedAccountNumber(card.lastFour)}` : null,
  }
}
