import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { file, flag, id, nothing, text, whole } from '#contract/wire.ts'

/** Numbers are read by domain/identity.ts, which has the ladder of specification §5. */
const aadhaar = v.pipe(v.string(), v.maxLength(20))
const pan = v.pipe(v.string(), v.maxLength(20))
const otp = v.pipe(v.string(), v.regex(/^\d{6}$/, 'OTP has 6 digits.'))

export const kyc = {
  type: {
    does: 'Which variant of the identity page to show (1 upload, 2 number and OTP), and the masked Aadhaar number if known.',
    method: 'GET',
    path: '/auth/v1/find-user-kyc-type',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({ kycPageType: whole, aadhaar: v.nullable(text), isAadhaarVerified: flag }),
    refusals: [],
  },
  sendAadhaarOtp: {
    does: 'Sends the Aadhaar OTP. data.state 1: this number is already verified.',
    method: 'POST',
    path: '/auth/v3/aadhaar/send-otp',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ aadhaar }),
    output: v.object({ state: flag, success: v.boolean(), message: text }),
    refusals: ['answers-incomplete', 'aadhaar-otp-unavailable', 'aadhaar-otp-too-soon', 'identity-taken'],
  },
  verifyAadhaarOtp: {
    does: 'Verifies the Aadhaar number by its OTP.',
    method: 'POST',
    path: '/auth/aadhaar/verify',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ aadhaar, otp }),
    output: v.object({ state: flag }),
    refusals: ['answers-incomplete', 'aadhaar-otp-wrong', 'aadhaar-otp-expired', 'identity-taken', 'check-not-available'],
  },
  saveIdentity: {
    does: 'Completes the identity step: the verified Aadhaar number and the PAN (type 2), or the uploads (type 1).',
    method: 'POST',
    path: '/auth/v1/kyc-info/aadhaar-pan',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ type: v.literal(2), idNo: v.optional(aadhaar), panNo: pan }),
    output: nothing,
    refusals: [
      'answers-incomplete',
      'aadhaar-not-verified',
      'pan-refused',
      'identity-taken',
      'identity-already-verified',
      'check-not-available',
    ],
  },
  livingConfig: {
    does: 'How the face is to be taken.',
    method: 'GET',
    path: '/auth/v1/living-check-config',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({ 'living-config': v.object({ blink: v.boolean(), uploadAllowed: v.boolean() }) }),
    refusals: [],
  },
  livingCheck: {
    does: 'Checks a picture of the face.',
    method: 'POST',
    path: '/auth/v3/living-check',
    auth: 'borrower',
    sends: 'form',
    input: v.strictObject({ image: file }),
    output: v.object({ imageId: id }),
    refusals: ['face-unclear', 'image-unreadable', 'image-too-large', 'aadhaar-not-verified'],
  },
  livingHold: {
    does: 'Completes the face step with the picture that was checked.',
    method: 'POST',
    path: '/auth/v1/kyc-info/living-hold',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ imageId: v.optional(id) }),
    output: nothing,
    refusals: ['upload-not-found'],
  },
  faceResult: {
    does: 'The outcome of the face step: 1 is passed.',
    method: 'GET',
    path: '/authen/h5/face-result',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({ status: flag }),
    refusals: [],
  },
} satisfies Endpoints
