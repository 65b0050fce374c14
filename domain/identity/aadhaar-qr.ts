import { type Day, isDay } from '#domain/day.ts'
import { isDigits } from '#domain/digits.ts'
import { AADHAAR_DIGITS_KEPT } from '#domain/limits.ts'

/** The most digits that one QR code can hold (version 40, level L). A longer text is no QR code. */
export const QR_DIGITS_MAX = 7_089

/**
 * The content of the QR code on an Aadhaar card: everything but the number itself, of which it
 * holds the last four digits.
 */
export type AadhaarCode = {
  readonly lastFour: string
  /** The instant at which the code was generated. */
  readonly issuedAt: Date
  readonly name: string
  readonly dob: Day
  readonly gender: 'female' | 'male' | 'other'
  readonly address: {
    readonly careOf: string
    readonly house: string
    readonly street: string
    readonly locality: string
    readonly district: string
    readonly state: string
    readonly pinCode: string
  }
  /** A JPEG 2000 code stream; empty if the code has no photo. */
  readonly photo: Uint8Array
}

/**
 * Converts a code's digits, one large number, to bytes, highest first. Returns undefined for
 * anything else.
 */
export function codeBytes(digits: string): Uint8Array | undefined {
  // A leading zero would be a second spelling of the same bytes.
  if (!/^[1-9]\d*$/.test(digits) || digits.length > QR_DIGITS_MAX) return undefined
  const hex = BigInt(digits).toString(16)
  return Uint8Array.from((hex.length % 2 === 0 ? hex : `0${hex}`).match(/../g) ?? [], byte =>
    Number.parseInt(byte, 16),
  )
}

const SEPARATOR = 0xff
/** The fields in code order, starting with the flag that says which hashes follow the photo. */
const FIELDS = [
  'flag',
  'reference',
  'name',
  'dob',
  'gender',
  'careOf',
  'district',
  'landmark',
  'house',
  'location',
  'pinCode',
  'postOffice',
  'state',
  'street',
  'subDistrict',
  'town',
] as const
type Fields = Readonly<Record<(typeof FIELDS)[number], string>>

const GENDERS: Readonly<Record<string, AadhaarCode['gender']>> = {
  F: 'female',
  M: 'male',
  T: 'other',
}
/** In the older format, hashes of the e-mail (1) and mobile (2) follow the photo, 32 bytes each. */
const HASH_BYTES = 32
const HASHES: Readonly<Record<string, number>> = { '0': 0, '1': 1, '2': 1, '3': 2 }

/**
 * Reads the signed data in the older format and in the newer one, which starts with its version and
 * ends with the last digits of the mobile number. It reads a fixed number of fields because the
 * photo may contain the separator.
 */
export function readAadhaarCode(signed: Uint8Array): AadhaarCode | undefined {
  const first = textFields(signed, 0, 1)
  if (!first) return undefined
  const isNewer = /^V\d$/.test(first.texts[0] ?? '')
  const body = textFields(signed, isNewer ? first.end : 0, FIELDS.length + (isNewer ? 1 : 0))
  if (!body) return undefined
  const fields = Object.fromEntries(
    FIELDS.map((field, at) => [field, body.texts[at] ?? '']),
  ) as Fields
  const hashes = isNewer ? 0 : HASHES[fields.flag]
  if (hashes === undefined) return undefined
  const photoEnd = signed.length - hashes * HASH_BYTES
  return photoEnd < body.end ? undefined : codeOf(fields, signed.slice(body.end, photoEnd))
}

function codeOf(fields: Fields, photo: Uint8Array): AadhaarCode | undefined {
  const lastFour = fields.reference.slice(0, AADHAAR_DIGITS_KEPT)
  const issuedAt = instantOf(fields.reference.slice(AADHAAR_DIGITS_KEPT))
  const dob = fields.dob.split(/[-/]/).reverse().join('-')
  const gender = GENDERS[fields.gender]
  if (
    !isDigits(lastFour, AADHAAR_DIGITS_KEPT) ||
    !issuedAt ||
    !isDay(dob) ||
    !gender ||
    fields.name === ''
  )
    return undefined
  return { lastFour, issuedAt, name: fields.name, dob, gender, address: addressOf(fields), photo }
}

function addressOf({
  careOf,
  house,
  street,
  landmark,
  location,
  postOffice,
  town,
  district,
  state,
  pinCode,
}: Fields) {
  const locality = [landmark, location, town, postOffice].filter(
    (part, at, all) => part !== '' && all.indexOf(part) === at,
  )
  return { careOf, house, street, locality: locality.join(', '), district, state, pinCode }
}

/** Parses `yyyyMMddHHmmssSSS` in Indian time. */
function instantOf(text: string): Date | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/.exec(text)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second, milli] = parts
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milli}+05:30`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/**
 * Reads `count` texts from an offset, each terminated by the separator, in ISO 8859-1; undefined if
 * there are fewer.
 */
function textFields(
  bytes: Uint8Array,
  from: number,
  count: number,
): { texts: string[]; end: number } | undefined {
  const texts: string[] = []
  let start = from
  while (texts.length < count) {
    const end = bytes.indexOf(SEPARATOR, start)
    if (end < 0) return undefined
    texts.push(String.fromCharCode(...bytes.subarray(start, end)).trim())
    start = end + 1
  }
  return { texts, end: start }
}
