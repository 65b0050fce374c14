import * as v from 'valibot'
import { type Day, isDay } from '#domain/day.ts'
import type { CashfreeSettings } from '#server/platform/vendor-settings.ts'
import type {
  AadhaarAddress,
  AadhaarDetails,
  AadhaarOtpCheck,
  AadhaarOtpSending,
  AadhaarPort,
} from '#server/providers/aadhaar/port.ts'
import { CASHFREE, cashfreeClient, vendorId } from '#server/providers/cashfree-client.ts'
import { type VendorClient, VendorFailure } from '#server/providers/vendor-http.ts'

const text = v.optional(v.nullable(v.pipe(v.union([v.string(), v.number()]), v.transform(String))))
const otpSent = v.object({
  ref_id: v.nullish(vendorId),
  status: v.string(),
  message: v.optional(v.string(), ''),
})
const messageBody = v.object({ message: v.string() })

/** A birth date in the register's format; a year alone counts as none. */
const birthDate = v.pipe(
  v.string(),
  v.transform(text => text.replace(/^(\d{2})[-/](\d{2})[-/](\d{4})$/, '$3-$2-$1')),
  v.check(isDay),
  v.transform(text => text as Day),
)

/** The register's record of a person, as OTP and DigiLocker return it. */
export const aadhaarPerson = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1)),
  dob: birthDate,
  gender: v.string(),
  care_of: text,
  split_address: v.object({
    house: text,
    street: text,
    landmark: text,
    vtc: text,
    po: text,
    subdist: text,
    dist: text,
    state: text,
    pincode: text,
  }),
})
const verified = v.object({ ...aadhaarPerson.entries, status: v.literal('VALID') })

/**
 * Proves an Aadhaar number by the register's OTP, through Cashfree. The register sends it to the
 * number that it holds.
 */
export function cashfreeAadhaar(settings: CashfreeSettings): AadhaarPort {
  const client = cashfreeClient(settings, 'verification')
  return {
    sendOtp: ({ aadhaar }) => sendOtp(client, aadhaar),
    verifyOtp: (ref, otp) => verifyOtp(client, ref, otp),
  }
}

/** Cashfree also answers status 200 where no OTP was sent; only its message gives the reason. */
async function sendOtp(client: VendorClient, aadhaar: string): Promise<AadhaarOtpSending> {
  const call = {
    what: 'send an Aadhaar OTP',
    method: 'POST',
    path: '/offline-aadhaar/otp',
  } as const
  const answer = await client.ask({ ...call, body: { aadhaar_number: aadhaar } }, otpSent)
  if (answer.kind === 'ok' && answer.data.status === 'SUCCESS' && answer.data.ref_id)
    return { state: 'sent', ref: answer.data.ref_id }
  if (answer.kind === 'refused' && answer.status === 409) return { state: 'too-soon' }
  const message = answer.kind === 'ok' ? answer.data.message : messageOf(answer.body)
  if (/not linked/i.test(message)) return { state: 'unavailable' }
  if (/invalid aadhaar|aadhaar_number/i.test(message)) return { state: 'invalid-number' }
  if (answer.kind === 'refused') throw client.unexpected(call, answer)
  return { state: 'unavailable' }
}

async function verifyOtp(client: VendorClient, ref: string, otp: string): Promise<AadhaarOtpCheck> {
  const call = {
    what: 'verify an Aadhaar OTP',
    method: 'POST',
    path: '/offline-aadhaar/verify',
  } as const
  const answer = await client.ask({ ...call, body: { otp, ref_id: ref } }, verified)
  if (answer.kind === 'ok') return { state: 'verified', details: detailsOf(answer.data) }
  const message = messageOf(answer.body)
  if (/otp.*(invalid|incorrect|wrong)|invalid otp/i.test(message)) return { state: 'wrong' }
  if (/expired|session|ref_id/i.test(message)) return { state: 'expired' }
  throw client.unexpected(call, answer)
}

function messageOf(body: unknown): string {
  const parsed = v.safeParse(messageBody, body)
  return parsed.success ? parsed.output.message : ''
}

const GENDERS: Readonly<Record<string, AadhaarDetails['gender']>> = {
  M: 'male',
  F: 'female',
  T: 'other',
}

/** A person of the register, as the port describes them. */
export function detailsOf(person: v.InferOutput<typeof aadhaarPerson>): AadhaarDetails {
  const gender = GENDERS[person.gender.charAt(0).toUpperCase()]
  if (!gender) throw new VendorFailure(CASHFREE, 'read a person', 'malformed', 'gender')
  return { name: person.name, dob: person.dob, gender, address: addressOf(person) }
}

function addressOf({
  care_of,
  split_address: at,
}: v.InferOutput<typeof aadhaarPerson>): AadhaarAddress {
  return {
    careOf: care_of ?? '',
    house: at.house ?? '',
    street: at.street ?? '',
    locality: [at.landmark, at.vtc].filter(Boolean).join(', '),
    district: at.dist ?? '',
    state: at.state ?? '',
    pinCode: at.pincode ?? '',
  }
}
