/** Pictures at the console that wait for a verdict: faces and cards (regulation C14, decision 78). */
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { staffFace } from '#contract/staff/face.ts'
import { ageOn, indiaDayOf } from '#domain/day.ts'
import type { CardDoubt } from '#domain/identity/card.ts'
import { maskedDay, maskedName, maskedNumber } from '#domain/staff/look.ts'
import { cardValuesOf, loadCards } from '#server/identity/card-values.ts'
import { documentPicturesOf } from '#server/identity/db/document.ts'
import { type Settlement, waitingReviewOf } from '#server/identity/db/face-review.ts'
import { registerAnswerOf } from '#server/identity/db/identity.ts'
import { loadIdentity } from '#server/identity/identity.ts'
import { settleReviewIn } from '#server/lending/borrowing/picture-review.ts'
import { isUuid } from '#server/lending/db/order.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import type { FileKey, FileStore } from '#server/platform/files/store.ts'
import type { Services } from '#server/services.ts'
import { type By, writeLook } from '#server/staff/looks/look.ts'
import { watermarked } from '#server/staff/looks/watermark.ts'
import { staffOf } from '#server/staff/people/db/staff.ts'
import { mailOf } from '#server/staff/people/people.ts'
import { dayAndTimeText } from '#words/format.ts'

export type FaceServices = Pick<
  Services,
  'db' | 'clock' | 'ids' | 'queue' | 'cipher' | 'config'
> & {
  readonly files: FileStore
}
type FacePage = Output<typeof staffFace.open>

const NOT_FOUND: Refusal<'upload-not-found'> = refused('upload-not-found')
const MASKS: Readonly<Record<CardDoubt, (value: string) => string>> = {
  name: maskedName,
  dob: maskedDay,
  number: maskedNumber,
}

/** Records a look, and returns the pictures of a waiting review, watermarked with the reader's name. */
export async function openFace(
  services: FaceServices,
  { documentId, why }: Input<typeof staffFace.open>,
  by: By,
): Promise<FacePage | Refusal<'upload-not-found'>> {
  const { db, cipher } = services
  const review = isUuid(documentId) ? await waitingReviewOf(db, documentId) : undefined
  if (!review) return NOT_FOUND
  const { borrowerId, what, askedAt, lookReasons, checkScore, likenessScore } = review
  const look = { borrowerId, part: 'pictures', subjectId: documentId, why } as const
  await db.transaction(tx => writeLook(services, tx, look, by))
  const store = { db, cipher }
  const [cards, answer, identity, staff] = await Promise.all([
    documentPicturesOf(db, borrowerId),
    registerAnswerOf(db, borrowerId),
    loadIdentity(store, borrowerId),
    staffOf(db, by.staff.staffId),
  ])
  const mail = staff ? mailOf(services, staff) : by.staff.staffId
  const mark = `${mail} · ${dayAndTimeText(by.now, 'en')}`
  const picture = (key: FileKey) => markedPicture(services, key, mark)
  const ofCards = cards.map(async card => ({
    kind: card.kind,
    jpeg: await picture(card.fileKey),
    doubts: [...card.doubts],
    values: cardValuesOf(cipher, borrowerId, card).map(({ key, read, confirmed }) => ({
      key,
      read: read === null ? null : MASKS[key](read),
      confirmed: MASKS[key](confirmed),
    })),
    needsLook: card.checkResult === 'needs-a-look',
  }))
  return {
    documentId,
    borrowerId,
    what,
    askedAt,
    lookReasons: [...lookReasons],
    faceScore: what === 'face' ? checkScore : null,
    likeness: likenessScore,
    pictures: [
      ...(what === 'face'
        ? [
            {
              kind: 'face' as const,
              jpeg: await picture(review.fileKey),
              doubts: [],
              values: [],
              needsLook: true,
            },
          ]
        : []),
      ...(await Promise.all(ofCards)),
    ],
    register: {
      aadhaarProof: answer?.aadhaarProof ?? null,
      panVerifiedAt: answer?.panVerifiedAt ?? null,
      namesAgree: answer?.namesAgree ?? null,
      maskedAadhaarName: maskedName(identity?.name ?? ''),
      maskedPanName: maskedName(identity?.nameOnPan ?? ''),
      ageYears: identity ? ageOn(identity.dob, indiaDayOf(by.now)) : null,
    },
  }
}

/** Records a look, and returns the whole values of the cards of a waiting review. */
export async function revealCards(
  services: FaceServices,
  { documentId, why }: Input<typeof staffFace.reveal>,
  by: By,
): Promise<Output<typeof staffFace.reveal> | Refusal<'upload-not-found'>> {
  const { db, cipher } = services
  if (!isUuid(documentId)) return NOT_FOUND
  return db.transaction(async tx => {
    const review = await waitingReviewOf(tx, documentId)
    if (!review) return NOT_FOUND
    const { borrowerId } = review
    const look = { borrowerId, part: 'pictures', subjectId: documentId, why } as const
    await writeLook(services, tx, look, by, 'reveal')
    const cards = await loadCards({ db: tx, cipher }, borrowerId)
    return {
      cards: cards.map(({ kind, values }) => ({
        kind,
        values: values.map(({ key, read, confirmed }) => ({ key, read, confirmed })),
      })),
    }
  })
}

async function markedPicture(
  { files }: Pick<FaceServices, 'files'>,
  key: FileKey,
  mark: string,
): Promise<string | null> {
  const bytes = await files.get(key)
  const marked = bytes && (await watermarked(bytes, mark))
  return marked ? Buffer.from(marked.bytes).toString('base64') : null
}

/** Settles and audits a waiting review in one transaction. */
export async function settleFaceByStaff(
  services: FaceServices,
  documentId: string,
  settlement: Settlement,
  { staff, now }: By,
): Promise<null | Refusal<'upload-not-found'>> {
  const { db, cipher } = services
  if (!isUuid(documentId)) return NOT_FOUND
  return db.transaction(async tx => {
    const review = await waitingReviewOf(tx, documentId)
    const { staffId } = staff
    const settled = { ...settlement, by: staffId }
    const isDone = review && (await settleReviewIn({ services, tx, at: now }, review, settled))
    if (!isDone) return NOT_FOUND
    const action = settlement.outcome === 'passed' ? 'desk-approve' : 'desk-deny'
    const actor = `staff:${staffId}`
    await writeAudit(tx, cipher, { actor, action, subject: documentId, at: now })
    return null
  })
}
