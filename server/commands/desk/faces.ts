import type { LookReason } from '#domain/identity/face.ts'
import {
  type WaitingReview,
  waitingReviewOf,
  waitingReviews,
} from '#server/identity/db/face-review.ts'
import type { DecisionServices } from '#server/lending/borrowing/decide.ts'
import { settleReview } from '#server/lending/borrowing/picture-review.ts'
import type { Queryable } from '#server/platform/db/open.ts'

const WHY: Readonly<Record<LookReason, string>> = {
  'face-unclear': 'the check found no single clear face, and the borrower asked for a person',
  'no-blink': 'no blink was seen',
  'document-unusable': 'the check found no face on the document',
  'faces-differ': 'the face is not similar enough to the one on the document',
}
const ONE = { face: 'face waits', cards: 'identity by cards waits' } as const
const MANY = { face: 'faces wait', cards: 'identities by cards wait' } as const

/** Lists every face, and the cards, that wait for a person, without naming the borrower. */
export async function faceLines(db: Queryable): Promise<string[]> {
  const lists = (['face', 'cards'] as const).map(async what => {
    const waiting = await waitingReviews(db, what)
    if (waiting.length === 0) return []
    const listed = waiting.flatMap(review => [
      '',
      `${review.documentId}  ${review.askedAt.toISOString()}`,
      `  ${reviewNumbers(review)}`,
    ])
    const wait = waiting.length === 1 ? ONE[what] : MANY[what]
    return ['', `${waiting.length} ${wait} for a look (npm run desk -- look <id>):`, ...listed]
  })
  return (await Promise.all(lists)).flat()
}

/** Says why a person must look: with the scores of the check of a face (0 to 1), or the corrected values of the PAN card. */
export function reviewNumbers({
  what,
  lookReasons,
  doubts,
  checkScore,
  likenessScore,
}: WaitingReview): string {
  if (what === 'cards')
    return doubts.length === 0
      ? 'the cards do not plainly agree'
      : `not read from the PAN card as confirmed: ${doubts.join(', ')}`
  const likeness =
    likenessScore === null ? 'not compared with a document' : `likeness ${likenessScore.toFixed(2)}`
  return `${lookReasons.map(reason => WHY[reason]).join('; ')} (face ${checkScore.toFixed(2)}, ${likeness})`
}

/**
 * Denies the waiting face or cards with this id if there is a reason, and approves them otherwise.
 * Undefined if nothing with this id waits.
 */
export async function settleFaceAtDesk(
  services: DecisionServices,
  documentId: string,
  reason: string | undefined,
): Promise<string | undefined> {
  const review = await waitingReviewOf(services.db, documentId)
  if (!review) return undefined
  const settlement =
    reason === undefined
      ? ({ outcome: 'passed' } as const)
      : ({ outcome: 'denied', toldReason: reason } as const)
  const isDone = await settleReview(services, review, settlement)
  const what =
    review.what === 'face' ? `The face ${documentId} has` : `The cards ${documentId} have`
  return isDone ? `${what} been ${reason === undefined ? 'approved' : 'denied'}.` : undefined
}
