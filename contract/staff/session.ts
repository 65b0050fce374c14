import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, instant, nothing, text } from '#contract/wire.ts'
import { PERMISSIONS, ROLES } from '#domain/staff/permissions.ts'

const PART_CHARS_MAX = 8_192
const base64url = v.pipe(v.string(), v.maxLength(PART_CHARS_MAX), v.regex(/^[\w-]+$/))
const secret = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** The answer of a passkey to a challenge (WebAuthn, `navigator.credentials.get`). */
const assertion = v.strictObject({
  id: base64url,
  clientDataJSON: base64url,
  authenticatorData: base64url,
  signature: base64url,
})
/** A new passkey (WebAuthn, `navigator.credentials.create`). */
const attestation = v.strictObject({
  id: base64url,
  clientDataJSON: base64url,
  attestationObject: base64url,
  transports: v.pipe(v.array(v.picklist(TRANSPORTS)), v.maxLength(TRANSPORTS.length)),
})

const WAYS = ['passkey', 'provider', 'sandbox'] as const
/** A path of the console, and the name of an error: nothing that a person wrote. */
const consolePath = v.pipe(v.string(), v.maxLength(100), v.regex(/^\/[\w/%.-]*$/))
const errorName = v.pipe(v.string(), v.regex(/^\w{1,64}$/))
/** A code in the address to which the provider sends the browser back (RFC 6749 §4.1.2). */
const returned = v.pipe(v.string(), v.minLength(1), v.maxLength(2_048))
/** The person and the site, for a new passkey. */
const forNewPasskey = v.object({
  staffId: id,
  mail: text,
  challenge: text,
  rpId: text,
  rpName: text,
})

