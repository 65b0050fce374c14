/** Passkeys of a borrower: how many, how long a challenge lives, and which are trusted (product §10). */

/** The maximum of passkeys of one borrower. */
export const PASSKEYS_MAX = 10
/** A passkey is added or removed only this long after a code or a passkey proved its owner (decision 53). */
export const PASSKEY_PROOF_SECONDS = 300
/** The lifetime of a challenge: that of a sign-in code. */
export const PASSKEY_CHALLENGE_SECONDS = 300

/**
 * True if a signature's counter may follow the stored one (WebAuthn Level 3, §6.1.1). One that does
 * not grow indicates a cloned key. Synced passkeys do not count: theirs is always 0.
 */
export function isCounterAhead(stored: number, shown: number): boolean {
  return shown > stored || (shown === 0 && stored === 0)
}

/** A passkey, and whether it was added on the device in question, or made it known. */
export type OwnPasskey = { readonly passkeyId: string; readonly isOfThisDevice: boolean }

/**
 * The passkeys that end once the identity is verified on this device: those that were neither added
 * nor used on it. Until then a sign-in code was enough to add one, so a stranger may hold them.
 */
export function strangePasskeys(passkeys: readonly OwnPasskey[]): string[] {
  return passkeys.filter(each => !each.isOfThisDevice).map(({ passkeyId }) => passkeyId)
}

/** True if a proof of the owner is new enough for a change of passkeys; null where there was none. */
export function isProofNew(provedAt: Date | null, at: Date): boolean {
  return provedAt !== null && at.getTime() - provedAt.getTime() <= PASSKEY_PROOF_SECONDS * 1000
}
