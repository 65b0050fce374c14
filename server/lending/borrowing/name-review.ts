/** A person settles names that could be one person's: of an identity, or of a bank account (decision 83). */
import { settleCardName } from '#server/identity/db/bank-card.ts'
import type { Settlement } from '#server/identity/db/face-review.ts'
import { type NameReview, settleNamesRow } from '#server/identity/db/name-review.ts'
import { giveNumbers } from '#server/identity/numbers.ts'
import type { DecisionServices } from '#server/lending/borrowing/decide.ts'
import { denyIdentity } from '#server/lending/borrowing/picture-review.ts'
import { enqueuePush } from '#server/notices/push.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Work } from '#server/services.ts'

/**
 * Settles a waiting review; false where it no longer waits. A passed identity claims its numbers,
 * and applications wait no more for it; a denied one begins again, with the reason. Money can be
 * sent to an account that passed. The borrower is notified.
 */
export async function settleNamesIn(
  work: Work<DecisionServices>,
  review: NameReview,
  settlement: Settlement,
): Promise<boolean> {
  const { services, tx, at } = work
  const { borrowerId, reviewId, what, subjectId } = review
  await lockBorrower(tx, borrowerId)
  if (!(await settleNamesRow(tx, review, settlement, at))) return false
  if (what === 'bank-account') await settleCardName(tx, borrowerId, subjectId, settlement.outcome)
  else if (settlement.outcome === 'denied')
    await denyIdentity(work, borrowerId, settlement.statedReason)
  else {
    await giveNumbers(work, borrowerId)
    await services.queue.enqueue(tx, 'decide-again', { borrowerId, settled: 'names-need-a-look' })
  }
  const news = what === 'identity' ? 'identity' : 'account'
  await enqueuePush(work, { borrowerId, id: reviewId }, `${news}-${settlement.outcome}`)
  return true
}
