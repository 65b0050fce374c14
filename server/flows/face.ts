/** The face step: a picture is checked when it comes, and the step is completed with the one that was (specification §4). */
import { type Refusal, refused } from '#contract/envelope.ts'
import type { kyc } from '#contract/kyc.ts'
import type { Upload } from '#contract/wire.ts'
import { recordConsent } from '#server/db/consent.ts'
import { deleteOtherFacePictures, facePictureOf, insertPicture, type Picture } from '#server/db/document.ts'
import { identityRowOf, saveFaceResult } from '#server/db/identity.ts'
import type { Queryable } from '#server/db/open.ts'
import { lockBorrower, markStepDone } from '#server/db/verification.ts'
import type { CleanPicture } from '#server/files/re-encode.ts'
import { fileKey } from '#server/files/store.ts'
import { countTowardsDay } from '#server/flows/daily-limit.ts'
import { takePicture } from '#server/flows/take-picture.ts'
import type { VerificationServices } from '#server/flows/verification.ts'
import type { Answer, BorrowerCall } from '#server/http/call.ts'

type Checking = Answer<typeof kyc.livingCheck>
type Holding = Answer<typeof kyc.livingHold>

/** The face step: it needs the identity, whose face it is to be. */
export async function checkFace(services: VerificationServices, call: BorrowerCall, image: Upload): Promise<Checking> {
  const identity = await identityRowOf(services.db, call.borrowerId)
  if (!identity?.panVerifiedAt) return refused('aadhaar-not-verified')
  return takeFace(services, call, image, 'image')
}

/**
 * Checks a picture for one clear face and keeps it sealed, in place of an earlier one. After the step is done no further picture
 * is taken: the one that was held speaks. `column` is the field that a refusal belongs to.
 */
export async function takeFace(
  services: VerificationServices,
  call: BorrowerCall,
  image: Upload,
  column: string,
): Promise<{ imageId: string } | Refusal<'face-unclear' | 'image-unreadable' | 'image-too-large'>> {
  const { borrowerId } = call
  const picture = await takePicture(image, column)
  if ('refused' in picture) return picture
  const held = await heldPicture(services.db, borrowerId)
  if (held) return { imageId: held.documentId }
  await countTowardsDay(services.db, 'face', call)
  const check = await services.face.check(picture.bytes)
  if (check.state === 'unclear') return refused('face-unclear', { details: { why: check.reason } })
  return { imageId: await keepPicture(services, call, picture, check.score) }
}

/** Completes the step with a picture that was checked: the named one, or the latest. Once completed, it stays. */
export async function holdFace(
  services: VerificationServices,
  call: BorrowerCall,
  imageId: string | undefined,
): Promise<Holding> {
  const { borrowerId, now: at } = call
  return services.db.transaction(async tx => {
    await lockBorrower(tx, borrowerId)
    const picture = await facePictureOf(tx, borrowerId, imageId)
    if (!picture) return refused('upload-not-found')
    await Promise.all([
      saveFaceResult(tx, borrowerId, picture.checkResult, at),
      markStepDone(tx, borrowerId, 'face', at),
      recordConsent(tx, { borrowerId, consentId: services.ids.uuid(at), purpose: 'face', language: call.language, at }),
    ])
    return null
  })
}

/** Whether the face step is done. */
export async function faceStatus(db: Queryable, borrowerId: string): Promise<{ status: 0 | 1 }> {
  const identity = await identityRowOf(db, borrowerId)
  return { status: identity?.faceCheck ? 1 : 0 }
}

/** The file first: a row never names a file that is not there. Where the step was completed meanwhile, that picture stays. */
async function keepPicture(
  { db, files, ids }: VerificationServices,
  { borrowerId, now }: BorrowerCall,
  { bytes, header }: CleanPicture,
  checkScore: number,
): Promise<string> {
  const documentId = ids.uuid(now)
  const key = fileKey(documentId)
  await files.put(key, bytes)
  const row = { documentId, fileKey: key, checkResult: 'passed', checkScore, createdAt: now, sizeBytes: bytes.length } as const
  const { kept, obsolete } = await db.transaction(async tx => {
    await lockBorrower(tx, borrowerId)
    const held = await heldPicture(tx, borrowerId)
    if (held) return { kept: held.documentId, obsolete: [key] }
    await insertPicture(tx, borrowerId, 'face', { ...row, ...header })
    return { kept: documentId, obsolete: await deleteOtherFacePictures(tx, borrowerId, documentId) }
  })
  await Promise.all(obsolete.map(each => files.remove(each)))
  return kept
}

/** The picture that completed the step. */
async function heldPicture(db: Queryable, borrowerId: string): Promise<Picture | undefined> {
  const identity = await identityRowOf(db, borrowerId)
  return identity?.faceCheck ? facePictureOf(db, borrowerId) : undefined
}
