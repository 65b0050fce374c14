/**
 * Proves an Aadhaar number by an OTP (specification §4, "Aadhaar OTP variant"). The number itself
 * is never stored (product §9).
 */

import { type Refusal, refused } from '#contract/envelope.ts'
import type { kyc } from '#contract/kyc.ts'
import { ageOn, type Day, indiaDayOf } from '#domain/day.ts'
import {
  type AadhaarNumber,
  type IdentityReason,
  isAadhaarNumber,
  typedAadhaar,
} from '#domain/identity/identity.ts'
import { searchableName } from '#domain/identity/person-name.ts'
import { AADHAAR_DIGITS_KEPT, MINIMUM_AGE_YEARS, OTP_RESEND_SECONDS } from '#domain/limits.ts'
import { recordConsent } from '#server/accounts/db/consent.ts'
import { phoneOf } from '#server/accounts/phone.ts'
import { askCheck } from '#server/identity/ask-check.ts'
import {
  lastOtpSentAt,
  markOtpUsed,
  reserveOtp,
  settleOtp,
  takeOtpTry,
} from '#server/identity/db/aadhaar-otp.ts'
import { eraseProfile } from '#server/identity/db/erase.ts'
import {
  type AadhaarProof,
  type Identity,
  identityRowOf,
  releaseAadhaarNumber,
  saveVerifiedAadhaar,
} from '#server/identity/db/identity.ts'
import { claimAadhaar } from '#server/identity/numbers.ts'
import type { VerificationServices } from '#server/identity/verification.ts'
import type { Answer, BorrowerCall } from '#server/platform/actions/call.ts'
import { countTowardsDay, takeBackFromDay } from '#server/platform/daily-limit.ts'
import { type CipherContext, encryptJson } from '#server/platform/db/encrypt.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import { askFileRemoval, removeFiles } from '#server/platform/files/file-removal.ts'
import { logTrouble } from '#server/platform/vendor-trouble.ts'
import type { AadhaarDetails, AadhaarOtpSending } from '#server/providers/aadhaar/port.ts'
import type { Work } from '#server/services.ts'
import { inWords } from '#words/say.ts'

/** The lifetime of the register's own OTP. */
const OTP_TTL_SECONDS = 600
const OTP_TRIES = 3
/**
 * Below this age nothing at all may be stored about a person (Digital Personal Data Protection Act
 * 2023: a child).
 */
export const ADULT_AGE_YEARS = 18

type Sending = Answer<typeof kyc.sendAadhaarOtp>
type Verification = Answer<typeof kyc.verifyAadhaarOtp>

const VERIFIED = { state: 1 } as const

/**
 * Asks the provider to send an OTP, whether or not the number is another borrower's: only its OTP
 * reveals that. At most one in 60 seconds (specification §9); reports a number that is verified
 * already.
 */
export async function sendAadhaarOtp(
  services: VerificationServices,
  call: BorrowerCall,
  typed: string,
): Promise<Sending> {
  const aadhaar = readAadhaar(typed)
  if (typeof aadhaar !== 'string') return aadhaar
  const { borrowerId } = call
  const hash = aadhaarHash(services, aadhaar)
  const identity = await identityRowOf(services.db, borrowerId)
  if (isNumberOf(identity, hash))
    return { state: 1, success: true, message: 'This number is already verified.', reason: null }
  if (identity?.panVerifiedAt) return notSent('identity-already-verified')
  const phone = await phoneOf(services, borrowerId)
  const otpId = services.ids.uuid(call.now)
  const waitSeconds = await reserve(services, call, otpId, hash)
  if (waitSeconds > 0) return refused('aadhaar-otp-too-soon', { details: { waitSeconds } })
  return sendReserved(services, borrowerId, otpId, () =>
    services.aadhaar.sendOtp({ aadhaar, phone }),
  )
}

/**
 * Stores the identity behind the number, once its OTP was entered correctly. One number belongs to
 * one borrower.
 */
