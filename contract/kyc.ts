import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { file, flag, id, indiaDay, nothing, text, whole } from '#contract/wire.ts'
import { CARD_KEYS, CARD_KINDS, UNCLEAR_CARDS } from '#domain/identity/card.ts'
import { UPLOAD_KINDS } from '#domain/identity/identity.ts'

/** domain/identity/identity.ts validates the numbers, in the order of specification §5. */
const aadhaar = v.pipe(v.string(), v.maxLength(20))
const pan = v.pipe(v.string(), v.maxLength(20))
/**
 * Far above the capacity of any code, so that a larger one is refused for its own reason and not as
 * a malformed call.
 */
const CODE_MAX_CHARS = 50_000
const otp = v.pipe(v.string(), v.regex(/^\d{6}$/, 'OTP has 6 digits.'))

/**
 * The identity page: 1 asks for uploads, 2 for the Aadhaar number, its OTP and the PAN
 * (specification §2).
 */
const identityPage = v.object({
  kycPageType: whole,
  aadhaar: v.nullable(text),
  isAadhaarVerified: flag,
  /** Ours: a person reviews how the names are written. */
  isLookedAt: flag,
  /** Ours: the reason of a person who denied the identity, until another is verified. */
  deniedBecause: v.nullable(text),
})

/**
 * One picture of the upload variant and its progress. While `state` is `reading`, call `uploads`
 * again after a second. `read`: the fields named by `value_keys` are present, each under its key,
 * for the borrower to confirm; a face has none. `unclear`: `why` says what to improve, and another
 * picture is needed.
 */
const takenUpload = v.object({
  uploadId: id,
  type: v.picklist(UPLOAD_KINDS),
  state: v.picklist(['reading', 'read', 'unclear']),
  /** Progress of the scan in percent; 0 while it is queued. */
  progress: whole,
  why: v.nullable(v.picklist(UNCLEAR_CARDS)),
  value_keys: v.array(v.picklist(CARD_KEYS)),
  /** Keys whose value was hard to read: the borrower should check them carefully. */
  uncertain: v.array(v.picklist(CARD_KEYS)),
  /**
   * Masked to its last four digits. Its check digit was right, or the card would count as unclear.
   */
  idNo: v.optional(text),
  panNo: v.optional(text),
  name: v.optional(text),
  dob: v.optional(indiaDay),
  gender: v.optional(v.picklist(['female', 'male', 'other'])),
})
const TAKING = ['image-unreadable', 'image-too-large', 'identity-already-verified'] as const

