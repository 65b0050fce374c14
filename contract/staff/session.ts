import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, instant, nothing, text } from '#contract/wire.ts'
import { PERMISSIONS, ROLES } from '#domain/staff/permissions.ts'

const LONGEST_PART = 8_192
const base64url = v.pipe(v.string(), v.maxLength(LONGEST_PART), v.regex(/^[\w-]+$/))
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

export const staffSession = {
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
    output: v.object({ staffId: id, mail: text, challenge: text, rpId: text, rpName: text }),
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
    }),
    refusals: [],
    ours: true,
  },
  prove: {
    does: 'Proves anew, by passkey, who uses this session.',
    method: 'POST',
    path: '/staff/v1/prove',
    auth: { staff: 'session:own' },
    sends: 'json',
    input: assertion,
    output: nothing,
    refusals: ['staff-passkey-refused'],
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
