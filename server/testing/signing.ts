/**
 * Certificates for signing documents, generated for each test, and a check of signed files by RFC
 * 5652.
 */
import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  verify,
  X509Certificate,
} from 'node:crypto'
import forge from 'node-forge'
import {
  decoded,
  type Element,
  encoded,
  identifier,
  integer,
  octets,
  partsOf,
  sequence,
  set,
  tagged,
} from '#server/platform/signing/der.ts'
import { selfSigned } from '#server/platform/signing/self-signed.ts'
import type { Signing } from '#server/platform/signing/signature.ts'

/** The day on which tests sign, within the year in which their certificates are valid. */
export const SIGNED_AT = new Date('2026-11-21T04:30:00Z')
const YEAR = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z') }

const KINDS = {
  rsa: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  'short rsa': () => generateKeyPairSync('rsa', { modulusLength: 1024 }),
  ec: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'other ec': () => generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
}

export type Certified = { readonly key: KeyObject; readonly certificate: X509Certificate }

/** A key of this kind, or the given one, and a certificate for it. */
export function certified(
  kind: keyof typeof KINDS = 'rsa',
  valid: Partial<typeof YEAR> = {},
  key?: KeyObject,
): Certified {
  const keys = key ? { privateKey: key, publicKey: createPublicKey(key) } : KINDS[kind]()
  const pem = selfSigned({ name: `Signer with ${kind}`, keys, ...YEAR, ...valid })
  return { key: keys.privateKey, certificate: new X509Certificate(pem) }
}

export function signingOf(
  { key, certificate }: Certified,
  others: readonly Certified[] = [],
): Signing {
  const chain = others.map(other => other.certificate.raw)
  return { key, certificate: certificate.raw, chain, name: 'Quixotic Finance', at: SIGNED_AT }
}

/** A PKCS#12 file of an RSA key, or without a key, as certifying authorities issue it. */
export function encryptedPkcs12(
  key: KeyObject | undefined,
  certificates: readonly X509Certificate[],
  { passphrase, algorithm = 'aes256' }: { passphrase: string; algorithm?: 'aes256' | '3des' },
): Buffer {
  const { pki, pkcs12, asn1 } = forge
  const rsa = key
    ? pki.privateKeyFromPem(key.export({ type: 'pkcs8', format: 'pem' }).toString())
    : null
  const chain = certificates.map(each => pki.certificateFromPem(each.toString()))
  const whole = pkcs12.toPkcs12Asn1(rsa as forge.pki.rsa.PrivateKey, chain, passphrase, {
    algorithm,
  })
  return Buffer.from(asn1.toDer(whole).getBytes(), 'latin1')
}

const DATA = identifier('1.2.840.113549.1.7.1')
const KEY_BAG = identifier('1.2.840.113549.1.12.10.1.1')
const CERTIFICATE_BAG = identifier('1.2.840.113549.1.12.10.1.3')
const X509 = identifier('1.2.840.113549.1.9.22.1')

/** An unencrypted PKCS#12 file with a key of any kind (RFC 7292). */
export function plainPkcs12({ key, certificate }: Certified): Buffer {
  const content = (...parts: Element[]) =>
    sequence(DATA, tagged(0, octets(encoded(sequence(...parts)))))
  const pkcs8 = decoded(key.export({ type: 'pkcs8', format: 'der' }))
  const keyBag = sequence(KEY_BAG, tagged(0, pkcs8))
  const certificateBag = sequence(
    CERTIFICATE_BAG,
    tagged(0, sequence(X509, tagged(0, octets(certificate.raw)))),
  )
  return encoded(sequence(integer(3), content(content(keyBag, certificateBag))))
}

export type ReadSignature = {
  /** True if the signature covers these bytes by a certificate that it carries. */
  readonly isGenuine: boolean
  /** True if it covers the whole file but itself. */
  readonly isOfAll: boolean
  readonly certificates: number
  /** True if the signed part names this certificate by its hash. */
  readonly names: (certificate: X509Certificate) => boolean
}

/** The signature in a PDF; undefined if there is none. */
export function readSignature(file: Buffer): ReadSignature | undefined {
  const ranges = [...file.toString('latin1').matchAll(/\/ByteRange \[0 (\d+) (\d+) (\d+)\]/g)].map(
    match => match.slice(1).map(Number),
  )
  // A range beyond the file is only the document's claim.
  const [first = 0, second = 0, rest = 0] =
    ranges.find(([, after = 0]) => after < file.length) ?? []
  if (first === 0) return undefined
  const filled = Buffer.from(file.toString('latin1', first + 1, second - 1), 'hex')
  // The third and fourth byte are the length of the signature. Zeros fill the rest of the room.
  const signed = readSignedData(filled.subarray(0, 4 + filled.readUInt16BE(2)))
  const content = Buffer.concat([file.subarray(0, first), file.subarray(second, second + rest)])
  return {
    isGenuine: signed.isGenuine && signed.attributes.includes(messageDigest(content)),
    isOfAll: second + rest === file.length && file[first] === 0x3c && file[second - 1] === 0x3e,
    certificates: signed.certificates.length,
    names: ({ raw }) =>
      signed.attributes.includes(encoded(set(sequence(sequence(sequence(octets(sha256(raw)))))))),
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

function messageDigest(content: Uint8Array): Buffer {
  return encoded(sequence(identifier('1.2.840.113549.1.9.4'), set(octets(sha256(content)))))
}

/** Reads the SignedData of one signer (RFC 5652 §5); genuine if one of its certificates is the signer's and signed the attributes. */
function readSignedData(bytes: Buffer) {
  const [, wrapped] = partsOf(decoded(bytes))
  const [, , , certificates, signers] = insideOf(insideOf(wrapped)[0])
  const [issuerAndNumber, , attributes, , signature] = insideOf(insideOf(signers)[0]).slice(1)
  if (!issuerAndNumber || !attributes || !signature) throw new Error('The signer is incomplete.')
  const raws = insideOf(certificates).map(encoded)
  const signer = raws.find(raw => issuerAndNumberOf(raw).equals(encoded(issuerAndNumber)))
  // The attributes are signed as a set (tag 0x31); in the file they have the number 0 as their tag.
  const signed = Buffer.concat([Buffer.from([0x31]), encoded(attributes).subarray(1)])
  const { publicKey } = new X509Certificate(signer ?? Buffer.alloc(0))
  return {
    isGenuine: verify('sha256', signed, publicKey, Buffer.from(String(signature.value), 'latin1')),
    attributes: signed,
    certificates: raws,
  }
}

/** From a certificate of version 3, whose body begins with version, number, algorithm and issuer (RFC 5280 §4.1). */
function issuerAndNumberOf(certificate: Buffer): Buffer {
  const [, number, , issuer] = insideOf(partsOf(decoded(certificate))[0])
  if (!number || !issuer) throw new Error('The certificate is incomplete.')
  return encoded(sequence(issuer, number))
}

const insideOf = (element: Element | undefined) => (element ? partsOf(element) : [])
