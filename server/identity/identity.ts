/** Completes the identity step by the PAN (specification §4, "KYC"). */

import { type Refusal, refused } from '#contract/envelope.ts'
import type { kyc } from '#contract/kyc.ts'
import {
  type IdentityReason,
  isPersonalPan,
  maskedAadhaar,
  type PersonalPan,
  typedPan,
} from '#domain/identity/identity.ts'
import { type NameAgreement, nameAgreement } from '#domain/identity/person-name.ts'
import { recordConsent } from '#server/accounts/db/consent.ts'
import { noteIdentityVerified } from '#server/accounts/db/device.ts'
import { aadhaarHash, detailsContext, isNumberOf, readAadhaar } from '#server/identity/aadhaar.ts'
import { askCheck } from '#server/identity/ask-check.ts'
import {
  encryptedPanOf,
  type Identity,
  identityRowOf,
  saveVerifiedPan,
} from '#server/identity/db/identity.ts'
import { markStepDone } from '#server/identity/db/verification.ts'
import { claimPan } from '#server/identity/numbers.ts'
import type { VerificationServices } from '#server/identity/verification.ts'
import type { Answer, BorrowerCall } from '#server/platform/actions/call.ts'
import { countTowardsDay } from '#server/platform/daily-limit.ts'
import type { CipherContext } from '#server/platform/db/encrypt.ts'
import { decryptJson } from '#server/platform/db/encrypt.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Store } from '#server/platform/db/store.ts'
import type { AadhaarDetails } from '#server/providers/aadhaar/port.ts'
import type { Work } from '#server/services.ts'

type Saving = Answer<typeof kyc.saveIdentity>

/**
 * Completes the step: looks up the PAN, compares its name with the one on Aadhaar, and stores how
 * they agree, which the decision judges. The answer is the same whether or not the PAN is
 * another's. This device becomes known (product §10). The same PAN again changes nothing.
 */
export async function saveIdentity(
  services: VerificationServices,
  call: BorrowerCall,
  entry: { readonly idNo?: string | undefined; readonly panNo: string },
): Promise<Saving> {
  const identity = await identityRowOf(services.db, call.borrowerId)
  const pan = readPan(services, identity, entry)
  if (typeof pan !== 'string') return pan
  if (!identity) return refused('aadhaar-not-verified')
  const hash = panHash(services, pan)
  if (identity.panHash)
    return hash.equals(identity.panHash) ? null : refused('identity-already-verified')
  const { name, dob } = aadhaarDetails(services, call.borrowerId, identity)
  await countTowardsDay(services.db, 'pan', call)
  const check = await askCheck(services, 'the register of PANs', () =>
    services.pan.verify({ pan, name, dob }),
  )
  if ('refused' in check) return check
  if (check.state === 'refused') return refused('pan-refused')
  const namesAgree = nameAgreement(name, check.registeredName)
  const proof = {
    aadhaarHash: identity.aadhaarHash,
    pan,
    registeredName: check.registeredName,
    namesAgree,
  }
  return services.db.transaction(tx => keep({ services, tx, at: call.now }, call, proof))
}

/** The borrower's details in the Aadhaar register. */
export function aadhaarDetails(
  { cipher }: Pick<Store, 'cipher'>,
  borrowerId: string,
  { detailsSealed }: Pick<Identity, 'detailsSealed'>,
): AadhaarDetails {
  return decryptJson<AadhaarDetails>(cipher, detailsSealed, detailsContext(borrowerId))
}

/**
 * Everything stored about an identity, decrypted: for the borrower, and for the record that the law
 * requires.
 */
export async function loadIdentity({ db, cipher }: Store, borrowerId: string) {
  const [identity, pan] = await Promise.all([
    identityRowOf(db, borrowerId),
    encryptedPanOf(db, borrowerId),
  ])
  if (!identity) return undefined
  return {
    ...aadhaarDetails({ cipher }, borrowerId, identity),
    aadhaar: maskedAadhaar(identity.aadhaarLastFour),
    pan: pan && cipher.decryptText(pan.panSealed, panContext(borrowerId, 'pan_sealed')),
    nameOnPan: pan && cipher.decryptText(pan.nameSealed, panContext(borrowerId, 'pan_name_sealed')),
    panVerifiedAt: identity.panVerifiedAt?.toISOString(),
    faceCheck: identity.faceCheck ?? undefined,
  }
}

