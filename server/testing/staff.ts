/** Members of staff in tests: signed in as a role by the sandbox's way, and a software passkey. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { ROLES, type Role } from '#domain/staff/permissions.ts'
import { type cookieJar, cookieName } from '#server/platform/http/cookies.ts'
import type { Services, Work } from '#server/services.ts'
import { addStaff, simulatedPerson } from '#server/staff/people/people.ts'
import { createStaffSession } from '#server/staff/people/sessions.ts'
import type { TestServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'

/** A browser that is signed in to the console as a role, with a fresh proof. */
export function staffBrowser(server: TestServer, role: Role): Promise<Browser> {
  return signedIn(server, work => simulatedPerson(work, role))
}

/** The same, as somebody new who has every role. */
export function browserWithEveryRole(server: TestServer): Promise<Browser> {
  return browserOfNew(server, 'everything@sandbox.example', ROLES)
}

/** The same, as somebody new with these roles. */
export function browserOfNew(
  server: TestServer,
  mail: string,
  roles: readonly Role[],
): Promise<Browser> {
  return signedIn(server, work => addStaff(work, { mail, roles, isSimulated: true }))
}

async function signedIn(
  server: TestServer,
  person: (work: Work<Services>) => Promise<string | undefined>,
): Promise<Browser> {
  const browser = server.browser()
  const { services } = server
  const write: ReturnType<typeof cookieJar>['write'] = (name, value) =>
    void browser.cookies.set(cookieName(name, false), value)
  await services.db.transaction(async tx => {
    const staffId = await person({ services, tx, at: services.clock.now() })
    if (staffId === undefined) throw new Error('this person exists already')
    await createStaffSession(services, tx, { staffId, way: 'sandbox' }, { write })
  })
  return browser
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

const USER_PRESENT_AND_VERIFIED = 0x05
const HAS_CREDENTIAL = 0x40

/** A passkey in software: P-256, ES256, without attestation (WebAuthn §6). */
export function softwarePasskey(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const rpHash = sha256(new URL(origin).hostname)
  let uses = 0
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (flags: number) => {
    uses += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(uses)
    return Buffer.concat([rpHash, Buffer.from([flags]), counter])
  }
  return {
    create: (challenge: string) => {
      const data = authenticatorData(USER_PRESENT_AND_VERIFIED | HAS_CREDENTIAL)
      const length = Buffer.from([0, credentialId.length])
      const authData = Buffer.concat([
        data,
        Buffer.alloc(16),
        length,
        credentialId,
        coseKey(publicKey),
      ])
      return {
        id: base64url(credentialId),
        clientDataJSON: base64url(clientData('webauthn.create', challenge)),
        attestationObject: base64url(attestationOf(authData)),
        transports: ['internal' as const],
      }
    },
    get: (challenge: string) => {
      const client = clientData('webauthn.get', challenge)
      const data = authenticatorData(USER_PRESENT_AND_VERIFIED)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id: base64url(credentialId),
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      }
    },
  }
}

/** CBOR of a map {1: 2, 3: -7, -1: 1, -2: x, -3: y} (RFC 9053: an EC2 key for ES256). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const bytes = (value: string) =>
    Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(value, 'base64url')])
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(x),
    Buffer.from([0x22]),
    bytes(y),
  ])
}

/** CBOR of {fmt: 'none', attStmt: {}, authData}. */
function attestationOf(authData: Buffer): Buffer {
  const text = (value: string) =>
    Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x58, authData.length]),
    authData,
  ])
}
