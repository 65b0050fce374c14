/** The browser's passkeys (WebAuthn), by SimpleWebAuthn. Imported only once somebody wants to use one. */
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type { Input, Output } from '#contract/endpoint.ts'
import type { passkey } from '#contract/passkey.ts'

export type Signature = Input<typeof passkey.signIn>['signature']
type NewPasskey = Input<typeof passkey.add>

/**
 * Why there is no answer: the person closed the browser's dialog or let it expire, this device has
 * a passkey already, or it cannot have one.
 */
export type NoAnswer = 'cancelled' | 'exists' | 'failed'

/** Whether the browser suggests passkeys in a field ("conditional" mediation, WebAuthn Level 3, §5.1.4). */
export const canSuggestPasskeys = browserSupportsWebAuthnAutofill

/** Ends the running ceremony, whose answer is then `cancelled`. */
export function endCeremony(): void {
  WebAuthnAbortService.cancelCeremony()
}

/**
 * Signs a challenge with a passkey that the person chooses and unlocks: in a dialog, which opens at
 * once, or among the suggestions of a field, for as long as it takes. Each ends an older ceremony.
 */
export async function signChallenge(
  options: Output<typeof passkey.signInOptions>,
  where: 'dialog' | 'field' = 'dialog',
): Promise<Signature | NoAnswer> {
  try {
    const { id, response } = await startAuthentication({
      optionsJSON: options,
      useBrowserAutofill: where === 'field',
    })
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    if (userHandle === undefined) return 'failed'
    return { credentialId: id, clientDataJSON, authenticatorData, signature, userHandle }
  } catch (error) {
    return noAnswerOf(error)
  }
}

/** Creates a passkey, protected by the person's screen lock. */
export async function makePasskey(
  options: Output<typeof passkey.addOptions>,
): Promise<NewPasskey | NoAnswer> {
  try {
    const { id, response } = await startRegistration({ optionsJSON: options })
    const { clientDataJSON, attestationObject } = response
    return { credentialId: id, clientDataJSON, attestationObject }
  } catch (error) {
    return noAnswerOf(error)
  }
}

/** The meaning of a WebAuthn error (Level 3, §5.1.3, §5.1.4). */
export function noAnswerOf(error: unknown): NoAnswer {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled'
  return name === 'InvalidStateError' ? 'exists' : 'failed'
}
