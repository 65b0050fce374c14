import type { FieldError } from '#domain/identity/form.ts'
import { isPersonalPan, readIdentity } from '#domain/identity/identity.ts'

/** The typed values; the Aadhaar number is not asked for again once it is verified. */
export type IdentityEntry = {
  readonly aadhaar: string
  readonly pan: string
  readonly isVerified: boolean
}

/** Returns the first fault in an entry, in the order of specification §5; the OTP comes last. */
export function identityProblem({
  aadhaar,
  pan,
  isVerified,
}: IdentityEntry): FieldError | undefined {
  if (isVerified) return panProblem(pan)
  const reading = readIdentity({ idNo: aadhaar, panNo: pan })
  return 'error' in reading ? reading.error : { column: 'idNo', reason: 'aadhaar-first' }
}

/** Returns the fault of the Aadhaar number alone, before an OTP is requested. */
export function aadhaarProblem(aadhaar: string): FieldError | undefined {
  // Any PAN will do: the Aadhaar number is checked first, for its presence and its format.
  const reading = readIdentity({ idNo: aadhaar, panNo: 'ABCPE1234F' })
  return 'error' in reading ? reading.error : undefined
}

function panProblem(pan: string): FieldError | undefined {
  if (pan === '') return { column: 'panNo', reason: 'pan-missing' }
  return isPersonalPan(pan) ? undefined : { column: 'panNo', reason: 'pan-wrong' }
}
