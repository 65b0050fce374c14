import type { Day } from '#domain/day.ts'
import type { AadhaarNumber } from '#domain/identity/identity.ts'
import type { MobileNumber } from '#domain/phone.ts'

/** The holder of an Aadhaar number, according to the register or the card. */
export type AadhaarDetails = {
  readonly name: string
  readonly dob: Day
  /** Gender and address are unknown where only the front of the card was seen. */
  readonly gender: 'female' | 'male' | 'other' | null
  readonly address: AadhaarAddress | null
}

/** An address in the register's own parts; an unknown part is empty. */
export type AadhaarAddress = {
  readonly careOf: string
  readonly house: string
  readonly street: string
  readonly locality: string
  readonly district: string
  readonly state: string
  readonly pinCode: string
}

export type AadhaarOtpSending =
  /** An OTP is on its way; `ref` names it on entry. */
  | { readonly state: 'sent'; readonly ref: string }
  /** No OTP can be sent to this number, at all or at present: another way is needed (-1100001). */
  | { readonly state: 'unavailable' }
  /** The last OTP was sent too recently. */
  | { readonly state: 'too-soon' }
  /** The register does not know this number. */
  | { readonly state: 'invalid-number' }

export type AadhaarOtpCheck =
  | { readonly state: 'verified'; readonly details: AadhaarDetails }
  | { readonly state: 'wrong' }
  /** Expired, already used, tried too often, or never sent: a new OTP is needed. */
  | { readonly state: 'expired' }

/**
 * Proves by an OTP that an Aadhaar number is the borrower's. The real register sends the OTP to the
 * number that it holds; `phone` is the borrower's own, to which the simulator sends it. Throws only
 * when the provider could not be reached.
 */
export type AadhaarPort = {
  sendOtp(request: {
    readonly aadhaar: AadhaarNumber
    readonly phone: MobileNumber
  }): Promise<AadhaarOtpSending>
  verifyOtp(ref: string, otp: string): Promise<AadhaarOtpCheck>
}
