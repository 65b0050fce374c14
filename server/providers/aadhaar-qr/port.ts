import type { AadhaarCode } from '#domain/identity/aadhaar-qr.ts'

/**
 * The reason why a code is refused: `unreadable`: not the code of an Aadhaar, or damaged;
 * `too-large`: larger than any such code; `not-signed`: no signature of a trusted certificate;
 * `not-in-force`: signed outside its certificate's validity.
 */
export type AadhaarCodeRefusal = 'unreadable' | 'too-large' | 'not-signed' | 'not-in-force'

export type AadhaarCodeReading =
  | { readonly state: 'signed'; readonly code: AadhaarCode }
  | { readonly state: 'refused'; readonly reason: AadhaarCodeRefusal }

/**
 * Reads the signed QR code of an Aadhaar. It proves the register's record of a person, not who
 * holds the card: the face check does that.
 */
export type AadhaarQrPort = {
  /** The code as a scanner gives it: a text of digits. */
  read(digits: string): Promise<AadhaarCodeReading>
}