/**
 * The checks of specification §5 in their order; the Aadhaar number may be omitted once it is
 * verified.
 */
function readPan(
  services: VerificationServices,
  identity: Identity | undefined,
  { idNo, panNo }: { idNo?: string | undefined; panNo: string },
): PersonalPan | Refusal<'answers-incomplete' | 'aadhaar-not-verified'> {
  const aadhaar = idNo === undefined && identity ? undefined : readAadhaar(idNo ?? '')
  const pan = readPanNo(panNo)
  if (aadhaar !== undefined && typeof aadhaar !== 'string') return inColumn('idNo', aadhaar)
  if (typeof pan !== 'string') return pan
  if (aadhaar !== undefined && !isNumberOf(identity, aadhaarHash(services, aadhaar)))
    return refused('aadhaar-not-verified')
  return pan
}

/** The PAN of an entry, or its error. */
export function readPanNo(typed: string): PersonalPan | Refusal<'answers-incomplete'> {
  const pan = typedPan(typed)
  if (pan === '') return wrongPan('pan-missing')
  return isPersonalPan(pan) ? pan : wrongPan('pan-wrong')
}

/** The tax register's answer about a PAN, and how its name agrees with the one on Aadhaar. */
export type PanProof = {
  readonly pan: PersonalPan
  readonly registeredName: string
  readonly namesAgree: NameAgreement
}
type Proof = PanProof & { readonly aadhaarHash: Uint8Array }

/** The Aadhaar number must still be the one that the PAN was compared with. */
async function keep(work: Work, call: BorrowerCall, proof: Proof): Promise<Saving> {
  const { services, tx } = work
  const { borrowerId } = call
  await lockBorrower(tx, borrowerId)
  const identity = await identityRowOf(tx, borrowerId)
  if (!identity || !Buffer.from(proof.aadhaarHash).equals(identity.aadhaarHash))
    return refused('aadhaar-not-verified')
  const hash = panHash(services, proof.pan)
  if (identity.panHash)
    return hash.equals(identity.panHash) ? null : refused('identity-already-verified')
  await completeWithPan(work, call, proof)
  return null
}

/** Stores a PAN, claims it if it is the borrower's without a doubt, and completes the step. */
export async function completeWithPan(
  work: Work,
  { borrowerId, deviceId, language }: BorrowerCall,
  { pan, registeredName, namesAgree }: PanProof,
): Promise<void> {
  const { services, tx, at } = work
  const { cipher, ids } = services
  const hash = panHash(services, pan)
  const panSealed = cipher.encrypt(pan, panContext(borrowerId, 'pan_sealed'))
  const nameSealed = cipher.encrypt(registeredName, panContext(borrowerId, 'pan_name_sealed'))
  const numbersCheck = await claimPan(work, borrowerId, hash, namesAgree)
  await Promise.all([
    saveVerifiedPan(tx, { borrowerId, hash, panSealed, nameSealed, namesAgree, numbersCheck, at }),
    markStepDone(tx, borrowerId, 'identity', at),
    noteIdentityVerified(tx, { borrowerId, deviceId, at }),
    recordConsent(tx, { borrowerId, consentId: ids.uuid(at), purpose: 'identity', language, at }),
  ])
}

export function panHash({ cipher }: Pick<Store, 'cipher'>, pan: PersonalPan): Buffer {
  return cipher.keyedHash('pan', pan)
}

function panContext(borrowerId: string, column: 'pan_sealed' | 'pan_name_sealed'): CipherContext {
  return { table: 'identity', row: borrowerId, column }
}

function wrongPan(reason: IdentityReason): Refusal<'answers-incomplete'> {
  return refused('answers-incomplete', { errorColumn: [{ column: 'panNo', reason }] })
}

function inColumn(
  column: string,
  refusal: Refusal<'answers-incomplete'>,
): Refusal<'answers-incomplete'> {
  const errorColumn = refusal.errorColumn?.map(error => ({ ...error, column })) ?? []
  return refused('answers-incomplete', { errorColumn })
}
