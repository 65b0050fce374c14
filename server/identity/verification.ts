import type { Output } from '#contract/endpoint.ts'
import type { verify } from '#contract/verify.ts'
import { isStepDone, isVerified, STEP_KEYS, type StepKey } from '#domain/identity/verification.ts'
import { stepsDoneOf } from '#server/identity/db/verification.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { AadhaarPort } from '#server/providers/aadhaar/port.ts'
import type { AadhaarQrPort } from '#server/providers/aadhaar-qr/port.ts'
import type { BankAccountPort } from '#server/providers/bank-account/port.ts'
import type { DocumentPort } from '#server/providers/document/port.ts'
import type { FacePort } from '#server/providers/face/port.ts'
import type { PanPort } from '#server/providers/pan/port.ts'
import type { Services } from '#server/services.ts'

/** The services of verification besides the common ones. `files` is the encrypted file store. */
export type VerificationServices = Services & {
  readonly aadhaar: AadhaarPort
  readonly aadhaarQr: AadhaarQrPort
  readonly pan: PanPort
  readonly documents: DocumentPort
  readonly face: FacePort
  readonly bankAccount: BankAccountPort
  readonly files: FileStore
}

/**
 * The steps that this installation requires, in its order (specification §4, "configured order").
 */
export const CONFIGURED_STEPS: readonly StepKey[] = STEP_KEYS

/** True if every configured step is done. */
export async function isVerificationComplete(
  { db }: { readonly db: Queryable },
  borrowerId: string,
): Promise<boolean> {
  return isVerified(await stepsDoneOf(db, borrowerId), CONFIGURED_STEPS)
}

/** The configured steps with their state, as the call answers them. */
export async function verificationStatus(
  db: Queryable,
  borrowerId: string,
): Promise<Output<typeof verify.status>> {
  const flags = await stepsDoneOf(db, borrowerId)
  const flag = (step: StepKey) => (isStepDone(step, flags) ? 1 : 0)
  return {
    userAuthConfigVoList: CONFIGURED_STEPS.map(key => ({ key })),
    basic: flag('basic'),
    work: flag('work'),
    kycAadhaarAndPan: flag('identity'),
    kycFaceAndHold: flag('face'),
    contact: flag('contacts'),
  }
}