export async function verifyAadhaarOtp(
  services: VerificationServices,
  call: BorrowerCall,
  entry: { readonly aadhaar: string; readonly otp: string },
): Promise<Verification> {
  const aadhaar = readAadhaar(entry.aadhaar)
  if (typeof aadhaar !== 'string') return aadhaar
  const { borrowerId, now } = call
  const hash = aadhaarHash(services, aadhaar)
  if (isNumberOf(await identityRowOf(services.db, borrowerId), hash)) return VERIFIED
  const otp = await takeOtpTry(services.db, {
    borrowerId,
    aadhaarHash: hash,
    now,
    triesMax: OTP_TRIES,
  })
  if (!otp) return refused('aadhaar-otp-expired')
  const check = await askCheck(services, 'the Aadhaar register', () =>
    services.aadhaar.verifyOtp(otp.providerRef, entry.otp),
  )
  if ('refused' in check) return check
  if (check.state === 'wrong') return refused('aadhaar-otp-wrong')
  if (check.state === 'expired') return refused('aadhaar-otp-expired')
  if (isChild(call, check.details.dob)) return forgetChild(services, call, 'aadhaar')
  const lastFour = aadhaar.slice(-AADHAAR_DIGITS_KEPT)
  return services.db.transaction(async tx => {
    await lockBorrower(tx, borrowerId)
    if (!(await markOtpUsed(tx, borrowerId, otp.otpId, now))) return refused('aadhaar-otp-expired')
    const work = { services, tx, at: now }
    const verified = await keepAadhaar(work, call, {
      proof: 'otp',
      hash,
      lastFour,
      details: check.details,
    })
    return verified ?? refused('aadhaar-otp-expired')
  })
}

/** The Aadhaar number of an entry, or its error. */
export function readAadhaar(typed: string): AadhaarNumber | Refusal<'answers-incomplete'> {
  const aadhaar = typedAadhaar(typed)
  if (aadhaar === '') return wrongAadhaar('aadhaar-missing')
  return isAadhaarNumber(aadhaar) ? aadhaar : wrongAadhaar('aadhaar-wrong')
}

/** The keyed hash by which an Aadhaar number is found again (product §9). */
export function aadhaarHash(
  { cipher }: Pick<VerificationServices, 'cipher'>,
  aadhaar: AadhaarNumber,
): Buffer {
  return cipher.keyedHash('aadhaar', aadhaar)
}

export function isNumberOf(identity: Identity | undefined, hash: Buffer): boolean {
  return identity !== undefined && hash.equals(identity.aadhaarHash)
}

/** True if an identity is that of this person, by the keyed hash of `personHash`. */
export function isPerson(identity: Identity, hash: Buffer): boolean {
  return identity.personHash !== null && hash.equals(identity.personHash)
}

export function detailsContext(borrowerId: string): CipherContext {
  return { table: 'identity', row: borrowerId, column: 'details_sealed' }
}

/**
 * Reserves the sending of an OTP, or returns how long it must wait. The lock makes two count as
 * two.
 */
async function reserve(
  { db }: VerificationServices,
  call: BorrowerCall,
  otpId: string,
  hash: Buffer,
): Promise<number> {
  const { borrowerId, now } = call
  return db.transaction(async tx => {
    await lockBorrower(tx, borrowerId)
    const lastSentAt = await lastOtpSentAt(tx, borrowerId)
    const waitMs = lastSentAt ? lastSentAt.getTime() + OTP_RESEND_SECONDS * 1000 - now.getTime() : 0
    if (waitMs > 0) return Math.ceil(waitMs / 1000)
    await countTowardsDay(tx, 'aadhaar-otp', call)
    await reserveOtp(tx, {
      borrowerId,
      otpId,
      aadhaarHash: hash,
      sentAt: now,
      expiresAt: secondsAfter(now, OTP_TTL_SECONDS),
    })
    return 0
  })
}

/** The next OTP needs no wait if none was sent. */
async function sendReserved(
  { db, log }: VerificationServices,
  borrowerId: string,
  otpId: string,
  send: () => Promise<AadhaarOtpSending>,
): Promise<Sending> {
  const settled = (ref: string | null) => settleOtp(db, borrowerId, otpId, ref)
  // An unreachable register sends none: the borrower verifies in another way, or tries again later.
  const sending = await send().catch(async (error: Error): Promise<AadhaarOtpSending> => {
    logTrouble(log, error, { who: 'the Aadhaar register' })
    await takeBackFromDay(db, 'aadhaar-otp', borrowerId)
    return { state: 'unavailable' }
  })
  await settled(sending.state === 'sent' ? sending.ref : null)
  switch (sending.state) {
    case 'sent':
      return {
        state: 0,
        success: true,
        message: 'The OTP was sent to the number linked with your Aadhaar.',
        reason: null,
      }
    case 'unavailable':
      return refused('aadhaar-otp-unavailable')
    case 'too-soon':
      return refused('aadhaar-otp-too-soon', { details: { waitSeconds: OTP_RESEND_SECONDS } })
    case 'invalid-number':
      return notSent('aadhaar-wrong')
  }
}

