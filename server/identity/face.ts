/**
 * The face step: each picture is checked on upload, and the step is completed with a checked one
 * (specification §4).
 */

import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { kyc } from '#contract/kyc.ts'
import { type FaceEvidence, type FaceVerdict, faceVerdict } from '#domain/identity/face.ts'
import { recordConsent } from '#server/accounts/db/consent.ts'
import { askCheck } from '#server/identity/ask-check.ts'
import {
  deleteOtherFacePictures,
  documentPicturesOf,
  facePictureOf,
  insertPicture,
  type Picture,
} from '#server/identity/db/document.ts'
import { askForLook, lastFaceDenialOf } from '#server/identity/db/face-review.ts'
import { identityRowOf, saveFaceResult } from '#server/identity/db/identity.ts'
import { markStepDone } from '#server/identity/db/verification.ts'
import { faceIsSettled } from '#server/identity/face-review.ts'
import type { VerificationServices } from '#server/identity/verification.ts'
import type { Answer, BorrowerCall } from '#server/platform/actions/call.ts'
import { countTowardsDay } from '#server/platform/daily-limit.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { CleanPicture } from '#server/platform/files/re-encode.ts'
import { fileKey } from '#server/platform/files/store.ts'
import { takePicture } from '#server/platform/files/take-picture.ts'
import type { FaceCheck } from '#server/providers/face/port.ts'

type Checking = Answer<typeof kyc.livingCheck>
type Holding = Answer<typeof kyc.livingHold>
type Sent = Input<typeof kyc.livingCheck>

type TakingRefusal =
  | 'face-unclear'
  | 'face-check-busy'
  | 'check-not-available'
  | 'image-unreadable'
  | 'image-too-large'

/** The face step requires the identity, because the face is compared with it. */
export async function checkFace(
  services: VerificationServices,
  call: BorrowerCall,
  upload: Sent,
): Promise<Checking> {
  const identity = await identityRowOf(services.db, call.borrowerId)
  if (!identity?.panVerifiedAt) return refused('aadhaar-not-verified')
  return takeFace(services, call, upload, 'image')
}

/**
 * Checks a picture for one clear, living face that matches the borrower's documents, and stores it
 * encrypted in place of an earlier one. An unclear picture is sent back with advice, unless the
 * borrower requests a person's review: no machine shuts anybody out (regulation, 4.8). A completed
 * step accepts no other picture. `column` is the field that a refusal belongs to.
 */
export async function takeFace(
  services: VerificationServices,
  call: BorrowerCall,
  upload: Sent,
  column: string,
): Promise<{ imageId: string } | Refusal<TakingRefusal>> {
  const { borrowerId } = call
  const [picture, closed] = await Promise.all([
    takePicture(upload.image, column),
    upload.closed && takePicture(upload.closed, 'closed'),
  ])
  if ('refused' in picture) return picture
  if (closed && 'refused' in closed) return closed
  const existing = await heldPicture(services.db, borrowerId)
  if (existing) return { imageId: existing.documentId }
  await countTowardsDay(services.db, 'face', call)
  const documents = await documentsOf(services, borrowerId)
  const check = await askCheck(services, 'the face check', () =>
    services.face.check({ face: picture.bytes, closed: closed?.bytes, documents }),
  )
  if ('refused' in check) return check
  if (check.state === 'busy') {
    services.log.info({}, 'a face could not be checked in time')
    return refused('face-check-busy', { details: { waitSeconds: check.waitSeconds } })
  }
  const isSentBack =
    check.state === 'unclear' && (upload.asItIs !== 1 || check.reason === 'unreadable')
  if (isSentBack) return refused('face-unclear', { details: { why: check.reason } })
  const verdict = faceVerdict(evidenceOf(check))
  services.log.info({ check, outcome: verdict.outcome }, 'A face was checked')
  return { imageId: await keepPicture(services, call, picture, { check, verdict }) }
}

/**
 * Completes the step with a checked picture: the named one, or the latest. Once completed, it
 * stays.
 */
