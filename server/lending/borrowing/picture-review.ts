/** A person settles a review of pictures: of a face, or of the cards of an application (decision 78). */
import { passCardPictures } from '#server/identity/db/document.ts'
import { forgetIdentity } from '#server/identity/db/erase.ts'
import {
  type Settlement,
  settleReviewRow,
  type WaitingReview,
} from '#server/identity/db/face-review.ts'
import { saveCardsResult } from '#server/identity/db/identity.ts'
import { settleFaceIn } from '#server/identity/face-review.ts'
import { type DecisionServices, denyWaiting } from '#server/lending/borrowing/decide.ts'
import { ordersOf } from '#server/lending/db/order.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import { askFileRemoval } from '#server/platform/files/file-removal.ts'
import type { Work } from '#server/services.ts'

type Reviewed = Pick<WaitingReview, 'borrowerId' | 'documentId' | 'what'>

/** Settles a waiting review; false where it no longer waits. */
export function settleReview(
  services: DecisionServices,
  review: Reviewed,
  settlement: Settlement,
): Promise<boolean> {
  const at = services.clock.now()
  return services.db.transaction(tx => settleReviewIn({ services, tx, at }, review, settlement))
}

/** The same, within a transaction of the caller. */
export function settleReviewIn(
  work: Work<DecisionServices>,
  review: Reviewed,
  settlement: Settlement,
): Promise<boolean> {
  return review.what === 'face'
    ? settleFaceIn(work, review, settlement)
    : settleCardsIn(work, review, settlement)
}

/** If the cards pass, applications wait no more for them; otherwise the identity is denied. */
async function settleCardsIn(
  work: Work<DecisionServices>,
  review: Reviewed,
  settlement: Settlement,
): Promise<boolean> {
  const { services, tx, at } = work
  const { borrowerId } = review
  await lockBorrower(tx, borrowerId)
  if (!(await settleReviewRow(tx, review, settlement, at))) return false
  if (settlement.outcome === 'passed') {
    await passCardPictures(tx, borrowerId)
    await saveCardsResult(tx, borrowerId, 'passed')
    await services.queue.enqueue(tx, 'decide-again', { borrowerId, settled: 'cards-need-a-look' })
    return true
  }
  await denyIdentity(work, borrowerId, settlement.statedReason)
  return true
}

/**
 * Denies waiting applications after a person denied an identity, with the reason. The identity
 * begins again, unless a loan was paid out on it: that record must be kept.
 */
export async function denyIdentity(
  work: Work<DecisionServices>,
  borrowerId: string,
  reason: string,
): Promise<void> {
  const { tx, at } = work
  const denial = { reason: 'reviewed-by-a-person', details: { text: reason } } as const
  const orders = await ordersOf(tx, borrowerId)
  for (const { id: orderId } of orders)
    await denyWaiting(work, { borrowerId, orderId }, () => [denial])
  if (!orders.some(({ disbursedDay }) => disbursedDay !== undefined))
    await askFileRemoval(tx, await forgetIdentity(tx, borrowerId), at)
}
