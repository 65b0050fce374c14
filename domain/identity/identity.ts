import { isDigits, latinCode, typedDigits } from '#domain/digits.ts'
import type { FieldError } from '#domain/identity/form.ts'
import { AADHAAR_DIGITS, AADHAAR_DIGITS_KEPT, PAN_CHARS } from '#domain/limits.ts'

export type AadhaarNumber = string & { readonly unit: 'aadhaar' }
export type PersonalPan = string & { readonly unit: 'personal-pan' }

/** The two numbers on the identity page, as the call names them (specification §3). */
export type IdentityEntry = { readonly idNo: string; readonly panNo: string }
export type IdentityReading =
  | { readonly identity: { readonly aadhaar: AadhaarNumber; readonly pan: PersonalPan } }
  | { readonly error: FieldError<IdentityReason> }

/**
 * The pictures of the upload variant, in the order in which they are requested (specification §4).
 */
export const UPLOAD_KINDS = ['aadhaarFront', 'pan', 'face'] as const
export type UploadKind = (typeof UPLOAD_KINDS)[number]

/** The faults in the two numbers, the pictures, and the values confirmed from them. */
export type IdentityReason =
  | 'aadhaar-missing'
  | 'pan-missing'
  | 'aadhaar-wrong'
  | 'pan-wrong'
  | 'aadhaar-first'
  | 'upload-aadhaar-front'
  | 'upload-pan'
  | 'upload-face'
  | 'name-missing'
  | 'dob-missing'
  | 'dob-not-on-card'
  | 'not-adult'

/** The reason that names a picture as missing. */
export const UPLOAD_MISSING = {
  aadhaarFront: 'upload-aadhaar-front',
  pan: 'upload-pan',
  face: 'upload-face',
} as const satisfies Record<UploadKind, IdentityReason>

/**
 * The text of the Aadhaar field for what was typed: the digits; a text that is no number stays
 * (specification §5).
 */
export const typedAadhaar = typedDigits

/** True if no further typing can make a text an Aadhaar number: a masked one, or a longer one. */
export function isAadhaarUnreadable(typed: string): boolean {
  return !/^[0-9]*$/.test(typed) || typed.length > AADHAAR_DIGITS
}

/**
 * The text of the PAN field for what was typed: in upper case, without spaces and dashes; what else
 * is no part of a PAN stays (specification §5).
 */
export function typedPan(typed: string): string {
  return latinCode(typed)
}

/** True if no further typing can make a text a PAN. */
export function isPanUnreadable(typed: string): boolean {
  return !/^[A-Z0-9]*$/.test(typed) || typed.length > PAN_CHARS
}

/**
 * True if a text is a possible Aadhaar number: 12 digits, the first neither 0 nor 1, the last a
 * valid Verhoeff check digit.
 */
export function isAadhaarNumber(text: string): text is AadhaarNumber {
  return isDigits(text, AADHAAR_DIGITS) && /^[2-9]/.test(text) && hasVerhoeffDigit(text)
}

/** True if a text is a person's PAN: the fourth letter is P; companies and others have another. */
export function isPersonalPan(text: string): text is PersonalPan {
  return /^[A-Z]{3}P[A-Z][0-9]{4}[A-Z]$/.test(text)
}

/**
 * Returns the two numbers or the first fault: missing ones first, Aadhaar before PAN (specification
 * §5), then malformed ones.
 */
export function readIdentity(entry: IdentityEntry): IdentityReading {
  const aadhaar = typedAadhaar(entry.idNo)
  const pan = typedPan(entry.panNo)
  if (aadhaar === '') return { error: { column: 'idNo', reason: 'aadhaar-missing' } }
  if (pan === '') return { error: { column: 'panNo', reason: 'pan-missing' } }
  if (!isAadhaarNumber(aadhaar)) return { error: { column: 'idNo', reason: 'aadhaar-wrong' } }
  if (!isPersonalPan(pan)) return { error: { column: 'panNo', reason: 'pan-wrong' } }
  return { identity: { aadhaar, pan } }
}

/** Masks an Aadhaar number, or the four digits stored of it: `XXXX XXXX 1234` (product §9). */
export function maskedAadhaar(aadhaar: string): string {
  return `XXXX XXXX ${aadhaar.slice(-AADHAAR_DIGITS_KEPT)}`
}

/** Masks a PAN: `ABC••••34F`. */
export function maskedPan(pan: PersonalPan): string {
  return `${pan.slice(0, 3)}••••${pan.slice(-3)}`
}

/**
 * The first missing picture as a reason; undefined if all three are present (specification §4, §5).
 */
export function missingUpload(uploaded: ReadonlySet<UploadKind>): IdentityReason | undefined {
  const missing = UPLOAD_KINDS.find(kind => !uploaded.has(kind))
  return missing && UPLOAD_MISSING[missing]
}

/**
 * Verhoeff's check: the dihedral group of order ten, and a permutation of the digits by their
 * position from the right.
 */
function hasVerhoeffDigit(digits: string): boolean {
  let check = 0
  let place = 0
  for (const digit of [...digits].reverse()) {
    check = dihedralProduct(check, permuted(Number(digit), place))
    place += 1
  }
  return check === 0
}

/** Numbers 0–4 are rotations of a pentagon, 5–9 its reflections. */
function dihedralProduct(a: number, b: number): number {
  if (a < 5) return b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5)
  return b < 5 ? 5 + ((a - b) % 5) : (a - b + 5) % 5
}

const VERHOEFF_PERMUTATION = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4] as const

function permuted(digit: number, times: number): number {
  let result = digit
  for (let remaining = times % 8; remaining > 0; remaining -= 1)
    result = VERHOEFF_PERMUTATION[result] ?? 0
  return result
}
