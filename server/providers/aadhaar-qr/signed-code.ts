import { verify, type X509Certificate } from 'node:crypto'
import {
  type AadhaarCode,
  codeBytes,
  QR_DIGITS_MAX,
  readAadhaarCode,
} from '#domain/identity/aadhaar-qr.ts'
import type {
  AadhaarCodeReading,
  AadhaarCodeRefusal,
  AadhaarQrPort,
} from '#server/providers/aadhaar-qr/port.ts'
import { unpack } from '#server/providers/aadhaar-qr/unpack.ts'

/** RSA of 2048 bits, PKCS #1 v1.5, over SHA-256. The signature stands at the end. */
const SIGNATURE_BYTES = 256

/** Trusts content that one of these certificates signed while it was valid, even if it has expired since. */
export function signedCodes(
  certificates: () => Promise<readonly X509Certificate[]>,
): AadhaarQrPort {
  return { read: async digits => readSigned(digits, await certificates()) }
}

function readSigned(digits: string, certificates: readonly X509Certificate[]): AadhaarCodeReading {
  if (digits.length > QR_DIGITS_MAX) return refused('too-large')
  const packed = codeBytes(digits)
  if (!packed) return refused('unreadable')
  const unpacked = unpack(packed)
  if ('refused' in unpacked) return refused(unpacked.refused)
  if (unpacked.bytes.length <= SIGNATURE_BYTES) return refused('unreadable')
  const signed = unpacked.bytes.subarray(0, -SIGNATURE_BYTES)
  const signature = unpacked.bytes.subarray(-SIGNATURE_BYTES)
  // Verifies the signature first: unsigned content is not parsed.
  const signers = certificates.filter(({ publicKey }) =>
    verify('sha256', signed, publicKey, signature),
  )
  if (signers.length === 0) return refused('not-signed')
  const code = readAadhaarCode(signed)
  if (!code) return refused('unreadable')
  return signers.some(signer => wasInForce(signer, code))
    ? { state: 'signed', code }
    : refused('not-in-force')
}

function wasInForce(
  { validFromDate, validToDate }: X509Certificate,
  { issuedAt }: AadhaarCode,
): boolean {
  return validFromDate <= issuedAt && issuedAt <= validToDate
}

function refused(reason: AadhaarCodeRefusal): AadhaarCodeReading {
  return { state: 'refused', reason }
}
