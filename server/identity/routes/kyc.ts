import { kyc } from '#contract/kyc.ts'
import { sendAadhaarOtp, verifyAadhaarOtp } from '#server/identity/aadhaar.ts'
import { proveByCode } from '#server/identity/aadhaar-code.ts'
import { checkFace, faceStatus, holdFace } from '#server/identity/face.ts'
import { saveIdentity } from '#server/identity/identity.ts'
import { saveIdentityByCards } from '#server/identity/identity-by-cards.ts'
import {
  chooseIdentityVariant,
  identityPage,
  readOneCard,
  takeUpload,
  uploadsOf,
} from '#server/identity/uploads.ts'
import type { VerificationServices } from '#server/identity/verification.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'

/** Aadhaar number, PAN and face. */
export function kycRoutes(services: VerificationServices): Route[] {
  return routes(kyc, {
    type: (_input, { borrowerId }) => identityPage(services, borrowerId),
    chooseType: ({ kycPageType }, call) => chooseIdentityVariant(services, call, kycPageType),
    upload: (entry, call) => takeUpload(services, call, entry),
    readCard: ({ type, image, notNeed }, call) =>
      readOneCard(services, call, { kind: type, image, column: 'image', notNeed }),
    uploads: (_input, { borrowerId }) => uploadsOf(services, borrowerId),
    sendAadhaarOtp: ({ aadhaar }, call) => sendAadhaarOtp(services, call, aadhaar),
    verifyAadhaarOtp: (entry, call) => verifyAadhaarOtp(services, call, entry),
    proveByCode: ({ code }, call) => proveByCode(services, call, code),
    saveIdentity: (entry, call) =>
      entry.type === 1
        ? saveIdentityByCards(services, call, entry)
        : saveIdentity(services, call, entry),
    // A picture may come from a file, and nobody must blink: without it a person looks (regulation, 4.8).
    livingConfig: async () => ({
      'living-config': { blink: services.face.asksForBlink, uploadAllowed: true },
    }),
    livingCheck: (pictures, call) => checkFace(services, call, pictures),
    livingHold: ({ imageId }, call) => holdFace(services, call, imageId),
    faceResult: (_input, { borrowerId }) => faceStatus(services.db, borrowerId),
  })
}
