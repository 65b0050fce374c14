/** Signatures that stand beside what they sign: CAdES as PAdES wants it (RFC 5652, RFC 5035, ETSI EN 319 142-1). */
import { createHash, type KeyObject, sign } from 'node:crypto'
import {
  bracketed,
  identifier,
  integer,
  NOTHING,
  octets,
  partsOf,
  sequence,
  set,
  signatureAlgorithm,
} from '#server/platform/signing/der.ts'

const SIGNED_DATA = identifier('2a864886f70d010702')
const DATA = identifier('2a864886f70d010701')
const CONTENT_TYPE = identifier('2a864886f70d010903')
const MESSAGE_DIGEST = identifier('2a864886f70d010904')
const SIGNING_CERTIFICATE_V2 = identifier('2a864886f70d010910022f')
const SHA_256 = sequence(identifier('608648016503040201'))

/** With what a lender signs. The key is a handle that goes to another thread as one, and shows itself to no log. */
export type SigningKey = {
  readonly key: KeyObject
  /** The certificate of the key, and those that vouch for it, each in DER. */
  readonly certificate: Uint8Array
  readonly chain: readonly Uint8Array[]
}

/**
 * The signature of these bytes, one after the other. It names its certificate by hash, so that no other can be put in its place, and
 * tells no time, which PAdES leaves to the document.
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
    issuerAndNumber(certificate),
    SHA_256,
    bracketed(0, ...partsOf(attributes)),
    signatureAlgorithm(key),
    octets(sign('sha256', attributes, key)),
  )
  const certificates = bracketed(0, ...partsOf(set(certificate, ...chain)))
  const signed = sequence(integer(1), set(SHA_256), sequence(DATA), certificates, set(signer))
  return sequence(SIGNED_DATA, bracketed(0, signed))
}

function sha256(parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const VERSION_TAG = 0xa0

/** By whom a certificate was issued, and under which number: as it says itself (RFC 5280 §4.1). */
function issuerAndNumber(certificate: Uint8Array): Buffer {
  const [body = NOTHING] = partsOf(certificate)
  const parts = partsOf(body)
  const [number = NOTHING, , issuer = NOTHING] =
    parts[0]?.[0] === VERSION_TAG ? parts.slice(1) : parts
  return sequence(issuer, number)
}