export type ProvedAadhaar = {
  readonly proof: Exclude<AadhaarProof, 'card'>
  /** The reference of the number or, where only its last four digits are known, of the person. */
  readonly hash: Buffer
  readonly lastFour: string
  readonly details: AadhaarDetails
}

/**
 * Stores a proved Aadhaar. The number and the person belong to one borrower; an earlier Aadhaar of
 * theirs is released. Only somebody who holds the number that another borrower holds too reads
 * `identity-taken`. Undefined where the PAN has already completed another identity.
 */
export async function keepAadhaar(
  { services, tx, at }: Work,
  { borrowerId, language }: Pick<BorrowerCall, 'borrowerId' | 'language'>,
  { proof, hash, lastFour, details }: ProvedAadhaar,
): Promise<typeof VERIFIED | Refusal<'identity-taken'> | undefined> {
  await lockBorrower(tx, borrowerId)
  const identity = await identityRowOf(tx, borrowerId)
  const person = personHash(services, lastFour, details)
  if (identity?.panVerifiedAt)
    return isNumberOf(identity, hash) || isPerson(identity, person) ? VERIFIED : undefined
  if (!(await claimAadhaar(tx, borrowerId, { proof, hash, person })))
    return refused('identity-taken')
  for (const old of [identity?.aadhaarHash, identity?.personHash])
    if (old && !hash.equals(old) && !person.equals(old))
      await releaseAadhaarNumber(tx, old, borrowerId)
  const detailsSealed = encryptJson(services.cipher, details, detailsContext(borrowerId))
  await saveVerifiedAadhaar(tx, {
    borrowerId,
    proof,
    hash,
    personHash: person,
    lastFour,
    detailsSealed,
    nameHash: nameHash(services, details.name),
    at,
  })
  await recordConsent(tx, {
    borrowerId,
    consentId: services.ids.uuid(at),
    purpose: 'identity',
    language,
    at,
  })
  return VERIFIED
}

/**
 * The keyed hash of a person whose whole number is not known; the same from each of their
 * documents.
 */
export function personHash(
  { cipher }: Pick<VerificationServices, 'cipher'>,
  lastFour: string,
  { name, dob }: Pick<AadhaarDetails, 'name' | 'dob'>,
): Buffer {
  const plainName = name.trim().replace(/\s+/g, ' ').toUpperCase()
  return cipher.keyedHash('aadhaar-person', [lastFour, plainName, dob].join('|'))
}

/**
 * The keyed hash of a name, by which the console finds it: the same for each spelling that
 * `searchableName` makes equal.
 */
export function nameHash({ cipher }: Pick<VerificationServices, 'cipher'>, name: string): Buffer {
  return cipher.keyedHash('person-name', searchableName(name))
}

export function isChild({ now }: Pick<BorrowerCall, 'now'>, dob: Day): boolean {
  return ageOn(dob, indiaDayOf(now)) < ADULT_AGE_YEARS
}

/**
 * Erases everything that was stated and proved, and reports it beside the field that revealed the
 * age.
 */
export async function forgetChild(
  services: VerificationServices,
  { borrowerId, now }: Pick<BorrowerCall, 'borrowerId' | 'now'>,
  column: string,
): Promise<Refusal<'answers-incomplete'>> {
  const pictures = await services.db.transaction(async tx => {
    const keys = await eraseProfile(tx, borrowerId, now)
    await askFileRemoval(tx, keys, now)
    return keys
  })
  await removeFiles(services, pictures)
  return refused('answers-incomplete', {
    errorColumn: [{ column, reason: 'not-adult', details: { years: MINIMUM_AGE_YEARS } }],
  })
}

function notSent(reason: 'aadhaar-wrong' | 'identity-already-verified'): Sending {
  return { state: 0, success: false, message: inWords('en', 'answer', { reason }), reason }
}

function wrongAadhaar(reason: IdentityReason): Refusal<'answers-incomplete'> {
  return refused('answers-incomplete', { errorColumn: [{ column: 'aadhaar', reason }] })
}

function secondsAfter(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000)
}
