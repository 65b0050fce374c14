/** The face step: a picture is checked when it comes, and the step is completed with the one that was (specification §4). */
import { type Refusal, refused } from '#contract/envelope.ts'
import type { kyc } from '#contract/kyc.ts'
import type { Upload } from '#contract/wire.ts'
import { imageVerdict } from '#domain/identity.ts'
import { recordConsent } from '#server/db/consent.ts'
import { deleteOtherFacePictures, type FacePicture, facePictureOf, insertFacePicture } from '#server/db/document.ts'
import { identityRowOf, saveFaceResult } from '#server/db/identity.ts'
import type { Queryable } from '#server/db/open.ts'
import { lockBorrower, markStepDone } from '#server/db/verification.ts'
import { hasTooManyPixels, type PictureHeader, pictureHeader } from '#server/files/picture.ts'
import { fileKey } from '#server/files/store.ts'
import { countTowardsDay } from '#server/flows/daily-limit.ts'
import type { VerificationServices } from '#server/flows/verification.ts'
import type { Answer, BorrowerCall } from '#server/http/call.ts'

type Checking = Answer<typeof kyc.livingCheck>
type Holding = Answer<typeof kyc.livingHold>
type Picture = { readonly bytes: Uint8Array; readonly header: PictureHeader }

const TOO_MANY_PIXELS = 'This picture has too many pixels. Please take a smaller one.'

/**
 * Checks a picture for one clear face and keeps it sealed, in place of an earlier one. After the step is done no further picture
 * is taken: the one that was held speaks. It needs the identity, whose face it is to be.
 */
export async function checkFace(services: VerificationServices, call: BorrowerCall, image: Upload): Promise<Checking> {
  const { borrowerId } = call
  const identity = await identityRowOf(services.db, borrowerId)
  if (!identity?.panVerifiedAt) return refused('aadhaar-not-verified')
  const picture = await readPicture(image)
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

/** The limits of a picture, the cheapest first: bytes, then kind by magic bytes, then pixels by its header (decisions §10). */
async function readPicture(image: Upload): Promise<Picture | Refusal<'image-too-large' | 'image-unreadable'>> {
  if (imageVerdict(image.size, 'compressed') === 'refuse') return refused('image-too-large')
  const bytes = new Uint8Array(await image.arrayBuffer())
  const header = pictureHeader(bytes)
  if (!header) return refused('image-unreadable')
  if (hasTooManyPixels(header)) return refused('image-unreadable', { errorColumn: [{ column: 'image', msg: TOO_MANY_PIXELS }] })
  return { bytes, header }
}

/** The file first: a row never names a file that is not there. Where the step was completed meanwhile, that picture stays. */
async function keepPicture(
  { db, files, ids }: VerificationServices,
  { borrowerId, now }: BorrowerCall,
  { bytes, header }: Picture,
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
    await insertFacePicture(tx, borrowerId, { ...row, ...header })
    return { kept: documentId, obsolete: await deleteOtherFacePictures(tx, borrowerId, documentId) }
  })
  await Promise.all(obsolete.map(each => files.remove(each)))
  return kept
}

/** The picture that completed the step. */
async function heldPicture(db: Queryable, borrowerId: string): Promise<FacePicture | undefined> {
  const identity = await identityRowOf(db, borrowerId)
  return identity?.faceCheck ? facePictureOf(db, borrowerId) : undefined
}