export const kyc = {
  type: {
    does: 'Which variant of the identity page to show (1 upload, 2 number and OTP), and the masked Aadhaar number if known.',
    method: 'GET',
    path: '/auth/v1/find-user-kyc-type',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: identityPage,
    refusals: [],
  },
  chooseType: {
    does: 'Switches to the other variant of the identity page: upload (1), or number and OTP (2).',
    method: 'POST',
    path: '/auth/v1/choose-kyc-type',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ kycPageType: v.picklist([1, 2]) }),
    output: identityPage,
    refusals: ['identity-already-verified'],
    ours: true,
  },
  upload: {
    does: 'Stores a picture of the upload variant, replacing an earlier one of its type. A card is then scanned; a face is checked at once.',
    method: 'POST',
    path: '/authen/upload',
    auth: 'borrower',
    sends: 'form',
    input: v.strictObject({ type: v.picklist(UPLOAD_KINDS), file }),
    output: takenUpload,
    refusals: [
      ...TAKING,
      ...(['reading-busy', 'face-unclear', 'face-check-busy', 'check-not-available'] as const),
    ],
  },
  readCard: {
    does: 'Stores a picture of one card and starts scanning it. `notNeed` names fields to leave out, separated by commas.',
    method: 'POST',
    path: '/auth/v1/ocr-separate',
    auth: 'borrower',
    sends: 'form',
    input: v.strictObject({ type: v.picklist(CARD_KINDS), image: file, notNeed: v.optional(text) }),
    output: takenUpload,
    refusals: [...TAKING, 'reading-busy'],
  },
  uploads: {
    does: 'The pictures stored so far, at most one of each type, and the progress of their scans.',
    method: 'GET',
    path: '/auth/v1/uploads',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({ uploads: v.array(takenUpload) }),
    refusals: [],
    ours: true,
  },
  sendAadhaarOtp: {
    does: 'Sends the Aadhaar OTP. data.state 1: this number is already verified.',
    method: 'POST',
    path: '/auth/v3/aadhaar/send-otp',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ aadhaar }),
    /** `reason` is ours: what `message` says, where nothing was sent. */
    output: v.object({
      state: flag,
      success: v.boolean(),
      message: text,
      reason: v.nullable(v.string()),
    }),
    refusals: ['answers-incomplete', 'aadhaar-otp-unavailable', 'aadhaar-otp-too-soon'],
  },
  verifyAadhaarOtp: {
    does: 'Verifies the Aadhaar number by its OTP.',
    method: 'POST',
    path: '/auth/aadhaar/verify',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ aadhaar, otp }),
    output: v.object({ state: flag }),
    refusals: [
      'answers-incomplete',
      'aadhaar-otp-wrong',
      'aadhaar-otp-expired',
      'identity-taken',
      'check-not-available',
    ],
  },
  proveByCode: {
    does: 'Verifies the Aadhaar by the signed code printed on it, which contains only the last four digits of the number.',
    method: 'POST',
    path: '/auth/v1/aadhaar/code',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ code: v.pipe(v.string(), v.maxLength(CODE_MAX_CHARS)) }),
    output: v.object({ state: flag }),
    refusals: [
      'aadhaar-code-unreadable',
      'aadhaar-code-too-large',
      'aadhaar-code-not-signed',
      'aadhaar-code-not-in-force',
      'answers-incomplete',
      'identity-already-verified',
    ],
    ours: true,
  },
  saveIdentity: {
    does: 'Completes the identity step: the verified Aadhaar number and the PAN (type 2), or the uploads (type 1).',
    method: 'POST',
    path: '/auth/v1/kyc-info/aadhaar-pan',
    auth: 'borrower',
    sends: 'json',
    input: v.variant('type', [
      v.strictObject({ type: v.literal(2), idNo: v.optional(aadhaar), panNo: pan }),
      /**
       * The borrower's confirmed values of the two cards, with the ids of the pictures they saw.
       */
      v.strictObject({
        type: v.literal(1),
        aadhaarFront: v.optional(id),
        pan: v.optional(id),
        face: v.optional(id),
        name: v.pipe(v.string(), v.maxLength(200)),
        dob: v.string(),
        panNo: pan,
      }),
    ]),
    output: nothing,
    refusals: [
      ...([
        'answers-incomplete',
        'aadhaar-not-verified',
        'pan-refused',
        'identity-already-verified',
      ] as const),
      ...(['upload-not-found', 'cards-differ', 'check-not-available'] as const),
    ],
  },
  livingConfig: {
    does: 'How to take the picture of the face.',
    method: 'GET',
    path: '/auth/v1/living-check-config',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({
      'living-config': v.object({ blink: v.boolean(), uploadAllowed: v.boolean() }),
    }),
    refusals: [],
  },
  livingCheck: {
    does: 'Checks a picture of the face, with the picture of the blink just before it, if there was one. asItIs 1: a person should review it.',
    method: 'POST',
    path: '/auth/v3/living-check',
    auth: 'borrower',
    sends: 'form',
    input: v.strictObject({ image: file, closed: v.optional(file), asItIs: v.optional(flag) }),
    output: v.object({ imageId: id }),
    refusals: [
      'face-unclear',
      'face-check-busy',
      'check-not-available',
      'image-unreadable',
      'image-too-large',
      'aadhaar-not-verified',
    ],
  },
  livingHold: {
    does: 'Completes the face step with the checked picture.',
    method: 'POST',
    path: '/auth/v1/kyc-info/living-hold',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ imageId: v.optional(id) }),
    output: nothing,
    refusals: ['upload-not-found'],
  },
  faceResult: {
    does: 'The result of the face step: 1 is passed. A person may still be reviewing it, or have denied it, with the reasons.',
    method: 'GET',
    path: '/authen/h5/face-result',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({ status: flag, isLookedAt: flag, deniedBecause: v.nullable(text) }),
    refusals: [],
  },
} satisfies Endpoints
