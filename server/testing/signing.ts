/** Certificates for signing documents, made anew for each test, and what another library than ours finds in a signed file. */
import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  X509Certificate,
} from 'node:crypto'
import { fromBER } from 'asn1js'
import forge from 'node-forge'
import { ContentInfo, SignedData } from 'pkijs'
import {
  bracketed,
  identifier,
  integer,
  octets,
  sequence,
  set,
} from '#server/platform/signing/der.ts'
import { selfSigned } from '#server/platform/signing/self-signed.ts'
import type { Signing } from '#server/platform/signing/signature.ts'

/** The day on which tests sign, and the year in which their certificates are valid. */
export const SIGNED_AT = new Date('2026-11-21T04:30:00Z')
const YEAR = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z') }

const KINDS = {
  rsa: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  'short rsa': () => generateKeyPairSync('rsa', { modulusLength: 1024 }),
  ec: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'other ec': () => generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
}

export type Certified = { readonly key: KeyObject; readonly certificate: X509Certificate }

/** A key of this kind, or the one that is given, and a certificate for it. */
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

/** A PKCS#12 file of an RSA key, or of none, as certifying authorities hand them out. */
export function sealedPkcs12(
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

const DATA = identifier('2a864886f70d010701')
const KEY_BAG = identifier('2a864886f70d010c0a0101')
const CERTIFICATE_BAG = identifier('2a864886f70d010c0a0103')
const X509 = identifier('2a864886f70d01091601')

/** A PKCS#12 file that nothing seals, of a key of any kind (RFC 7292). */
export function plainPkcs12({ key, certificate }: Certified): Buffer {
  const content = (...parts: Buffer[]) => sequence(DATA, bracketed(0, octets(sequence(...parts))))
  const keyBag = sequence(KEY_BAG, bracketed(0, key.export({ type: 'pkcs8', format: 'der' })))
  const certificateBag = sequence(
    CERTIFICATE_BAG,
    bracketed(0, sequence(X509, bracketed(0, octets(certificate.raw)))),
  )
  return sequence(integer(3), content(content(keyBag, certificateBag)))
}

export type ReadSignature = {
  /** Whether the signature is that of these bytes by a certificate it carries. */
  readonly isGenuine: boolean
  /** Whether it stands for the whole file but for itself. */
  readonly isOfAll: boolean
  readonly certificates: number
  /** Whether the signed part names this certificate by its hash. */
  readonly names: (certificate: X509Certificate) => boolean
}

/** What pkijs finds in the signature of a PDF; undefined where there is none. */
export async function readSignature(file: Buffer): Promise<ReadSignature | undefined> {
  const ranges = [...file.toString('latin1').matchAll(/\/ByteRange \[0 (\d+) (\d+) (\d+)\]/g)].map(
    found => found.slice(1).map(Number),
  )
  // A range beyond the file is something that a document says.
  const [first = 0, second = 0, rest = 0] =
    ranges.find(([, after = 0]) => after < file.length) ?? []
  if (first === 0) return undefined
  const der = Buffer.from(file.toString('latin1', first + 1, second - 1), 'hex')
  const signed = new SignedData({
    schema: new ContentInfo({ schema: fromBER(Uint8Array.from(der).buffer).result }).content,
  })
  const data = Uint8Array.from(
    Buffer.concat([file.subarray(0, first), file.subarray(second, second + rest)]),
  ).buffer
  const attributes = Buffer.from(
    signed.signerInfos[0]?.signedAttrs?.encodedValue ?? new ArrayBuffer(),
  )
  return {
    isGenuine: await signed.verify({ signer: 0, data }).catch(() => false),
    isOfAll: second + rest === file.length && file[first] === 0x3c && file[second - 1] === 0x3e,
    certificates: signed.certificates?.length ?? 0,
    names: ({ raw }) =>
      attributes.includes(
        set(sequence(sequence(sequence(octets(createHash('sha256').update(raw).digest()))))),
      ),
  }
}
