/**
 * Challenges of passkeys and their signatures (WebAuthn Level 3), verified by SimpleWebAuthn. The
 * site's id and origin are those of the public address.
 */
import { type Refusal, refused } from '#contract/envelope.ts'
import {
  isCounterAhead,
  isPlainAttestation,
  PASSKEY_CHALLENGE_SECONDS,
} from '#domain/accounts/passkeys.ts'
import {
  notePasskeyUse,
  type PasskeyChallenge,
  passkeyByCredential,
  storePasskeyChallenge,
  takeChallengeRow,
} from '#server/accounts/db/passkey.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Services, Work } from '#server/services.ts'

/** Who may answer a challenge, and what for: a browser that signs in, or a session. */
export type Holder =
  | { readonly purpose: 'sign-in'; readonly secret: string }
  | {
      readonly purpose: 'confirm' | 'add'
      readonly borrowerId: string
      readonly sessionId: string
    }

/** The values of a signature, base64url. */
export type Signature = {
  readonly credentialId: string
  readonly clientDataJSON: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle: string
}

export type SignatureRefusal = Refusal<
  'passkey-unknown' | 'passkey-refused' | 'passkey-counter-behind'
>

/** The verifier is loaded at its first use: a start needs none. */
const verifier = () => import('@simplewebauthn/server')

/** This site for authenticators: the host and the whole origin of its public address. */
export function siteOf({ publicOrigin }: Pick<Services, 'publicOrigin'>) {
  const origin = publicOrigin()
  return { origin, rpId: new URL(origin).hostname }
}

/** The id of an account for authenticators. It is opaque, and comes back with each signature. */
export function handleOf(borrowerId: string): string {
  return Buffer.from(borrowerId.replaceAll('-', ''), 'hex').toString('base64url')
}

/** The borrower of a handle; undefined if it is none of ours. */
export function borrowerOfHandle(handle: string): string | undefined {
  const hex = Buffer.from(handle, 'base64url').toString('hex')
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(hex)
  return parts?.slice(1).join('-')
}

/** Makes a challenge for a holder, which makes the holder's older one void; base64url. */
export async function newPasskeyChallenge(
  { db, ids, cipher }: Pick<Services, 'db' | 'ids' | 'cipher'>,
  holder: Holder,
  at: Date,
): Promise<string> {
  const challenge = ids.secret()
  const expiresAt = new Date(at.getTime() + PASSKEY_CHALLENGE_SECONDS * 1000)
  await storePasskeyChallenge(db, {
    holderHash: holderHashOf({ cipher }, holder),
    challenge: Buffer.from(challenge, 'base64url'),
    expiresAt,
  })
  return challenge
}

/** Uses up the holder's challenge, whatever comes of it; undefined without one that is in time. */
export async function takePasskeyChallenge(
  { services, tx, at }: Work,
  holder: Holder,
): Promise<PasskeyChallenge | undefined> {
  const stored = await takeChallengeRow(tx, holderHashOf(services, holder))
  return stored && at <= stored.expiresAt ? stored : undefined
}

/** Puts a challenge back that opened nothing, so that the same signature answers it once more. */
export async function keepPasskeyChallenge(
  { services, tx }: Work,
  holder: Holder,
  challenge: PasskeyChallenge,
): Promise<void> {
  await storePasskeyChallenge(tx, { holderHash: holderHashOf(services, holder), ...challenge })
}

function holderHashOf({ cipher }: Pick<Services, 'cipher'>, holder: Holder): Buffer {
  const { purpose } = holder
  const whose = purpose === 'sign-in' ? [holder.secret] : [holder.borrowerId, holder.sessionId]
  return cipher.keyedHash('passkey-challenge', JSON.stringify([purpose, ...whose]))
}

/**
 * Verifies a signature by a passkey of the borrower. A counter that does not grow shows that the key
 * may exist twice: it is refused and audited. Call it in a transaction that commits in any case.
 */
export async function verifySignature(
  { services, tx, at }: Work,
  borrowerId: string,
  challenge: PasskeyChallenge,
  signature: Signature,
): Promise<{ passkeyId: string; signCount: number } | SignatureRefusal> {
  if (!(await storedPasskey(tx, borrowerId, signature))) return refused('passkey-unknown')
  // Two signatures at once are judged by the same counter otherwise.
  await lockBorrower(tx, borrowerId)
  const stored = await storedPasskey(tx, borrowerId, signature)
  if (!stored) return refused('passkey-unknown')
  const signCount = await counterOf(services, stored.publicKey, challenge, signature)
  if (signCount === undefined) return refused('passkey-refused')
  const { passkeyId } = stored
  if (isCounterAhead(Number(stored.signCount), signCount)) return { passkeyId, signCount }
  await writeAudit(tx, services.cipher, {
    actor: 'borrower',
    action: 'passkey-counter-behind',
    subject: borrowerId,
    at,
  })
  return refused('passkey-counter-behind')
}

/** Notes that a verified signature was used. */
export async function noteSignature(
  { tx, at }: Work,
  borrowerId: string,
  verified: { passkeyId: string; signCount: number },
): Promise<void> {
  await notePasskeyUse(tx, { borrowerId, ...verified, at })
}

async function storedPasskey(tx: Queryable, borrowerId: string, signature: Signature) {
  if (borrowerOfHandle(signature.userHandle) !== borrowerId) return undefined
  return passkeyByCredential(tx, borrowerId, Buffer.from(signature.credentialId, 'base64url'))
}

/** The counter of a valid signature, made after the owner was recognised; otherwise undefined. */
async function counterOf(
  services: Services,
  publicKey: Uint8Array,
  { challenge }: PasskeyChallenge,
  { credentialId: id, signature, clientDataJSON, authenticatorData, userHandle }: Signature,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await verifier()
  const { origin, rpId } = siteOf(services)
  const answer = verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature, userHandle },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    // The stored counter is compared by our own rule, which tells it from a wrong signature.
    credential: { id, publicKey: Uint8Array.from(publicKey), counter: 0 },
  })
  // It throws on what it cannot read or does not accept.
  const { verified, authenticationInfo } = await answer.catch(() => NOT_VERIFIED)
  return verified ? authenticationInfo?.newCounter : undefined
}

const NOT_VERIFIED = { verified: false, authenticationInfo: undefined } as const

/** The values of a new passkey, base64url. */
export type Attestation = {
  readonly credentialId: string
  readonly clientDataJSON: string
  readonly attestationObject: string
}

/** The algorithms of keys that we accept: ES256 and RS256, which every authenticator has one of. */
export const ALGORITHMS = [-7, -257] as const

/** The credential of a valid registration; undefined if it is none. */
export async function verifiedCredential(
  services: Services,
  { challenge }: PasskeyChallenge,
  { credentialId: id, clientDataJSON, attestationObject }: Attestation,
) {
  if (!(await isPlain(attestationObject))) return undefined
  const { verifyRegistrationResponse } = await verifier()
  const { origin, rpId } = siteOf(services)
  const answer = verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...ALGORITHMS],
  })
  const result = await answer.catch(() => undefined)
  if (!result?.verified) return undefined
  const { credential, credentialDeviceType } = result.registrationInfo
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: credential.publicKey,
    signCount: credential.counter,
    isSynced: credentialDeviceType === 'multiDevice',
  }
}

/** Looks before the verifier does: it would fetch the lists that a certificate names. */
async function isPlain(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const object = decodeAttestationObject(Buffer.from(attestationObject, 'base64url'))
    return isPlainAttestation(object.get('fmt'), object.get('attStmt').get('x5c') !== undefined)
  } catch {
    return false
  }
}
