import type { Day } from '#domain/day.ts'
import type { AadhaarNumber } from '#domain/identity/identity.ts'
import type { MobileNumber } from '#domain/phone.ts'

/** Who an Aadhaar number belongs to, as its register or the card says. */
export type AadhaarDetails = {
  readonly name: string
  readonly dob: Day
  /** Gender and address are not known where only the front of the card was seen. */
  readonly gender: 'female' | 'male' | 'other' | null
  readonly address: AadhaarAddress | null
}

/** An address in the register's own parts; a part that it does not know is empty. */
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
  /** An OTP is on its way; `ref` names it when it is entered. */
  | { readonly state: 'sent'; readonly ref: string }
  /** No OTP can be sent to this number at all, or not now: another way has to be taken (-1100001). */
  | { readonly state: 'unavailable' }
  /** The last one was sent too short a time ago. */
  | { readonly state: 'too-soon' }
  /** The register does not know this number. */
  | { readonly state: 'invalid-number' }

export type AadhaarOtpCheck =
  | { readonly state: 'verified'; readonly details: AadhaarDetails }
  | { readonly state: 'wrong' }
  /** Over its time, already used, tried too often, or never sent: a new one is needed. */
  | { readonly state: 'expired' }

/**
 * Proves by an OTP that an Aadhaar number is the borrower's. The real register sends the OTP to the number that it holds;
 * `phone` is the borrower's own, which is where the simulated one goes. Throws only when the provider could not be asked.
 */
export type AadhaarPort = {
  sendOtp(request: {
    readonly aadhaar: AadhaarNumber
    readonly phone: MobileNumber
  }): Promise<AadhaarOtpSending>
  verifyOtp(ref: string, otp: string): Promise<AadhaarOtpCheck>
}
