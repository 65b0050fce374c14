import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, instant, nothing, text } from '#contract/wire.ts'
import { CARD_DOUBTS } from '#domain/identity/card.ts'
import { LOOK_WHYS } from '#domain/staff/look.ts'

/** A picture in base 64: it travels in the answer, which no cache stores, and has no address. */
const base64 = v.string()
const documentId = id
/** A value of a card: as it was read, if it was found, and as the borrower confirmed it. */
const values = v.array(
  v.object({ key: v.picklist(CARD_DOUBTS), read: v.nullable(text), confirmed: text }),
)

export const staffFace = {
  open: {
    does: 'The pictures of a face or of cards that wait for a person, each with the name of who looks in it. The look is written down.',
    method: 'POST',
    path: '/staff/v1/face/open',
    auth: { staff: 'identity:read' },
    sends: 'json',
    input: v.strictObject({ documentId, why: v.picklist(LOOK_WHYS) }),
    output: v.object({
      documentId,
      borrowerId: id,
      what: v.picklist(['face', 'cards']),
      askedAt: instant,
      lookReasons: v.array(text),
      /** Of the check of a face, from 0 to 1; null where it could not be compared, and for cards. */
      faceScore: v.nullable(v.number()),
      likeness: v.nullable(v.number()),
      pictures: v.array(
        v.object({
          kind: v.picklist(['face', 'aadhaar-front', 'pan']),
          /** Null if it was deleted. */
          jpeg: v.nullable(base64),
          /** The values that were not read as the borrower confirmed them. */
          doubts: v.array(v.picklist(CARD_DOUBTS)),
          /** Masked; none for a face, and for a card that was confirmed before they were stored. */
          values,
          needsLook: v.boolean(),
        }),
      ),
      /** The answers of the registers: the proof of the Aadhaar number, and the PAN's name beside it. */
      register: v.object({
        aadhaarProof: v.nullable(text),
        panVerifiedAt: v.nullable(instant),
        namesAgree: v.nullable(text),
        maskedAadhaarName: text,
        maskedPanName: text,
        ageYears: v.nullable(v.number()),
      }),
    }),
    refusals: ['upload-not-found', 'look-limit-reached'],
    ours: true,
  },
  reveal: {
    does: 'The whole values of the cards of a review, as read and as confirmed. The look is written down.',
    method: 'POST',
    path: '/staff/v1/face/reveal',
    auth: { staff: 'identity:read' },
    sends: 'json',
    input: v.strictObject({ documentId, why: v.picklist(LOOK_WHYS) }),
    output: v.object({
      cards: v.array(v.object({ kind: v.picklist(['aadhaar-front', 'pan']), values })),
    }),
    refusals: ['upload-not-found', 'look-limit-reached'],
    ours: true,
  },
  pass: {
    does: 'Passes a waiting face, or waiting cards. Applications that waited for them alone are decided.',
    method: 'POST',
    path: '/staff/v1/face/pass',
    auth: { staff: 'identity:decide' },
    sends: 'json',
    input: v.strictObject({ documentId }),
    output: nothing,
    refusals: ['upload-not-found'],
    reauthenticates: true,
    ours: true,
  },
  deny: {
    does: 'Denies a waiting face or cards with the reason that the borrower reads. The step opens again; for cards, waiting applications are denied.',
    method: 'POST',
    path: '/staff/v1/face/deny',
    auth: { staff: 'identity:decide' },
    sends: 'json',
    input: v.strictObject({
      documentId,
      reason: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(300), v.excludes('\0')),
    }),
    output: nothing,
    refusals: ['upload-not-found'],
    reauthenticates: true,
    ours: true,
  },
} satisfies Endpoints
