/** The acts with a passkey. Loaded at the first one, with the browser's part of it. */
import { passkey } from '#contract/passkey.ts'
import { call } from '#web/api/call.ts'
import { messageOf } from '#web/api/failures.ts'
import { isUnconfirmed, ownerConfirms } from '#web/api/owner-check.ts'
import {
  canSuggestPasskeys,
  endCeremony,
  makePasskey,
  type NoAnswer,
  type Signature,
  signChallenge,
} from '#web/device/passkeys.ts'
import { t } from '#web/locales/i18n.ts'
import { inWords } from '#web/locales/in-words.ts'
import { askAboutOther } from '#web/sign-in/ask-about-other.tsx'

/** The token of a new session, an error, or that the existing session continues. */
export type SignedIn = { token: string } | { problem: string } | 'stays'

/** Signs in; asks first if somebody else is signed in here. */
export async function signInByPasskey(): Promise<SignedIn> {
  const options = await call(passkey.signInOptions, {})
  if (!options.ok) return { problem: messageOf(options) }
  const signature = await signChallenge(options.data)
  return typeof signature === 'string' ? { problem: noAnswerText(signature) } : enter(signature)
}

/** A challenge is renewed this long before the server forgets it. */
const RENEWED_EARLIER_MS = 30_000
/** A page that is left open stops renewing after about an hour. */
const CHALLENGES_MAX = 12

/**
 * Signs in once the person chooses a passkey among the suggestions of the number's field; undefined
 * without one: if the browser makes no suggestions, `ended` says so, or another ceremony begins.
 */
export async function signInBySuggestion(
  field: HTMLInputElement,
  ended: AbortSignal,
): Promise<SignedIn | undefined> {
  if (!(await canSuggestPasskeys())) return undefined
  field.autocomplete = 'tel-national webauthn'
  for (let count = 0; count < CHALLENGES_MAX; count += 1) {
    const options = await call(passkey.signInOptions, {})
    if (!options.ok || ended.aborted) return undefined
    let isRenewed = false
    const renewal = setTimeout(() => {
      isRenewed = true
      endCeremony()
    }, options.data.timeout - RENEWED_EARLIER_MS)
    ended.addEventListener('abort', endCeremony)
    const signature = await signChallenge(options.data, 'field')
    ended.removeEventListener('abort', endCeremony)
    clearTimeout(renewal)
    if (typeof signature !== 'string') return enter(signature)
    if (!isRenewed) return undefined
  }
  return undefined
}

async function enter(signature: Signature): Promise<SignedIn> {
  let answer = await call(passkey.signIn, { signature })
  if (!answer.ok && answer.reason === 'session-of-another') {
    if (!(await askAboutOther(answer))) return 'stays'
    answer = await call(passkey.signIn, { signature, replace: true })
  }
  return answer.ok ? answer.data : { problem: messageOf(answer) }
}

/** Proves the owner of this session. Returns the error, if any. */
export async function confirmByPasskey(): Promise<string | undefined> {
  const options = await call(passkey.confirmOptions, {})
  if (!options.ok) return messageOf(options)
  const signature = await signChallenge(options.data)
  if (typeof signature === 'string') return noAnswerText(signature)
  const answer = await call(passkey.confirm, { signature })
  return answer.ok ? undefined : messageOf(answer)
}

/** Adds a passkey for this device, after a required proof of the owner. Returns the error, if any. */
export async function addPasskey(): Promise<string | undefined> {
  let options = await call(passkey.addOptions, {})
  if (isUnconfirmed(options) && (await ownerConfirms(options)))
    options = await call(passkey.addOptions, {})
  if (!options.ok) return messageOf(options)
  const credential = await makePasskey(options.data)
  if (typeof credential === 'string') return noAnswerText(credential)
  const answer = await call(passkey.add, credential)
  return answer.ok ? undefined : messageOf(answer)
}

function noAnswerText(why: NoAnswer): string {
  if (why === 'exists') return inWords('refusal', { reason: 'passkey-exists' })
  return t(why === 'cancelled' ? 'code.passkey.cancelled' : 'code.passkey.failed')
}
