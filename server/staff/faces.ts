/** A face that waits for a person, at the console: its pictures, and the answer (regulation C14). */
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { staffFace } from '#contract/staff/face.ts'
import { ageOn, indiaDayOf } from '#domain/day.ts'
import { maskedName } from '#domain/staff/look.ts'
import { documentPicturesOf } from '#server/identity/db/document.ts'
import { type FaceSettlement, waitingFaceOf } from '#server/identity/db/face-review.ts'
import { registerAnswerOf } from '#server/identity/db/identity.ts'
import { settleFaceIn } from '#server/identity/face-review.ts'
import { openedIdentity } from '#server/identity/identity.ts'
import { isUuid } from '#server/lending/db/order.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import type { FileKey, FileStore } from '#server/platform/files/store.ts'
import type { Services } from '#server/services.ts'
import { staffOf } from '#server/staff/db/staff.ts'
import { type By, writeLook } from '#server/staff/look.ts'
import { mailOf } from '#server/staff/people.ts'
import { watermarked } from '#server/staff/watermark.ts'
import { dayAndTimeText } from '#words/format.ts'

export type FaceServices = Pick<Services, 'db' | 'clock' | 'ids' | 'queue' | 'cipher'> & {
  readonly files: FileStore
}
type Opened = Output<typeof staffFace.open>

const NOT_FOUND: Refusal<'upload-not-found'> = refused('upload-not-found')

/** The pictures of a waiting face, with who looks across each. The look is written down before they are read. */
export async function openFace(
  services: FaceServices,
  { documentId, why }: Input<typeof staffFace.open>,
  by: By,
): Promise<Opened | Refusal<'upload-not-found'>> {
  const { db, cipher } = services
  const face = isUuid(documentId) ? await waitingFaceOf(db, documentId) : undefined
  if (!face) return NOT_FOUND
  const { borrowerId, askedAt, lookReasons, checkScore, likenessScore } = face
  const look = { borrowerId, part: 'pictures', subjectId: documentId, why } as const
  await db.transaction(tx => writeLook(services, tx, look, by))
  const store = { db, cipher }
  const [cards, answer, identity, staff] = await Promise.all([
    documentPicturesOf(db, borrowerId),
    registerAnswerOf(db, borrowerId),
    openedIdentity(store, borrowerId),
    staffOf(db, by.staff.staffId),
  ])
  const mail = staff ? mailOf(services, staff) : by.staff.staffId
  const mark = `${mail} · ${dayAndTimeText(by.now, 'en')}`
  const picture = (key: FileKey) => markedPicture(services, key, mark)
  return {
    documentId,
    borrowerId,
    askedAt,
    lookReasons: [...lookReasons],
    faceScore: checkScore,
    likeness: likenessScore,
    pictures: [
      { kind: 'face', jpeg: await picture(face.fileKey), doubts: [], needsLook: true },
      ...(await Promise.all(
        cards.map(async ({ kind, fileKey, doubts, checkResult }) => ({
          kind,
          jpeg: await picture(fileKey),
          doubts: [...doubts],
          needsLook: checkResult === 'needs-a-look',
        })),
      )),
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

async function markedPicture(
  { files }: Pick<FaceServices, 'files'>,
  key: FileKey,
  mark: string,
): Promise<string | null> {
  const bytes = await files.get(key)
  const marked = bytes && (await watermarked(bytes, mark))
  return marked ? Buffer.from(marked.bytes).toString('base64') : null
}

/** Settles a waiting face on the flow of the operations desk; its audit entry is of the same transaction. */
export async function settleFaceByStaff(
  services: FaceServices,
  documentId: string,
  settlement: FaceSettlement,
  { staff, now }: By,
): Promise<null | Refusal<'upload-not-found'>> {
  const { db, cipher } = services
  if (!isUuid(documentId)) return NOT_FOUND
  return db.transaction(async tx => {
    const face = await waitingFaceOf(tx, documentId)
    const isDone = face && (await settleFaceIn({ services, tx, at: now }, face, settlement))
    if (!isDone) return NOT_FOUND
    const action = settlement.outcome === 'passed' ? 'desk-approve' : 'desk-deny'
    const actor = `staff:${staff.staffId}`
    await writeAudit(tx, cipher, { actor, action, subject: documentId, at: now })
    return null
  })
}
