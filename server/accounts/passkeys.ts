/** Passkeys of borrowers: signing in, confirming a device, adding, removing (decision 53). */
import { isRefusal, refused } from '#contract/envelope.ts'
import type { passkey as endpoints } from '#contract/passkey.ts'
import { isProofNew, PASSKEY_CHALLENGE_SECONDS, PASSKEYS_MAX } from '#domain/accounts/passkeys.ts'
import { createSession } from '#server/accounts/create-session.ts'
import { makeDeviceKnown } from '#server/accounts/db/device.ts'
import { addPasskeyRow, passkeysOf, removePasskeyRow } from '#server/accounts/db/passkey.ts'
import { noteProof, provedAtOf } from '#server/accounts/db/session.ts'
import { phoneOfBorrower } from '#server/accounts/db/sign-in.ts'
import {
  borrowerOfHandle,
  challengeText,
  type Holder,
  handleOf,
  keepPasskeyChallenge,
  newPasskeyChallenge,
  noteSignature,
  type Signature,
  siteOf,
  takePasskeyChallenge,
  verifySignature,
} from '#server/accounts/passkey-proof.ts'
import { browserKey, isBrowser } from '#server/accounts/session-keys.ts'
import { overPresent } from '#server/accounts/sign-in-over.ts'
import { notifyOwner } from '#server/notices/notify-owner.ts'
import type { Answer, BorrowerCall, PublicCall } from '#server/platform/actions/call.ts'
import { type AuditAction, writeAudit } from '#server/platform/audit/entries.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import {
  type Attestation,
  PASSKEY_ALGORITHMS,
  verifiedCredential,
} from '#server/platform/passkey-verifier.ts'
import type { Services, Work } from '#server/services.ts'

const TIMEOUT_MS = PASSKEY_CHALLENGE_SECONDS * 1000
/** The name in a phone's list of passkeys where there is no lender. */
const SITE_NAME = 'Saral'
const TYPE = 'public-key' as const

/** A challenge for a browser without a session, which a cookie binds to it. */
export async function passkeySignInOptions(
  services: Services,
  call: PublicCall,
): Promise<Answer<typeof endpoints.signInOptions>> {
  if (!isBrowser(call)) return refused('passkey-browser-only')
  const secret = services.ids.secret()
  const challenge = await newPasskeyChallenge(services, { purpose: 'sign-in', secret }, call.now)
  call.cookies.write('passkey', secret, PASSKEY_CHALLENGE_SECONDS)
  return requestOf(services, challenge, [])
}

/** Signs in by a passkey; the device is known from then on. */
export async function signInWithPasskey(
  services: Services,
  { signature, replace }: { signature: Signature; replace?: boolean | undefined },
  call: PublicCall,
): Promise<Answer<typeof endpoints.signIn>> {
  if (!isBrowser(call)) return refused('passkey-browser-only')
  const secret = call.cookies.read('passkey')
  const borrowerId = borrowerOfHandle(signature.userHandle)
  if (borrowerId !== undefined) call.noteSubject(borrowerId)
  if (secret === undefined) return refused('passkey-refused')
  const { key, handOver } = browserKey(services, call, false)
  // It commits in any case, so that a challenge is used up by a wrong signature, too.
  const outcome = await services.db.transaction(async tx => {
    const work: Work = { services, tx, at: call.now }
    const holder: Holder = { purpose: 'sign-in', secret }
    const challenge = await takePasskeyChallenge(work, holder)
    if (challenge === undefined) return refused('passkey-refused')
    if (borrowerId === undefined) return refused('passkey-unknown')
    const verified = await verifySignature(work, borrowerId, challenge, signature)
    if (isRefusal(verified)) return verified
    const over = await overPresent(tx, call, {
      borrowerId: async () => borrowerId,
      maskedPhone: async () => (await phoneOfBorrower(tx, borrowerId)).phoneMasked,
      isAppUser: key.isAppUser,
      hasAgreed: replace === true,
    })
    if (isRefusal(over)) {
      await keepPasskeyChallenge(work, holder, challenge)
      return over
    }
    const keyOfKind = { ...key, isAppUser: over.isAppUser, isProof: true as const }
    const { deviceId, token } = await createSession(work, borrowerId, keyOfKind, over.replaced)
    await noteSignature(work, borrowerId, verified)
    const { passkeyId } = verified
    await makeDeviceKnown(tx, { borrowerId, deviceId, by: 'passkey', passkeyId, at: call.now })
    await audit(work, 'sign-in-passkey', borrowerId)
    return token
  })
  if (isRefusal(outcome)) return outcome
  call.cookies.clear('passkey')
  handOver()
  return { token: outcome }
}