export async function holdFace(
  services: VerificationServices,
  call: BorrowerCall,
  imageId: string | undefined,
): Promise<Holding> {
  const { borrowerId, now: at } = call
  return services.db.transaction(async tx => {
    await lockBorrower(tx, borrowerId)
    const [picture, identity] = await Promise.all([
      facePictureOf(tx, borrowerId, imageId),
      identityRowOf(tx, borrowerId),
    ])
    if (!picture) return refused('upload-not-found')
    if (identity?.faceCheck) return null
    // A picture that a person has denied cannot complete the step again.
    if (picture.settledAt) return refused('upload-not-found')
    await Promise.all([
      saveFaceResult(tx, borrowerId, picture.checkResult, at),
      markStepDone(tx, borrowerId, 'face', at),
      recordConsent(tx, {
        borrowerId,
        consentId: services.ids.uuid(at),
        purpose: 'face',
        language: call.language,
        at,
      }),
    ])
    if (picture.checkResult === 'needs-a-look')
      await askForLook(tx, borrowerId, picture.documentId, at)
    else await faceIsSettled({ services, tx, at }, borrowerId, picture.documentId)
    return null
  })
}

/**
 * The state of the face step: done, in review by a person, or the reason of the last denial if it
 * still applies.
 */
export async function faceStatus(
  db: Queryable,
  borrowerId: string,
): Promise<Output<typeof kyc.faceResult>> {
  const identity = await identityRowOf(db, borrowerId)
  if (identity?.faceCheck)
    return {
      status: 1,
      isLookedAt: identity.faceCheck === 'needs-a-look' ? 1 : 0,
      deniedBecause: null,
    }
  return {
    status: 0,
    isLookedAt: 0,
    deniedBecause: (await lastFaceDenialOf(db, borrowerId)) ?? null,
  }
}

function evidenceOf(check: FaceCheck): FaceEvidence {
  if (check.state === 'one-face') return { isClear: true, ...check }
  return { isClear: false, isLivenessShown: false, likeness: 'no-document' }
}

/** The cards on which the identity rests, decrypted for the comparison only. */
async function documentsOf(
  { db, files }: VerificationServices,
  borrowerId: string,
): Promise<Uint8Array[]> {
  const pictures = await documentPicturesOf(db, borrowerId)
  const contents = await Promise.all(pictures.map(({ fileKey }) => files.get(fileKey)))
  return contents.filter(bytes => bytes !== undefined)
}

/** Stores the file first: a row never names a missing file. The picture of a completed step stays. */
async function keepPicture(
  { db, files, ids }: VerificationServices,
  { borrowerId, now }: BorrowerCall,
  { bytes, header }: CleanPicture,
  { check, verdict }: { readonly check: FaceCheck; readonly verdict: FaceVerdict },
): Promise<string> {
  const documentId = ids.uuid(now)
  const key = fileKey(documentId)
  await files.put(key, bytes)
  const row = {
    documentId,
    fileKey: key,
    ...resultOf(check, verdict),
    createdAt: now,
    sizeBytes: bytes.length,
  }
  const { imageId, obsolete } = await db.transaction(async tx => {
    await lockBorrower(tx, borrowerId)
    const existing = await heldPicture(tx, borrowerId)
    if (existing) return { imageId: existing.documentId, obsolete: [key] }
    await insertPicture(tx, borrowerId, 'face', { ...row, ...header })
    return {
      imageId: documentId,
      obsolete: await deleteOtherFacePictures(tx, borrowerId, documentId),
    }
  })
  await Promise.all(obsolete.map(each => files.remove(each)))
  return imageId
}

function resultOf(check: FaceCheck, verdict: FaceVerdict) {
  const scores =
    check.state === 'one-face'
      ? {
          checkScore: check.score,
          likenessScore: typeof check.likeness === 'number' ? check.likeness : null,
        }
      : { checkScore: 0, likenessScore: null }
  if (verdict.outcome === 'pass')
    return { ...scores, checkResult: 'passed', lookReasons: [] } as const
  return { ...scores, checkResult: 'needs-a-look', lookReasons: verdict.reasons } as const
}

/** The picture that completed the step. */
async function heldPicture(db: Queryable, borrowerId: string): Promise<Picture | undefined> {
  const identity = await identityRowOf(db, borrowerId)
  return identity?.faceCheck ? facePictureOf(db, borrowerId) : undefined
}
