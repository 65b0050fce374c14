/**
 * The upload variant of the identity page: the choice of the variant, and its three pictures
 * (specification §2, §4).
 */

import type { Output } from '#contract/endpoint.ts'
import { refused } from '#contract/envelope.ts'
import type { kyc } from '#contract/kyc.ts'
import type { Upload } from '#contract/wire.ts'
import type { CardKind } from '#domain/identity/card.ts'
import { maskedAadhaar, type UploadKind } from '#domain/identity/identity.ts'
import { type Taken, takeCard, takenCards } from '#server/identity/card-reading.ts'
import {
  chooseIdentityPage,
  chosenPageOf,
  forgetReadings,
  forgetReadingsBefore,
} from '#server/identity/db/card-reading.ts'
import { deletePictures, facePictureOf } from '#server/identity/db/document.ts'
import { identityRowOf } from '#server/identity/db/identity.ts'
import { nameDenialsOf } from '#server/identity/db/name-review.ts'
import { takeFace } from '#server/identity/face.ts'
import type { VerificationServices } from '#server/identity/verification.ts'
import type { Answer, BorrowerCall } from '#server/platform/actions/call.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Store } from '#server/platform/db/store.ts'

/** The variants of the identity page: 1 by uploads, otherwise by number (specification §2). */
export const KYC_PAGE_BY_UPLOAD = 1
const KYC_PAGE_BY_NUMBER = 2

/** Long enough to be interrupted and to return the next day. */
const UNCONFIRMED_KEPT_MS = 2 * 86_400_000

/**
 * The initial state of the identity page; of the Aadhaar number only the last four digits are
 * known.
 */
export async function identityPage(
  { db }: Pick<Store, 'db'>,
  borrowerId: string,
): Promise<Output<typeof kyc.type>> {
  const [identity, variant, denials] = await Promise.all([
    identityRowOf(db, borrowerId),
    chosenPageOf(db, borrowerId),
    nameDenialsOf(db, borrowerId),
  ])
  const { numbersCheck = null, namesAgree = null, panVerifiedAt = null } = identity ?? {}
  // True for names alone: no answer reveals whether a number is another borrower's.
  const isLookedAt = numbersCheck === 'needs-a-look' && namesAgree === 'close'
  return {
    kycPageType: variant ?? KYC_PAGE_BY_NUMBER,
    aadhaar: identity ? maskedAadhaar(identity.aadhaarLastFour) : null,
    isAadhaarVerified: identity ? 1 : 0,
    isLookedAt: isLookedAt ? 1 : 0,
    deniedBecause: panVerifiedAt ? null : (denials.get(borrowerId) ?? null),
  }
}

/**
 * Changes the variant, in either direction. Going back to the numbers deletes all pictures of
 * cards.
 */
export async function chooseIdentityVariant(
  { db, files }: VerificationServices,
  { borrowerId, now }: BorrowerCall,
  page: 1 | 2,
): Promise<Answer<typeof kyc.chooseType>> {
  const identity = await identityRowOf(db, borrowerId)
  if (identity?.panVerifiedAt) return refused('identity-already-verified')
  const obsolete = await db.transaction(async tx => {
    await lockBorrower(tx, borrowerId)
    await chooseIdentityPage(tx, borrowerId, page, now)
    if (page === KYC_PAGE_BY_UPLOAD) return []
    await forgetReadings(tx, borrowerId)
    return (
      await Promise.all([
        deletePictures(tx, borrowerId, 'aadhaarFront'),
        deletePictures(tx, borrowerId, 'pan'),
      ])
    ).flat()
  })
  await Promise.all(obsolete.map(key => files.remove(key)))
  return identityPage({ db }, borrowerId)
}

/**
 * Accepts one of the three pictures. Starts reading a card; checks a face at once, as the face step
 * does.
 */
export async function takeUpload(
  services: VerificationServices,
  call: BorrowerCall,
  { type, file }: { readonly type: UploadKind; readonly file: Upload },
): Promise<Answer<typeof kyc.upload>> {
  if (type !== 'face')
    return readOneCard(services, call, { kind: type, image: file, column: 'file' })
  if (await isIdentityComplete(services, call)) return refused('identity-already-verified')
  const face = await takeFace(services, call, { image: file }, 'file')
  return 'refused' in face ? face : takenFace(face.imageId)
}

/** Accepts the picture of one card and starts reading it. */
export async function readOneCard(
  services: VerificationServices,
  call: BorrowerCall,
  request: {
    readonly kind: CardKind
    readonly image: Upload
    readonly column: string
    readonly notNeed?: string | undefined
  },
): Promise<Answer<typeof kyc.readCard>> {
  if (await isIdentityComplete(services, call)) return refused('identity-already-verified')
  return takeCard(services, call, request)
}

/** The uploads so far, for polling and for returning later. */
export async function uploadsOf(
  services: VerificationServices,
  borrowerId: string,
): Promise<Output<typeof kyc.uploads>> {
  const [cards, face] = await Promise.all([
    takenCards(services, borrowerId),
    facePictureOf(services.db, borrowerId),
  ])
  return { uploads: face ? [...cards, takenFace(face.documentId)] : cards }
}

/** Removes unconfirmed readings of cards, and their pictures. */
export async function forgetOldReadings({
  db,
  files,
  clock,
}: Pick<VerificationServices, 'db' | 'files' | 'clock'>): Promise<void> {
  const obsolete = await forgetReadingsBefore(
    db,
    new Date(clock.wall().getTime() - UNCONFIRMED_KEPT_MS),
  )
  await Promise.all(obsolete.map(key => files.remove(key)))
}

function takenFace(uploadId: string): Taken {
  return {
    uploadId,
    type: 'face',
    state: 'read',
    progress: 100,
    why: null,
    value_keys: [],
    uncertain: [],
  }
}

async function isIdentityComplete(
  { db }: VerificationServices,
  { borrowerId }: BorrowerCall,
): Promise<boolean> {
  return Boolean((await identityRowOf(db, borrowerId))?.panVerifiedAt)
}
