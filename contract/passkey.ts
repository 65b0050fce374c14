/** Passkeys: WebAuthn credentials of borrowers in browsers (product §10, decision 53). */
import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { replace } from '#contract/login.ts'
import { id, instant, nothing, text, whole } from '#contract/wire.ts'

const bytes = (maxChars: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(maxChars), v.regex(/^[\w-]+$/))
/** At most 1023 bytes (WebAuthn Level 3, §4). */
const credentialId = bytes(1_364)
const clientDataJSON = bytes(4_000)

/** What the browser needs to sign a challenge with a passkey. */
const request = v.object({
  challenge: text,
  rpId: text,
  timeout: whole,
  userVerification: v.literal('required'),
  /** Empty at a sign-in: the borrower chooses among the passkeys for this site. */
  allowCredentials: v.array(v.object({ id: text, type: v.literal('public-key') })),
})

/** The browser's signature of a challenge. All values are base64url. */
const signature = v.strictObject({
  credentialId,
  clientDataJSON,
  authenticatorData: bytes(4_000),
  signature: bytes(2_000),
  /** The account, as the authenticator stored it. */
  userHandle: bytes(88),
})

export const passkey = {
  signInOptions: {
    does: 'Makes the challenge of a sign-in with a passkey, and binds it to the requesting browser.',
    method: 'POST',
    path: '/user/v1/passkey/sign-in-options',
    auth: 'public',
    sends: 'json',
    input: v.strictObject({}),
    output: request,
    refusals: ['passkey-browser-only'],
    ours: true,
  },
  signIn: {
    does: 'Exchanges the signature of a passkey for a session on a known device.',
    method: 'POST',
    path: '/user/v1/passkey/sign-in',
    auth: 'public',
    sends: 'json',
    input: v.strictObject({ signature, replace }),
    output: v.object({ token: v.string() }),
    refusals: [
      'passkey-browser-only',
      'passkey-unknown',
      'passkey-refused',
      'passkey-counter-behind',
      'session-of-another',
    ],
    ours: true,
  },
  confirmOptions: {
    does: 'Makes the challenge by which a passkey reauthenticates the owner of a session.',
    method: 'POST',
    path: '/user/v1/passkey/confirm-options',
    auth: 'borrower',
    limited: true,
    sends: 'json',
    input: v.strictObject({}),
    output: request,
    refusals: ['passkey-browser-only', 'passkey-none'],
    ours: true,
  },
  confirm: {
    does: 'Reauthenticates the owner and makes the device of this session known by a passkey, as the second code does.',
    method: 'POST',
    path: '/user/v1/passkey/confirm',
    auth: 'borrower',
    limited: true,
    sends: 'json',
    input: v.strictObject({ signature }),
    output: nothing,
    refusals: [
      'passkey-browser-only',
      'passkey-unknown',
      'passkey-refused',
      'passkey-counter-behind',
    ],
    ours: true,
  },
  list: {
    does: 'The passkeys of the borrower, the newest first.',
    method: 'GET',
    path: '/user/v1/passkeys',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: v.array(
      v.object({
        passkeyId: id,
        addedAt: instant,
        lastUsedAt: v.nullable(instant),
        /** The owner's other devices get it too. */
        isSynced: v.boolean(),
        /** It made the device of this session known, or was added on it. */
        isOfThisDevice: v.boolean(),
      }),
    ),
    refusals: [],
    ours: true,
  },
  addOptions: {
    does: 'Makes the challenge by which a new passkey is made, within minutes after a proof of the owner.',
    method: 'POST',
    path: '/user/v1/passkey/add-options',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({}),
    output: v.object({
      challenge: text,
      rp: v.object({ id: text, name: text }),
      /** The id is opaque; the name is the masked number. */
      user: v.object({ id: text, name: text, displayName: text }),
      pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal('public-key') })),
      timeout: whole,
      excludeCredentials: v.array(v.object({ id: text, type: v.literal('public-key') })),
      authenticatorSelection: v.object({
        residentKey: v.literal('required'),
        requireResidentKey: v.literal(true),
        userVerification: v.literal('required'),
      }),
      attestation: v.literal('none'),
    }),
    refusals: ['passkey-browser-only', 'confirm-code-again', 'passkey-limit'],
    ours: true,
  },
  add: {
    does: 'Stores a new passkey. The device of this session is known by it.',
    method: 'POST',
    path: '/user/v1/passkey/add',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ credentialId, clientDataJSON, attestationObject: bytes(16_000) }),
    output: nothing,
    refusals: [
      'passkey-browser-only',
      'confirm-code-again',
      'passkey-refused',
      'passkey-limit',
      'passkey-exists',
    ],
    ours: true,
  },
  remove: {
    does: 'Removes a passkey, within minutes after a proof of the owner. Devices that it alone made known are known no more, and signed out but for this one. Without such a passkey, nothing changes.',
    method: 'POST',
    path: '/user/v1/passkey/remove',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ passkeyId: v.pipe(v.string(), v.uuid()) }),
    output: nothing,
    refusals: ['confirm-code-again'],
    ours: true,
  },
} satisfies Endpoints
