/**
 * A new passkey with a certificate in the format `android-key`, made by an attacker's own root, which
 * names an address of lists of revoked certificates. For the test that nobody calls that address.
 */
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import forge from 'node-forge'
import { cborBytes, cborText, coseKey, sha256 } from './authenticator.ts'

const { asn1, pki } = forge
const { Class, Type } = asn1
/** Missing in the library's types. */
const untyped = pki as typeof pki & {
  readonly getTBSCertificate: (certificate: forge.pki.Certificate) => forge.asn1.Asn1
}

type Options = { readonly challenge: string; readonly rp: { readonly id: string } }

export function certifiedKey({ challenge, rp }: Options, origin: string, listAddress: string) {
  const client = Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin }))
  const publicKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
  const root = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const rootCertificate = certificate(root.publicKey, root.privateKey, 'root', [
    { name: 'basicConstraints', cA: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true },
  ])
  const leaf = certificate(publicKey, root.privateKey, 'leaf', [
    { id: '1.3.6.1.4.1.11129.2.1.17', value: keyDescription(sha256(client)) },
    { id: '2.5.29.31', value: listsAt(listAddress) },
  ])
  const id = Buffer.alloc(32, 7)
  const length = Buffer.from([0, id.length])
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = coseKey(x, y)
  const flags = Buffer.from([0x45, 0, 0, 0, 0])
  const authData = [sha256(Buffer.from(rp.id)), flags, Buffer.alloc(16), length, id, key]
  const object = [
    Buffer.from([0xa3]),
    cborText('fmt'),
    cborText('android-key'),
    cborText('attStmt'),
    Buffer.from([0xa3]),
    cborText('alg'),
    Buffer.from([0x26]),
    cborText('sig'),
    cborBytes(Buffer.alloc(64)),
    cborText('x5c'),
    Buffer.from([0x82]),
    cborBytes(leaf),
    cborBytes(rootCertificate),
    cborText('authData'),
    cborBytes(Buffer.concat(authData)),
  ]
  return {
    credentialId: id.toString('base64url'),
    clientDataJSON: client.toString('base64url'),
    attestationObject: Buffer.concat(object).toString('base64url'),
  }
}

/** A certificate for any kind of key, signed by an RSA key. */
function certificate(
  subject: KeyObject,
  issuer: KeyObject,
  name: string,
  extensions: object[],
): Buffer {
  const certificate = pki.createCertificate()
  // A placeholder: the library knows RSA keys alone.
  certificate.publicKey = pki.publicKeyFromPem(PLACEHOLDER)
  certificate.serialNumber = name === 'root' ? '01' : '02'
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000)
  certificate.validity.notAfter = new Date(Date.now() + 86_400_000)
  certificate.setSubject([{ name: 'commonName', value: name }])
  certificate.setIssuer([{ name: 'commonName', value: 'root' }])
  certificate.setExtensions(extensions)
  certificate.signatureOid = pki.oids.sha256WithRSAEncryption ?? ''
  certificate.siginfo.algorithmOid = certificate.signatureOid
  const content = untyped.getTBSCertificate(certificate)
  const key = subject.export({ type: 'spki', format: 'der' }).toString('binary')
  ;(content.value as forge.asn1.Asn1[])[SUBJECT_KEY] = asn1.fromDer(key)
  const signed = createSign('sha256')
    .update(Buffer.from(derOf(content), 'binary'))
    .sign(issuer)
  const algorithm = node(Type.SEQUENCE, [
    node(Type.OID, asn1.oidToDer(certificate.signatureOid).getBytes()),
    node(Type.NULL, ''),
  ])
  const signature = node(Type.BITSTRING, `\0${signed.toString('binary')}`)
  return Buffer.from(derOf(node(Type.SEQUENCE, [content, algorithm, signature])), 'binary')
}

const SUBJECT_KEY = 6
const PLACEHOLDER = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString()

const node = (type: number, value: string | forge.asn1.Asn1[], ofClass = Class.UNIVERSAL) =>
  asn1.create(ofClass, type, Array.isArray(value), value as string)
const derOf = (value: forge.asn1.Asn1) => asn1.toDer(value).getBytes()

/** Android's description of a key: made for this challenge, without further claims. */
function keyDescription(challenge: Buffer): string {
  const number = (type: number) => node(type, '\u0003')
  return derOf(
    node(Type.SEQUENCE, [
      number(Type.INTEGER),
      number(Type.ENUMERATED),
      number(Type.INTEGER),
      number(Type.ENUMERATED),
      node(Type.OCTETSTRING, challenge.toString('binary')),
      node(Type.OCTETSTRING, ''),
      node(Type.SEQUENCE, []),
      node(Type.SEQUENCE, []),
    ]),
  )
}

/** The extension of a certificate that says where its issuer lists the revoked ones. */
function listsAt(address: string): string {
  const name = node(6, address, Class.CONTEXT_SPECIFIC)
  const fullName = node(0, [name], Class.CONTEXT_SPECIFIC)
  const point = node(0, [fullName], Class.CONTEXT_SPECIFIC)
  return derOf(node(Type.SEQUENCE, [node(Type.SEQUENCE, [point])]))
}
