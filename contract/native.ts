import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { code, phone, replace } from '#contract/login.ts'
import { flag, id, text, whole } from '#contract/wire.ts'

const session = v.object({ token: v.string(), isRegister: flag })

/** The format of a one-time code for the native app. */
export const EXCHANGE_CODE = /^[\w-]{43}$/
/** A proof of a device's key: a signed JWT in its compact form (decision 52). */
export const DEVICE_PROOF = /^[\w-]+\.[\w-]+\.[\w-]+$/
export const DEVICE_PROOF_MAX_CHARS = 2_000

/**
 * Signs in from a native app. Its requests name the device in headers: deviceId, version, idfv,
 * idfa, sdkVersion, brand; and its key signs them, in the header DPoP (decision 52).
 */
export const native = {
  login: {
    does: 'Logs a native app in with a code, or a page inside it with an exchange code. The session is flagged as an app user’s.',
    method: 'POST',
    path: '/user/v1/user-login',
    auth: 'public',
    sends: 'json',
    input: v.variant('by', [
      v.strictObject({ by: v.literal('code'), phone, code, replace }),
      v.strictObject({
        by: v.literal('exchange'),
        exchangeCode: v.pipe(v.string(), v.regex(EXCHANGE_CODE)),
        /** Signed for this call by the key of the device, over the exchange code as its token. */
        proof: v.pipe(v.string(), v.maxLength(DEVICE_PROOF_MAX_CHARS), v.regex(DEVICE_PROOF)),
        replace,
      }),
    ]),
    output: session,
    refusals: [
      'device-required',
      'session-of-another',
      'code-wrong',
      'code-expired',
      'code-tries-exhausted',
      'code-length',
      'code-longer',
      'proof-of-work-required',
      'exchange-code-expired',
    ],
  },
  partnerLogin: {
    does: 'Logs in a borrower of a configured partner. Signed over its sorted parameters, valid for a short time and only once.',
    method: 'POST',
    path: '/tripartite/v1/user-login',
    auth: 'public',
    sends: 'json',
    input: v.strictObject({
      partnerId: id,
      phone,
      /** The device that the session is bound to; equals the header `deviceId`. */
      deviceId: v.pipe(v.string(), v.regex(/^[\w.:-]{8,100}$/)),
      /** Seconds since 1970. */
      timestamp: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000_000_000)),
      nonce: v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/)),
      /** Hex HMAC-SHA256 of `name=value` of every other parameter, sorted by name, joined by `&`. */
      sign: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    }),
    output: session,
    refusals: ['device-required', 'partner-refused'],
  },
  exchangeCode: {
    does: 'Creates a code that opens one session in a page of the app on the same device: for `/joint` and `/orders/audit?token=`.',
    method: 'POST',
    path: '/user/v1/exchange-code',
    auth: 'borrower',
    limited: true,
    sends: 'json',
    input: v.strictObject({}),
    output: v.object({ exchangeCode: text, expiresInSeconds: whole }),
    refusals: ['device-required', 'device-key-required'],
    ours: true,
  },
} satisfies Endpoints
