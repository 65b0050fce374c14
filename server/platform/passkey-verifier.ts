/**
 * Verifies the signatures of passkeys (WebAuthn Level 3), by SimpleWebAuthn, for borrowers and for
 * the lender's people alike. The authenticator must have recognised the owner each time.
 */

/** A site for authenticators: its whole origin, and the host that its passkeys are bound to. */
export type PasskeySite = { readonly origin: string; readonly rpId: string }

/** The issued challenge, base64url; or a function that takes a signed one and says whether it was issued. */
export type ExpectedChallenge = string | ((challenge: string) => Promise<boolean>)

/** The values of a signature, base64url. */
export type SignedByPasskey = {
  readonly credentialId: string
  readonly clientDataJSON: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle?: string
}

/** The values of a new passkey, base64url. */
export type Attestation = {
  readonly credentialId: string
  readonly clientDataJSON: string
  readonly attestationObject: string
}

/** The algorithms of keys that we accept: ES256 and RS256, which every authenticator has one of. */
export const PASSKEY_ALGORITHMS = [-7, -257] as const

/** The verifier is loaded at its first use: a start needs none. */
const verifier = () => import('@simplewebauthn/server')

/** The site of an origin. */
export function siteAt(origin: string): PasskeySite {
  return { origin, rpId: new URL(origin).hostname }
}

/**
 * The counter of a valid signature by the owner of the key; undefined for any other. The caller
 * compares the counter with the stored one (`isCounterAhead`).
 */
export async function counterOfSignature(
  { origin, rpId }: PasskeySite,
  expectedChallenge: ExpectedChallenge,
  publicKey: Uint8Array,
  { credentialId: id, signature, clientDataJSON, authenticatorData, userHandle }: SignedByPasskey,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await verifier()
  const answer = verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData,
        signature,
        ...(userHandle !== undefined && { userHandle }),
      },
      clientExtensionResults: {},
    },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    // Our own rule compares the stored counter, apart from the signature.
    credential: { id, publicKey: Uint8Array.from(publicKey), counter: 0 },
  })
  // It throws on what it cannot read or does not accept.
  const { verified, authenticationInfo } = await answer.catch(() => NOT_VERIFIED)
  return verified ? authenticationInfo?.newCounter : undefined
}

const NOT_VERIFIED = { verified: false, authenticationInfo: undefined } as const

/** The credential of a valid registration; undefined if it is none. */
export async function verifiedCredential(
  { origin, rpId }: PasskeySite,
  expectedChallenge: ExpectedChallenge,
  { credentialId: id, clientDataJSON, attestationObject }: Attestation,
) {
  if (!(await isPlain(attestationObject))) return undefined
  const { verifyRegistrationResponse } = await verifier()
  const answer = verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
  })
  const result = await answer.catch(() => undefined)
  if (!result?.verified) return undefined
  const { credential, credentialDeviceType } = result.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: credential.publicKey,
    signCount: credential.counter,
    isSynced: credentialDeviceType === 'multiDevice',
  }
}

/**
 * True if a new key came without a certificate of its maker. We ask for none, and one that is sent
 * could name addresses that a verifier then calls.
 */
export function isPlainAttestation(format: string, hasCertificates: boolean): boolean {
  return format === 'none' || (format === 'packed' && !hasCertificates)
}

/** Checks before the verifier does, which would fetch the lists that a certificate names. */
async function isPlain(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const object = decodeAttestationObject(Buffer.from(attestationObject, 'base64url'))
    return isPlainAttestation(object.get('fmt'), object.get('attStmt').get('x5c') !== undefined)
  } catch {
    return false
  }
}
