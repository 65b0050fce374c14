/** The borrower's identity, as the registers and the cards prove it. */
import { ageOn, type Day } from '#domain/day.ts'
import type { NameAgreement } from '#domain/identity/person-name.ts'
import { hasCardToLookAt } from '#server/identity/db/document.ts'
import { type FaceResult, type Identity, identityRowOf } from '#server/identity/db/identity.ts'
import { aadhaarDetails } from '#server/identity/identity.ts'
import type { Store } from '#server/platform/db/store.ts'

export type BorrowerIdentity = {
  /** The name in the Aadhaar register. */
  readonly name: string
  readonly dob: Day
  readonly ageYears: number
  /** Aadhaar number and PAN are both verified. */
  readonly isVerified: boolean
  /**
   * The agreement of the names on Aadhaar and PAN; `different` while the PAN is not verified.
   * `same` also where a person decided so, and `close` while a person must decide the owner.
   */
  readonly namesAgree: NameAgreement
  /** `needs-a-look` while there is none. */
  readonly faceCheck: FaceResult
  /** True if the cards plainly agreed, if the identity rests on them. */
  readonly cardsCheck: FaceResult
}

/**
 * The borrower's identity, with the age on a day; undefined while no Aadhaar number is verified.
 */
export async function identityOf(
  store: Store,
  borrowerId: string,
  on: Day,
): Promise<BorrowerIdentity | undefined> {
  const [identity, isCardToLookAt] = await Promise.all([
    identityRowOf(store.db, borrowerId),
    hasCardToLookAt(store.db, borrowerId),
  ])
  if (!identity) return undefined
  const { name, dob } = aadhaarDetails(store, borrowerId, identity)
  return {
    name,
    dob,
    ageYears: ageOn(dob, on),
    isVerified: identity.panVerifiedAt !== null,
    namesAgree: namesAgreementOf(identity),
    faceCheck: identity.faceCheck ?? 'needs-a-look',
    cardsCheck: isCardToLookAt ? 'needs-a-look' : 'passed',
  }
}

function namesAgreementOf({ namesAgree, numbersCheck }: Identity): NameAgreement {
  if (namesAgree === null) return 'different'
  if (numbersCheck === 'passed') return 'same'
  return namesAgree === 'same' && numbersCheck === 'needs-a-look' ? 'close' : namesAgree
}
