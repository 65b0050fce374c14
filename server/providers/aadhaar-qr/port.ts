import type { AadhaarCode } from '#domain/identity/aadhaar-qr.ts'

/**
 * Why a code is not believed: `unreadable` is not the code of an Aadhaar, or a damaged one; `too-large` is more than any code
 * holds; `not-signed` carries no signature of a trusted certificate; `not-in-force` a signature from outside its certificate's time.
 */
export type AadhaarCodeRefusal = 'unreadable' | 'too-large' | 'not-signed' | 'not-in-force'

export type AadhaarCodeReading =
  | { readonly state: 'signed'; readonly code: AadhaarCode }
  | { readonly state: 'refused'; readonly reason: AadhaarCodeRefusal }

/** Reads the signed code on an Aadhaar. It proves what the register said of a person, not who holds the card: the face does that. */
export type AadhaarQrPort = {
  /** The code as a reader gives it: a text of digits. */
  read(digits: string): Promise<AadhaarCodeReading>
}