/** A challenge for a session whose owner a passkey confirms. */
export async function passkeyConfirmOptions(
  services: Services,
  call: BorrowerCall,
): Promise<Answer<typeof endpoints.confirmOptions>> {
  if (call.boundTo !== 'cookie') return refused('passkey-browser-only')
  const passkeys = await passkeysOf(services.db, call.borrowerId, call.deviceId)
  if (passkeys.length === 0) return refused('passkey-none')
  const holder = holderOf('confirm', call)
  const challenge = await newPasskeyChallenge(services, holder, call.now)
  return requestOf(services, challenge, passkeys)
}

/** Proves the owner in this session by a passkey, which makes its device known. */
export async function confirmByPasskey(
  services: Services,
  signature: Signature,
  call: BorrowerCall,
): Promise<Answer<typeof endpoints.confirm>> {
  if (call.boundTo !== 'cookie') return refused('passkey-browser-only')
  const { borrowerId, deviceId, now: at } = call
  return services.db.transaction(async tx => {
    const work: Work = { services, tx, at }
    const challenge = await takePasskeyChallenge(work, holderOf('confirm', call))
    if (challenge === undefined) return refused('passkey-refused')
    const verified = await verifySignature(work, borrowerId, challenge, signature)
    if (isRefusal(verified)) return verified
    await noteSignature(work, borrowerId, verified)
    await noteProof(tx, call, services.clock.wall())
    const { passkeyId } = verified
    await makeDeviceKnown(tx, { borrowerId, deviceId, by: 'passkey', passkeyId, at })
    await audit(work, 'device-confirmed', borrowerId)
    return null
  })
}

/** The borrower's passkeys, without their keys. */
export async function listPasskeys(
  { db }: Pick<Services, 'db'>,
  { borrowerId, deviceId }: BorrowerCall,
): Promise<Answer<typeof endpoints.list>> {
  const passkeys = await passkeysOf(db, borrowerId, deviceId)
  return passkeys.map(({ credentialId: _, ...shown }) => shown)
}

