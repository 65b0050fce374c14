/**
 * Challenges of borrowers' passkeys and their signatures (WebAuthn Level 3). The site's id and origin
 * are those of the public address.
 */
import { type Refusal, refused } from '#contract/envelope.ts'
import { isCounterAhead, PASSKEY_CHALLENGE_SECONDS } from '#domain/accounts/passkeys.ts'
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
import {
  counterOfSignature,
  type PasskeySite,
  type SignedByPasskey,
  siteAt,
} from '#server/platform/passkey-verifier.ts'
import type { Services, Work } from '#server/services.ts'

/** The holder of a challenge, and its purpose: a browser that signs in, or a session. */
export type Holder =
  | { readonly purpose: 'sign-in'; readonly secret: string }
  | {
      readonly purpose: 'confirm' | 'add'
      readonly borrowerId: string
      readonly sessionId: string
    }

/** The values of a signature, with the account as the authenticator stored it. */
export type Signature = SignedByPasskey & { readonly userHandle: string }

export type SignatureRefusal = Refusal<
  'passkey-unknown' | 'passkey-refused' | 'passkey-counter-behind'
>

/** This site for authenticators: the host and the whole origin of its public address. */
export function siteOf({ publicOrigin }: Pick<Services, 'publicOrigin'>): PasskeySite {
  return siteAt(publicOrigin())
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

/** Uses up the holder's challenge in any case; undefined without one that is in time. */
export async function takePasskeyChallenge(
  { services, tx, at }: Work,
  holder: Holder,
): Promise<PasskeyChallenge | undefined> {
  const stored = await takeChallengeRow(tx, holderHashOf(services, holder))
  return stored && at <= stored.expiresAt ? stored : undefined
}

/** Restores a challenge that opened nothing, so that the same signature answers it once more. */
export async function keepPasskeyChallenge(
  { services, tx }: Work,
  holder: Holder,
  challenge: PasskeyChallenge,
): Promise<void> {
  await storePasskeyChallenge(tx, { holderHash: holderHashOf(services, holder), ...challenge })
}

/** A stored challenge as clients sign it, base64url. */
export function challengeText({ challenge }: PasskeyChallenge): string {
  return challenge.toString('base64url')
}

function holderHashOf({ cipher }: Pick<Services, 'cipher'>, holder: Holder): Buffer {
  const { purpose } = holder
  const whose = purpose === 'sign-in' ? [holder.secret] : [holder.borrowerId, holder.sessionId]
  return cipher.keyedHash('passkey-challenge', JSON.stringify([purpose, ...whose]))
}

/**
 * Verifies a signature by a passkey of the borrower. A counter that does not grow indicates a
 * cloned key: it is refused and audited. Call it in a transaction that commits in any case.
 */
export async function verifySignature(
  { services, tx, at }: Work,
  borrowerId: string,
  challenge: PasskeyChallenge,
  signature: Signature,
): Promise<{ passkeyId: string; signCount: number } | SignatureRefusal> {
  if (!(await storedPasskey(tx, borrowerId, signature))) return refused('passkey-unknown')
  // Without the lock, two signatures at once are judged by the same counter.
  await lockBorrower(tx, borrowerId)
  const stored = await storedPasskey(tx, borrowerId, signature)
  if (!stored) return refused('passkey-unknown')
  const expected = challengeText(challenge)
  const signCount = await counterOfSignature(
    siteOf(services),
    expected,
    stored.publicKey,
    signature,
  )
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
