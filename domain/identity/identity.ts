import { isDigits, onlyDigits } from '#domain/digits.ts'
import type { FieldError } from '#domain/identity/form.ts'
import {
  AADHAAR_DIGITS,
  AADHAAR_DIGITS_KEPT,
  AADHAAR_OTP_DIGITS,
  IMAGE_MAX_BYTES,
  PAN_CHARS,
} from '#domain/limits.ts'

export type AadhaarNumber = string & { readonly unit: 'aadhaar' }
export type PersonalPan = string & { readonly unit: 'personal-pan' }

/** The two numbers of the identity page, as the call names them (specification §3). */
export type IdentityEntry = { readonly idNo: string; readonly panNo: string }
export type IdentityReading =
  | { readonly identity: { readonly aadhaar: AadhaarNumber; readonly pan: PersonalPan } }
  | { readonly error: FieldError }

/** The pictures of the upload variant, in the order in which they are asked for (specification §4). */
export const UPLOAD_KINDS = ['aadhaarFront', 'pan', 'face'] as const
export type UploadKind = (typeof UPLOAD_KINDS)[number]

/** The texts of specification §5 to the letter, trailing spaces included; the last five are ours. */
export const IDENTITY_MESSAGE = {
  aadhaarMissing: 'Please Input IDcard No.',
  panMissing: 'Please Input Pan Id. ',
  uploadMissing: {
    aadhaarFront: 'Please Upload Aadhaar front',
    pan: 'Please Upload PAN ',
    face: 'Please Upload Face ',
  },
  faceMissing: 'Please Upload Face Recognition ',
  imageTooLarge: 'Image size is too big, limit 10MB',
  aadhaarWrong: 'This is not a valid Aadhaar number. Please check it.',
  panWrong: 'This is not a valid personal PAN. Please check it.',
  nameMissing: 'Please enter your name as it stands on your Aadhaar card.',
  dobMissing: 'Please enter your date of birth.',
  dobNotOnCard: 'Please check your date of birth. Your Aadhaar card shows another one.',
} as const

/** What stays in the Aadhaar field of what was typed: at most 12 digits (specification §5). */
export function aadhaarDigits(typed: string): string {
  return onlyDigits(typed, AADHAAR_DIGITS)
}

/** What stays in the PAN field of what was typed: letters and digits in upper case, at most 10 (specification §5). */
export function panChars(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, PAN_CHARS)
}

/** What stays in the OTP field of what was typed: at most 6 digits (specification §5). */
export function aadhaarOtpDigits(typed: string): string {
  return onlyDigits(typed, AADHAAR_OTP_DIGITS)
}

export function isAadhaarOtp(text: string): boolean {
  return isDigits(text, AADHAAR_OTP_DIGITS)
}

/** Whether a text is a possible Aadhaar number: 12 digits, the first neither 0 nor 1, the last a right Verhoeff digit. */
export function isAadhaarNumber(text: string): text is AadhaarNumber {
  return isDigits(text, AADHAAR_DIGITS) && /^[2-9]/.test(text) && hasVerhoeffDigit(text)
}

/** Whether a text is the PAN of a person: its fourth letter is P; companies and others have another. */
export function isPersonalPan(text: string): text is PersonalPan {
  return text.length === PAN_CHARS && /^[A-Z]{3}P[A-Z][0-9]{4}[A-Z]$/.test(text)
}

/** The two numbers, or the first thing wrong: what is missing first, Aadhaar before PAN (specification §5), then their forms. */
export function readIdentity(entry: IdentityEntry): IdentityReading {
  const aadhaar = entry.idNo.replace(/[\s-]/g, '')
  const pan = entry.panNo.replace(/\s/g, '').toUpperCase()
  if (aadhaar === '') return { error: { column: 'idNo', msg: IDENTITY_MESSAGE.aadhaarMissing } }
  if (pan === '') return { error: { column: 'panNo', msg: IDENTITY_MESSAGE.panMissing } }
  if (!isAadhaarNumber(aadhaar))
    return { error: { column: 'idNo', msg: IDENTITY_MESSAGE.aadhaarWrong } }
  if (!isPersonalPan(pan)) return { error: { column: 'panNo', msg: IDENTITY_MESSAGE.panWrong } }
  return { identity: { aadhaar, pan } }
}

/** An Aadhaar number, or the four digits kept of it, as it is shown: `XXXX XXXX 1234` (product §9). */
export function maskedAadhaar(aadhaar: string): string {
  return `XXXX XXXX ${aadhaar.slice(-AADHAAR_DIGITS_KEPT)}`
}

/** A PAN as it is shown: `ABC••••34F`. */
export function maskedPan(pan: PersonalPan): string {
  return `${pan.slice(0, 3)}••••${pan.slice(-3)}`
}

/** What to say for the first picture that is still missing; nothing when all three are there (specification §4, §5). */
export function missingUploadMessage(uploaded: ReadonlySet<UploadKind>): string | undefined {
  const missing = UPLOAD_KINDS.find(kind => !uploaded.has(kind))
  return missing && IDENTITY_MESSAGE.uploadMissing[missing]
}

/**
 * What to do with a picture of a size: under 10 MB it is taken as it is; otherwise it is compressed once, and refused if
 * it is over 10 MB even then (specification §5).
 */
export function imageVerdict(
  sizeBytes: number,
  stage: 'original' | 'compressed',
): 'accept' | 'compress' | 'refuse' {
  if (stage === 'original') return sizeBytes < IMAGE_MAX_BYTES ? 'accept' : 'compress'
  return sizeBytes <= IMAGE_MAX_BYTES ? 'accept' : 'refuse'
}

/** Verhoeff's check: the dihedral group of order ten, and a permutation of the digits by their place from the right. */
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
  for (let left = times % 8; left > 0; left -= 1) result = VERHOEFF_PERMUTATION[result] ?? 0
  return result
}
