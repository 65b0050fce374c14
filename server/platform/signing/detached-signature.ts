/** Detached signatures: CAdES as PAdES requires it (RFC 5652, RFC 5035, ETSI EN 319 142-1). */
import { createHash, type KeyObject, sign } from 'node:crypto'
import {
  decoded,
  type Element,
  encoded,
  identifier,
  integer,
  isTagged,
  none,
  octets,
  partsOf,
  sequence,
  set,
  signatureAlgorithm,
  tagged,
} from '#server/platform/signing/der.ts'

const SIGNED_DATA = identifier('1.2.840.113549.1.7.2')
const DATA = identifier('1.2.840.113549.1.7.1')
const CONTENT_TYPE = identifier('1.2.840.113549.1.9.3')
const MESSAGE_DIGEST = identifier('1.2.840.113549.1.9.4')
const SIGNING_CERTIFICATE_V2 = identifier('1.2.840.113549.1.9.16.2.47')
const SHA_256 = sequence(identifier('2.16.840.1.101.3.4.2.1'))

/**
 * The lender's signing key and certificates. The key is a handle that can pass to another thread
 * and never appears in a log.
 */
export type SigningKey = {
  readonly key: KeyObject
  /** The key's certificate and those that vouch for it, each in DER. */
  readonly certificate: Uint8Array
  readonly chain: readonly Uint8Array[]
}

/**
 * The signature of these bytes, in order. It names its certificate by hash, so that no other can
 * replace it, and contains no time, which PAdES leaves to the document.
 */
export function detachedSignature(
  content: readonly Uint8Array[],
  { key, certificate, chain }: SigningKey,
): Buffer {
  const attributes = set(
    sequence(CONTENT_TYPE, set(DATA)),
    sequence(MESSAGE_DIGEST, set(octets(sha256(content)))),
    sequence(
      SIGNING_CERTIFICATE_V2,
      set(sequence(sequence(sequence(octets(sha256([certificate])))))),
    ),
  )
  const signer = sequence(
    integer(1),
    issuerAndNumber(decoded(certificate)),
    SHA_256,
    tagged(0, ...partsOf(attributes)),
    signatureAlgorithm(key),
    octets(sign('sha256', encoded(attributes), key)),
  )
  const certificates = set(...[certificate, ...chain].map(decoded))
  const signed = sequence(
    integer(1),
    set(SHA_256),
    sequence(DATA),
    tagged(0, ...partsOf(certificates)),
    set(signer),
  )
  return encoded(sequence(SIGNED_DATA, tagged(0, signed)))
}

function sha256(parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/**
 * The issuer and the serial number of a certificate, as the certificate itself encodes them (RFC
 * 5280 §4.1).
 */
function issuerAndNumber(certificate: Element): Element {
  const [body] = partsOf(certificate)
  const parts = body ? partsOf(body) : []
  // The version comes first, but is absent for the oldest version.
  const [number = none(), , issuer = none()] = parts.filter(part => !isTagged(part))
  return sequence(issuer, number)
}
