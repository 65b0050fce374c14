/** A passkey authenticator in software, for tests: it makes ES256 keys and signs with them (WebAuthn Level 3). */
import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { Output } from '#contract/endpoint.ts'
import type { passkey } from '#contract/passkey.ts'

type AddOptions = Output<typeof passkey.addOptions>
type SignOptions = Output<typeof passkey.signInOptions>

/** The deviations of a hostile or broken authenticator. */
export type Twist = {
  readonly origin?: string
  readonly rpId?: string
  readonly isVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string
  readonly type?: string
  /** The format of an attestation; otherwise `none`. */
  readonly format?: string
}

export type Authenticator = {
  readonly create: (options: AddOptions, twist?: Twist) => ReturnType<typeof attestation>
  readonly sign: (options: SignOptions, twist?: Twist) => ReturnType<typeof assertion>
}

type Credential = { readonly id: Buffer; readonly privateKey: KeyObject; readonly handle: string }

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** An authenticator for pages of this origin; it holds one passkey, the last that it made. */
export function newAuthenticator(origin: string): Authenticator {
  let credential: Credential | undefined
  let counter = 0
  return {
    create: (options, twist = {}) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      credential = { id: randomBytes(32), privateKey, handle: options.user.id }
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      return attestation(options, origin, credential.id, coseKey(x, y), twist)
    },
    sign: (options, twist = {}) => {
      if (!credential) throw new Error('there is no passkey to sign with')
      counter += 1
      return assertion(options, origin, credential, twist.counter ?? counter, twist)
    },
  }
}

function attestation(
  { challenge, rp }: AddOptions,
  origin: string,
  id: Buffer,
  key: Buffer,
  twist: Twist,
) {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(id.length)
  const credential = Buffer.concat([Buffer.alloc(16), length, id, key])
  const data = authenticatorData(rp.id, HAS_CREDENTIAL, twist.counter ?? 0, twist)
  const authData = Buffer.concat([data, credential])
  const object = Buffer.concat([
    Buffer.from([0xa3]),
    cborText('fmt'),
    cborText(twist.format ?? 'none'),
    cborText('attStmt'),
    Buffer.from([0xa0]),
    cborText('authData'),
    cborBytes(authData),
  ])
  return {
    credentialId: id.toString('base64url'),
    clientDataJSON: clientData('webauthn.create', challenge, origin, twist).toString('base64url'),
    attestationObject: object.toString('base64url'),
  }
}

function assertion(
  { challenge, rpId }: SignOptions,
  origin: string,
  { id, privateKey, handle }: Credential,
  counter: number,
  twist: Twist,
) {
  const data = authenticatorData(rpId, 0, counter, twist)
  const client = clientData('webauthn.get', challenge, origin, twist)
  const signed = createSign('sha256').update(data).update(sha256(client)).sign(privateKey)
  return {
    credentialId: id.toString('base64url'),
    clientDataJSON: client.toString('base64url'),
    authenticatorData: data.toString('base64url'),
    signature: signed.toString('base64url'),
    userHandle: twist.userHandle ?? handle,
  }
}

function authenticatorData(
  rpId: string,
  flags: number,
  counter: number,
  { rpId: other, isVerified = true }: Twist,
): Buffer {
  const rest = Buffer.alloc(5)
  rest.writeUInt8(flags | PRESENT | (isVerified ? VERIFIED : 0))
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(Buffer.from(other ?? rpId)), rest])
}

function clientData(type: string, challenge: string, origin: string, twist: Twist): Buffer {
  const content = {
    type: twist.type ?? type,
    challenge,
    origin: twist.origin ?? origin,
    crossOrigin: false,
  }
  return Buffer.from(JSON.stringify(content))
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/** The key as COSE writes it: a map of type, algorithm, curve, x and y. */
export function coseKey(x: string, y: string): Buffer {
  const point = (value: string) => cborBytes(Buffer.from(value, 'base64url'))
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    point(x),
    Buffer.from([0x22]),
    point(y),
  ])
}

export function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}

export function cborBytes(bytes: Buffer): Buffer {
  // Lengths are written in their shortest form.
  const isShort = bytes.length < 256
  const head = isShort ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 0xff]
  return Buffer.concat([Buffer.from(head), bytes])
}
