import type { LookReason } from '#domain/identity/face.ts'
import { type WaitingFace, waitingFaceOf, waitingFaces } from '#server/identity/db/face-review.ts'
import { settleFace } from '#server/identity/face-review.ts'
import type { DecisionServices } from '#server/lending/borrowing/decide.ts'
import type { Queryable } from '#server/platform/db/open.ts'

const WHY: Readonly<Record<LookReason, string>> = {
  'face-unclear': 'the check found no single clear face, and the borrower asked for a person',
  'no-blink': 'no blink was seen',
  'document-unusable': 'the check found no face on the document',
  'faces-differ': 'the face is not similar enough to the one on the document',
}

/** Lists every face that waits for a person, without naming the borrower. */
export async function faceLines(db: Queryable): Promise<string[]> {
  const faces = await waitingFaces(db)
  if (faces.length === 0) return []
  const listed = faces.flatMap(face => [
    '',
    `${face.documentId}  ${face.askedAt.toISOString()}`,
    `  ${faceNumbers(face)}`,
  ])
  return [
    '',
    `${faces.length} ${faces.length === 1 ? 'face waits' : 'faces wait'} for a look (npm run desk -- look <id>):`,
    ...listed,
  ]
}

/** Says why a person must look, with the scores of the check (0 to 1). */
export function faceNumbers({ lookReasons, checkScore, likenessScore }: WaitingFace): string {
  const likeness =
    likenessScore === null ? 'not compared with a document' : `likeness ${likenessScore.toFixed(2)}`
  return `${lookReasons.map(reason => WHY[reason]).join('; ')} (face ${checkScore.toFixed(2)}, ${likeness})`
}

/**
 * Denies the waiting face with this id if there is a reason, and approves it otherwise. Undefined
 * if no such face waits.
 */
export async function settleFaceAtDesk(
  services: DecisionServices,
  documentId: string,
  reason: string | undefined,
): Promise<string | undefined> {
  const face = await waitingFaceOf(services.db, documentId)
  if (!face) return undefined
  const settlement =
    reason === undefined
      ? ({ outcome: 'passed' } as const)
      : ({ outcome: 'denied', toldReason: reason } as const)
  const isDone = await settleFace(services, face, settlement)
  return isDone
    ? `The face ${documentId} has been ${reason === undefined ? 'approved' : 'denied'}.`
    : undefined
}
