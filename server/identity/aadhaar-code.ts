/**
 * Proves an Aadhaar by its signed QR code, without OTP or number (vendors, "Aadhaar Secure QR").
 * The face step proves that it is the borrower's own.
 */
import { refused } from '#contract/envelope.ts'
import type { kyc } from '#contract/kyc.ts'
import type { AadhaarCode } from '#domain/identity/aadhaar-qr.ts'
import {
  forgetChild,
  isChild,
  isPerson,
  keepAadhaar,
  personHash,
} from '#server/identity/aadhaar.ts'
import { identityRowOf } from '#server/identity/db/identity.ts'
import type { VerificationServices } from '#server/identity/verification.ts'
import type { Answer, BorrowerCall } from '#server/platform/actions/call.ts'
import { countTowardsDay } from '#server/platform/daily-limit.ts'
import type { AadhaarCodeRefusal } from '#server/providers/aadhaar-qr/port.ts'

type Proving = Answer<typeof kyc.proveByCode>

const REASONS = {
  unreadable: 'aadhaar-code-unreadable',
  'too-large': 'aadhaar-code-too-large',
  'not-signed': 'aadhaar-code-not-signed',
  'not-in-force': 'aadhaar-code-not-in-force',
} as const satisfies Record<AadhaarCodeRefusal, string>

/**
 * Stores the identity from the code. Its photo is read but not stored, because it is not needed. If
 * another borrower has proved to be the person, by any of their codes, a person decides. The PAN
 * follows as after an OTP, and its name and birth date are compared.
 */
export async function proveByCode(
  services: VerificationServices,
  call: BorrowerCall,
  digits: string,
): Promise<Proving> {
  await countTowardsDay(services.db, 'aadhaar-code', call)
  const reading = await services.aadhaarQr.read(digits)
  if (reading.state === 'refused') return refused(REASONS[reading.reason])
  const { code } = reading
  const hash = personHash(services, code.lastFour, code)
  const identity = await identityRowOf(services.db, call.borrowerId)
  if (identity?.panVerifiedAt)
    return isPerson(identity, hash) ? { state: 1 } : refused('identity-already-verified')
  if (isChild(call, code.dob)) return forgetChild(services, call, 'aadhaar')
  const verified = await services.db.transaction(tx =>
    keepAadhaar({ services, tx, at: call.now }, call, { proof: 'code', hash, ...detailsOf(code) }),
  )
  // The answer does not reveal the owner of the code to somebody who only shows it.
  return verified && !('refused' in verified) ? verified : refused('identity-already-verified')
}

function detailsOf({ lastFour, name, dob, gender, address }: AadhaarCode) {
  return { lastFour, details: { name, dob, gender, address } }
}