/** A challenge for a new passkey, and its parameters. */
export async function passkeyAddOptions(
  services: Services,
  call: BorrowerCall,
): Promise<Answer<typeof endpoints.addOptions>> {
  if (call.boundTo !== 'cookie') return refused('passkey-browser-only')
  const { db, config } = services
  const { borrowerId, deviceId } = call
  if (!(await isOwnerProved(services, db, call))) return refused('confirm-code-again')
  const [passkeys, { phoneMasked }] = await Promise.all([
    passkeysOf(db, borrowerId, deviceId),
    phoneOfBorrower(db, borrowerId),
  ])
  if (passkeys.length >= PASSKEYS_MAX) return tooMany
  const challenge = await newPasskeyChallenge(services, holderOf('add', call), call.now)
  return {
    challenge,
    rp: { id: siteOf(services).rpId, name: config.lender?.name ?? SITE_NAME },
    user: { id: handleOf(borrowerId), name: phoneMasked, displayName: phoneMasked },
    pubKeyCredParams: PASSKEY_ALGORITHMS.map(alg => ({ alg, type: TYPE })),
    timeout: TIMEOUT_MS,
    excludeCredentials: passkeys.map(descriptorOf),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

const tooMany = refused('passkey-limit', { details: { most: PASSKEYS_MAX } })

/** Stores a new passkey, which makes the device of the session known. */
export async function addPasskey(
  services: Services,
  attestation: Attestation,
  call: BorrowerCall,
): Promise<Answer<typeof endpoints.add>> {
  if (call.boundTo !== 'cookie') return refused('passkey-browser-only')
  const { borrowerId, deviceId, now: at } = call
  return services.db.transaction(async tx => {
    const work: Work = { services, tx, at }
    await lockBorrower(tx, borrowerId)
    const challenge = await takePasskeyChallenge(work, holderOf('add', call))
    if (!challenge) return refused('passkey-refused')
    if (!(await isOwnerProved(services, tx, call))) return refused('confirm-code-again')
    const site = siteOf(services)
    const credential = await verifiedCredential(site, challengeText(challenge), attestation)
    if (!credential) return refused('passkey-refused')
    if ((await passkeysOf(tx, borrowerId, deviceId)).length >= PASSKEYS_MAX) return tooMany
    const passkeyId = services.ids.uuid(at)
    const credentialId = Buffer.from(credential.credentialId, 'base64url')
    const isNew = await addPasskeyRow(tx, {
      ...credential,
      credentialId,
      borrowerId,
      deviceId,
      passkeyId,
      at,
    })
    if (!isNew) return refused('passkey-exists')
    await makeDeviceKnown(tx, { borrowerId, deviceId, by: 'passkey', passkeyId, at })
    await audit(work, 'passkey-added', borrowerId)
    await notifyOwner(work, { borrowerId, news: 'passkey-added', occasion: passkeyId })
    return null
  })
}

/** Removes a passkey of the borrower; does nothing to another borrower's. */
export async function removePasskey(
  services: Services,
  passkeyId: string,
  call: BorrowerCall,
): Promise<Answer<typeof endpoints.remove>> {
  const { borrowerId, deviceId: currentDeviceId, now: at } = call
  return services.db.transaction(async tx => {
    const work: Work = { services, tx, at }
    await lockBorrower(tx, borrowerId)
    if (!(await isOwnerProved(services, tx, call))) return refused('confirm-code-again')
    if (await removePasskeyRow(tx, { borrowerId, passkeyId, currentDeviceId })) {
      await audit(work, 'passkey-removed', borrowerId)
      await notifyOwner(work, { borrowerId, news: 'passkey-removed', occasion: passkeyId })
    }
    return null
  })
}

/**
 * True if a code or a passkey proved the owner in this very session within the last minutes: an
 * unlocked phone alone cannot change how to sign in (ASVS 7.5.1).
 */
async function isOwnerProved(
  { clock }: Pick<Services, 'clock'>,
  db: Queryable,
  call: BorrowerCall,
): Promise<boolean> {
  return isProofNew(await provedAtOf(db, call), clock.wall())
}

function holderOf(purpose: 'confirm' | 'add', { borrowerId, sessionId }: BorrowerCall): Holder {
  return { purpose, borrowerId, sessionId }
}

function requestOf(
  services: Services,
  challenge: string,
  passkeys: readonly { readonly credentialId: Buffer }[],
) {
  return {
    challenge,
    rpId: siteOf(services).rpId,
    timeout: TIMEOUT_MS,
    userVerification: 'required' as const,
    allowCredentials: passkeys.map(descriptorOf),
  }
}

function descriptorOf({ credentialId }: { readonly credentialId: Buffer }) {
  return { id: credentialId.toString('base64url'), type: TYPE }
}

function audit({ services, tx, at }: Work, action: AuditAction, borrowerId: string): Promise<void> {
  return writeAudit(tx, services.cipher, { actor: 'borrower', action, subject: borrowerId, at })
}
