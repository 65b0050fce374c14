/**
 * The document signer: a PKCS#12 file, opened once at startup; only the signing parts stay in
 * memory.
 */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type forge from 'node-forge'
import type { Config } from '#server/platform/config.ts'
import type { SigningKey } from '#server/platform/signing/detached-signature.ts'
import type { Signing } from '#server/platform/signing/signature.ts'

export type Signer = SigningKey & {
  /** The lender in whose name it signs. */
  readonly name: string
  /** The certificate's subject, as written there. */
  readonly subject: string
  readonly validTo: Date
}

type KeyWithCertificates = {
  readonly key: KeyObject | undefined
  readonly certificates: readonly X509Certificate[]
}

const RSA_BITS_MIN = 2048
const CURVES: readonly unknown[] = ['prime256v1', 'secp384r1']

/**
 * The signer of this installation, or undefined where none is configured. Refuses a file that
 * cannot sign a document at `now`.
 */
export async function loadSigner(
  { signing }: Pick<Config, 'signing'>,
  now: Date,
): Promise<Signer | undefined> {
  if (signing === undefined) return undefined
  const { key, certificates } = await openPkcs12(await contentOf(signing.file), signing.passphrase)
  if (!key)
    throw new Error('SIGNING_CERTIFICATE holds no private key: export it together with its key.')
  const [certificate] = certificates.filter(each => each.checkPrivateKey(key)).toSorted(laterFirst)
  if (!certificate) throw new Error('SIGNING_CERTIFICATE holds no certificate of its private key.')
  refuseUnfit(key, certificate, now)
  const chain = certificates.filter(each => each !== certificate)
  return {
    key,
    certificate: certificate.raw,
    chain: chain.map(({ raw }) => raw),
    name: signing.name,
    subject: certificate.subject.replaceAll('\n', ', '),
    validTo: certificate.validToDate,
  }
}

/**
 * A renewed certificate may stand beside its predecessor, for the same key: the one that expires
 * later comes first.
 */
const laterFirst = (one: X509Certificate, other: X509Certificate) =>
  other.validToDate.getTime() - one.validToDate.getTime()

/**
 * The signer at this instant: none once its certificate has expired, so that no signature is
 * invalid.
 */
export function signingAt(signer: Signer | undefined, at: Date): Signing | undefined {
  if (!signer || at > signer.validTo) return undefined
  const { key, certificate, chain, name } = signer
  return { key, certificate, chain, name, at }
}

function refuseUnfit(
  key: KeyObject,
  { validFromDate, validToDate }: X509Certificate,
  now: Date,
): void {
  const day = (at: Date) => at.toISOString().slice(0, 10)
  if (now > validToDate)
    throw new Error(`The certificate in SIGNING_CERTIFICATE expired on ${day(validToDate)}.`)
  if (now < validFromDate)
    throw new Error(
      `The certificate in SIGNING_CERTIFICATE is valid only from ${day(validFromDate)}.`,
    )
  const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {}
  const isFit =
    key.asymmetricKeyType === 'rsa' ? modulusLength >= RSA_BITS_MIN : CURVES.includes(namedCurve)
  if (!isFit)
    throw new Error(
      'The key in SIGNING_CERTIFICATE is neither RSA of 2048 bits or more nor of the curves P-256 or P-384.',
    )
}

async function contentOf(file: string): Promise<Buffer> {
  return await readFile(file).catch((error: Error) => {
    throw new Error(`SIGNING_CERTIFICATE cannot be read: ${error.message}`)
  })
}

/**
 * The content of the file. Refuses a wrong passphrase and a file of another format, without showing
 * anything of either.
 */
async function openPkcs12(file: Buffer, passphrase: string): Promise<KeyWithCertificates> {
  const library = (await import('node-forge')).default
  try {
    return openedFile(library, file, passphrase)
  } catch (error) {
    const reason = (error as Error).message
    if (/password/i.test(reason))
      throw new Error('SIGNING_PASSPHRASE does not open SIGNING_CERTIFICATE.')
    throw new Error(
      `SIGNING_CERTIFICATE cannot be opened as a PKCS#12 file (.p12, .pfx): ${reason}`,
    )
  }
}

/**
 * Accepts any encryption: modern AES, and 3DES or RC2 as in many issued files, which OpenSSL no
 * longer opens.
 */
function openedFile(
  { asn1, pkcs12, pki, util }: typeof forge,
  file: Buffer,
  passphrase: string,
): KeyWithCertificates {
  const whole = asn1.fromDer(util.createBuffer(file.toString('latin1')), false)
  const { getBags } = pkcs12.pkcs12FromAsn1(whole, false, passphrase)
  const bags = (bagType = '') => getBags({ bagType })[bagType] ?? []
  const bytesOf = (element: forge.asn1.Asn1) =>
    Buffer.from(asn1.toDer(element).getBytes(), 'latin1')
  // The library parses only RSA keys; it passes on other keys and their certificates unparsed.
  const keys = [...bags(pki.oids.pkcs8ShroudedKeyBag), ...bags(pki.oids.keyBag)].map(
    ({ key, asn1: other }) =>
      createPrivateKey({
        key: bytesOf(key ? pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(key)) : other),
        format: 'der',
        type: 'pkcs8',
      }),
  )
  const certificates = bags(pki.oids.certBag).map(
    ({ cert, asn1: other }) =>
      new X509Certificate(bytesOf(cert ? pki.certificateToAsn1(cert) : other)),
  )
  return { key: keys[0], certificates }
}
