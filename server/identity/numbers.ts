/**
 * The numbers that belong to one borrower: the Aadhaar number or person, and the PAN (decision 83).
 * A PAN is claimed only where its registered name is the borrower's; an Aadhaar number that
 * somebody only showed blocks nobody. Where that leaves a doubt, a person decides, and until then
 * no answer reveals that a number is another customer's. Only somebody who proved an Aadhaar number
 * by holding its telephone or its DigiLocker reads that another did so before.
 */
import type { NameAgreement } from '#domain/identity/person-name.ts'
import {
  type AadhaarProof,
  claim,
  type FaceResult,
  type Identity,
  identityRowOf,
  moveNumber,
  ownerOf,
  registerAnswerOf,
  releaseAadhaarNumber,
  saveNumbersCheck,
} from '#server/identity/db/identity.ts'
import { askForNames, passWaitingNames } from '#server/identity/db/name-review.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Services, Work } from '#server/services.ts'

type NumberWork = Work<Pick<Services, 'ids'>>
type Numbers = Readonly<
  Record<keyof Pick<Identity, 'aadhaarHash' | 'personHash' | 'panHash'>, Uint8Array | null>
>

/** The proofs that the number is held; the others show a document. */
const HELD: readonly AadhaarProof[] = ['otp', 'digilocker']

export type AadhaarClaim = {
  readonly proof: AadhaarProof
  /** The reference of the number or, where only its last four digits are known, of the person. */
  readonly hash: Uint8Array
  readonly person: Uint8Array | null
}

/**
 * Claims the references of a proved Aadhaar, as far as they are free. False, with nothing claimed,
 * where this borrower and another both hold the number.
 */
export async function claimAadhaar(
  tx: Queryable,
  borrowerId: string,
  { proof, hash, person }: AadhaarClaim,
): Promise<boolean> {
  const claimed: Uint8Array[] = []
  for (const each of person ? [hash, person] : [hash])
    if (await claim(tx, 'aadhaar', each, borrowerId)) claimed.push(each)
    else if (await isHeldByBoth(tx, proof, each, each === hash)) {
      for (const one of claimed) await releaseAadhaarNumber(tx, one, borrowerId)
      return false
    }
  return true
}

/**
 * Two borrowers who proved different numbers by OTP are two persons, even with one name and birth
 * date.
 */
async function isHeldByBoth(
  tx: Queryable,
  proof: AadhaarProof,
  reference: Uint8Array,
  isProved: boolean,
): Promise<boolean> {
  if (!HELD.includes(proof)) return false
  const owner = await ownerOf(tx, 'aadhaar', reference)
  const rival = owner === undefined ? undefined : await registerAnswerOf(tx, owner)
  if (!rival) return true
  const areBothNumbers = proof === 'otp' && rival.aadhaarProof === 'otp'
  return HELD.includes(rival.aadhaarProof) && (isProved || !areBothNumbers)
}

/**
 * Claims the PAN of an identity whose names agree and whose Aadhaar is nobody else's. Otherwise
 * nothing is claimed, and a person decides; about plainly different names the rules do.
 */
export async function claimPan(
  { services, tx, at }: NumberWork,
  borrowerId: string,
  hash: Uint8Array,
  namesAgree: NameAgreement,
): Promise<FaceResult> {
  const identity = await identityRowOf(tx, borrowerId)
  const isOwn =
    namesAgree === 'same' &&
    identity !== undefined &&
    (await claimAll(tx, borrowerId, { ...identity, panHash: hash }))
  if (isOwn) return 'passed'
  if (namesAgree !== 'different') await askForIdentity({ services, tx, at }, borrowerId)
  return 'needs-a-look'
}

/** Claims one number after the other, until one is another borrower's. */
async function claimAll(tx: Queryable, borrowerId: string, numbers: Numbers): Promise<boolean> {
  for (const [kind, hash] of listOf(numbers))
    if (!(await claim(tx, kind, hash, borrowerId))) return false
  return true
}

/** Requests a person's decision about the names and numbers of an identity. */
export async function askForIdentity(
  { services, tx, at }: NumberWork,
  borrowerId: string,
): Promise<void> {
  const reviewId = services.ids.uuid(at)
  await askForNames(tx, { borrowerId, reviewId, what: 'identity', subjectId: borrowerId }, at)
}

/** The other borrowers who have one of these numbers. */
export async function othersWith(
  db: Queryable,
  borrowerId: string,
  numbers: Numbers,
): Promise<string[]> {
  const owners = await Promise.all(listOf(numbers).map(([kind, hash]) => ownerOf(db, kind, hash)))
  return [...new Set(owners)].filter(owner => owner !== undefined).filter(id => id !== borrowerId)
}

/** True if a person must decide who owns the numbers, and another borrower has one of them. */
export async function areContested(db: Queryable, borrowerId: string): Promise<boolean> {
  const identity = await identityRowOf(db, borrowerId)
  if (!identity || identity.numbersCheck === 'passed') return false
  return (await othersWith(db, borrowerId, identity)).length > 0
}

/**
 * Stores a person's decision that the numbers are this borrower's. Others who had one of them are
 * reviewed before their next loan.
 */
export async function giveNumbers(work: NumberWork, borrowerId: string): Promise<void> {
  const { tx, at } = work
  const identity = await identityRowOf(tx, borrowerId)
  if (!identity?.panHash || identity.numbersCheck === 'passed') return
  const others = await othersWith(tx, borrowerId, identity)
  for (const [kind, hash] of listOf(identity)) await moveNumber(tx, kind, hash, borrowerId)
  await saveNumbersCheck(tx, borrowerId, 'passed')
  await passWaitingNames(tx, borrowerId, at)
  for (const other of others) {
    await lockBorrower(tx, other)
    if (await saveNumbersCheck(tx, other, 'needs-a-look')) await askForIdentity(work, other)
  }
}

function listOf({ aadhaarHash, personHash, panHash }: Numbers) {
  const all = [
    ['aadhaar', aadhaarHash],
    ['aadhaar', personHash],
    ['pan', panHash],
  ] as const
  return all.flatMap(([kind, hash]) => (hash ? [[kind, hash] as const] : []))
}
