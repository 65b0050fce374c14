/**
 * A person at the lender reviews a face that the machine could not pass (regulation C14, product
 * §6).
 */

import { settleFacePicture } from '#server/identity/db/document.ts'
import {
  type Settlement,
  settleReviewRow,
  type WaitingReview,
} from '#server/identity/db/face-review.ts'
import { settleFaceResult } from '#server/identity/db/identity.ts'
import { markStepUndone } from '#server/identity/db/verification.ts'
import { enqueuePush } from '#server/notices/push.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Services, Work } from '#server/services.ts'

/**
 * Settles a waiting face; false if it waits no longer. If it passes, applications that waited only
 * for it are decided. If it is denied, the face step reopens with the reason, and applications keep
 * waiting. Either way the borrower is notified, and the picture is no longer needed.
 */
export async function settleFaceIn(
  work: Work<Pick<Services, 'ids' | 'queue'>>,
  { borrowerId, documentId }: Pick<WaitingReview, 'borrowerId' | 'documentId'>,
  settlement: Settlement,
): Promise<boolean> {
  const { tx, at } = work
  await lockBorrower(tx, borrowerId)
  if (!(await settleReviewRow(tx, { borrowerId, documentId }, settlement, at))) return false
  await settleFaceResult(tx, borrowerId, settlement.outcome)
  if (settlement.outcome === 'passed') await faceIsSettled(work, borrowerId, documentId)
  else
    await Promise.all([
      settleFacePicture(tx, borrowerId, documentId, at),
      markStepUndone(tx, borrowerId, 'face'),
    ])
  await enqueuePush(
    work,
    { borrowerId, id: documentId },
    settlement.outcome === 'passed' ? 'face-passed' : 'face-denied',
  )
  return true
}

/**
 * The face is the borrower's: its picture is no longer needed, and applications that waited for it
 * proceed.
 */
export async function faceIsSettled(
  { services, tx, at }: Work<Pick<Services, 'queue'>>,
  borrowerId: string,
  documentId: string,
): Promise<void> {
  await settleFacePicture(tx, borrowerId, documentId, at)
  await services.queue.enqueue(tx, 'decide-again', { borrowerId, settled: 'face-needs-a-look' })
}