export const staffSession = {
  ways: {
    does: 'Whether people may sign in by the lender’s own provider, besides by passkey.',
    method: 'GET',
    path: '/staff/v1/ways',
    auth: 'public',
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({ isProviderOffered: v.boolean() }),
    refusals: [],
    ours: true,
  },
  challenge: {
    does: 'A challenge for a passkey to sign, once, within five minutes.',
    method: 'POST',
    path: '/staff/v1/challenge',
    auth: 'public',
    sends: 'json',
    input: v.strictObject({}),
    output: v.object({ challenge: text, rpId: text }),
    refusals: [],
    ours: true,
  },
  signIn: {
    does: 'Signs a member of staff in by passkey.',
    method: 'POST',
    path: '/staff/v1/sign-in',
    auth: 'public',
    sends: 'json',
    input: assertion,
    output: nothing,
    refusals: ['staff-passkey-refused'],
    ours: true,
  },
  invitation: {
    does: 'The person whom a link invites, and a challenge for their new passkey.',
    method: 'POST',
    path: '/staff/v1/invitation',
    auth: 'public',
    sends: 'json',
    input: v.strictObject({ link: secret }),
    output: forNewPasskey,
    refusals: ['staff-passkey-refused'],
    ours: true,
  },
  register: {
    does: 'Registers the passkey of an invited person and signs them in. The link is used up.',
    method: 'POST',
    path: '/staff/v1/register',
    auth: 'public',
    sends: 'json',
    input: v.strictObject({ link: secret, passkey: attestation }),
    output: nothing,
    refusals: ['staff-passkey-refused'],
    ours: true,
  },
  toProvider: {
    does: 'The address at the lender’s provider at which a person signs in, bound to this browser.',
    method: 'POST',
    path: '/staff/v1/provider/sign-in',
    auth: 'public',
    sends: 'json',
    input: v.strictObject({}),
    output: v.object({ address: text }),
    refusals: ['staff-provider-refused'],
    ours: true,
  },
  proveAtProvider: {
    does: 'The address at the lender’s provider, which reauthenticates the person of this session.',
    method: 'POST',
    path: '/staff/v1/provider/prove',
    auth: { staff: 'session:own' },
    sends: 'json',
    input: v.strictObject({}),
    output: v.object({ address: text }),
    refusals: ['staff-provider-refused'],
    ours: true,
  },
  fromProvider: {
    does: 'Takes the answer of the provider, once: signs in or reauthenticates, or asks for a code.',
    method: 'POST',
    path: '/staff/v1/provider/answer',
    auth: 'public',
    sends: 'json',
    input: v.strictObject({ code: returned, state: returned, iss: v.optional(returned) }),
    output: v.object({
      /** `code`: the code of the person’s app is still needed (TOTP). */
      next: v.picklist(['done', 'code']),
      /**
       * The secret for a new app, shown until its first right code: in base32, as the address that an
       * app opens, and as a QR code of that, in rows of modules (`1` is dark).
       */
      newApp: v.nullable(v.object({ secret: text, address: text, code: v.array(text) })),
    }),
    refusals: ['staff-provider-refused'],
    ours: true,
  },
  code: {
    does: 'Completes a sign-in or a proof by the code of the person’s app. Each code counts once.',
    method: 'POST',
    path: '/staff/v1/provider/code',
    auth: 'public',
    sends: 'json',
    input: v.strictObject({ code: v.pipe(v.string(), v.regex(/^\d{6}$/)) }),
    output: nothing,
    refusals: ['staff-provider-refused', 'staff-code-refused'],
    ours: true,
  },
  me: {
    does: 'The signed-in member of staff, with roles and permissions.',
    method: 'GET',
    path: '/staff/v1/me',
    auth: { staff: 'session:own' },
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({
      staffId: id,
      mail: text,
      roles: v.array(v.picklist(ROLES)),
      permissions: v.array(v.picklist(PERMISSIONS)),
      provedAt: instant,
      /** Made by the sandbox: there is no passkey, and signing in there again is the proof. */
      isSimulated: v.boolean(),
      /** The sign-in of this session, which also reauthenticates. */
      way: v.picklist(WAYS),
      /** While the account waits for its confirmation: the code that its person passes on. */
      confirmation: v.nullable(v.object({ code: text })),
    }),
    refusals: [],
    ours: true,
  },
  prove: {
    does: 'Reauthenticates, by passkey, the person of this session.',
    method: 'POST',
    path: '/staff/v1/prove',
    auth: { staff: 'session:own' },
    sends: 'json',
    input: assertion,
    output: nothing,
    refusals: ['staff-passkey-refused'],
    ours: true,
  },
  sessions: {
    does: 'The own sessions that live, the newest first.',
    method: 'GET',
    path: '/staff/v1/sessions',
    auth: { staff: 'session:own' },
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({
      sessions: v.array(
        v.object({
          sessionId: id,
          since: instant,
          lastSeenAt: instant,
          way: v.picklist(WAYS),
          isThis: v.boolean(),
        }),
      ),
    }),
    refusals: [],
    ours: true,
  },
  endSession: {
    does: 'Ends an own session. One of somebody else, or none, is left alone.',
    method: 'POST',
    path: '/staff/v1/sessions/end',
    auth: { staff: 'session:own' },
    sends: 'json',
    input: v.strictObject({ sessionId: id }),
    output: nothing,
    refusals: [],
    ours: true,
  },
  passkeys: {
    does: 'The own passkeys, the oldest first.',
    method: 'GET',
    path: '/staff/v1/passkeys',
    auth: { staff: 'session:own' },
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({
      passkeys: v.array(
        v.object({ passkeyId: base64url, addedAt: instant, lastUsedAt: v.nullable(instant) }),
      ),
    }),
    refusals: [],
    ours: true,
  },
  addOptions: {
    does: 'A challenge for a further passkey of the own account.',
    method: 'POST',
    path: '/staff/v1/passkeys/options',
    auth: { staff: 'session:own' },
    sends: 'json',
    input: v.strictObject({}),
    output: forNewPasskey,
    refusals: [],
    ours: true,
  },
  addPasskey: {
    does: 'Adds a further passkey to the own account.',
    method: 'POST',
    path: '/staff/v1/passkeys/add',
    auth: { staff: 'session:own' },
    sends: 'json',
    input: v.strictObject({ passkey: attestation }),
    output: nothing,
    refusals: ['staff-passkey-refused', 'passkey-limit'],
    reauthenticates: true,
    ours: true,
  },
  removePasskey: {
    does: 'Removes an own passkey, but not the last, and ends the own other sessions.',
    method: 'POST',
    path: '/staff/v1/passkeys/remove',
    auth: { staff: 'session:own' },
    sends: 'json',
    input: v.strictObject({ passkeyId: base64url }),
    output: nothing,
    refusals: ['staff-passkey-last'],
    reauthenticates: true,
    ours: true,
  },
  pageFailed: {
    does: 'Reports that a page of the console stopped working, and the name of the error.',
    method: 'POST',
    path: '/staff/v1/page-failed',
    auth: { staff: 'session:own' },
    sends: 'json',
    input: v.strictObject({ page: consolePath, error: errorName }),
    output: nothing,
    refusals: [],
    ours: true,
  },
  signOut: {
    does: 'Ends the session.',
    method: 'POST',
    path: '/staff/v1/sign-out',
    auth: { staff: 'session:own' },
    sends: 'json',
    input: v.strictObject({}),
    output: nothing,
    refusals: [],
    ours: true,
  },
} satisfies Endpoints
