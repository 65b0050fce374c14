/** Calls of a signed-in borrower about themselves. Unlike signing in, they involve loans. */
import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { ladder, tiers } from '#contract/tiers.ts'
import { id, instant, nothing, whole } from '#contract/wire.ts'

export const account = {
  me: {
    does: 'Returns the signed-in borrower: the masked number and the standing earned by repaid loans.',
    method: 'GET',
    path: '/user/v1/me',
    auth: 'borrower',
    limited: true,
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({
      maskedPhone: v.string(),
      loansRepaid: whole,
      loansRepaidOnTime: whole,
      tiers,
      ladder,
      /** The native app created the session. */
      isAppUser: v.boolean(),
      /** Until the owner confirms this device, the session only sees and repays loans. */
      isLimited: v.boolean(),
      hasPasskey: v.boolean(),
    }),
    refusals: [],
    ours: true,
  },
  sendConfirmCode: {
    does: 'Sends the second code: a limited session needs it for all but seeing and repaying its loans, any other to add or remove a passkey (product §10).',
    method: 'POST',
    path: '/sms/v1/sendConfirmCode',
    auth: 'borrower',
    limited: true,
    sends: 'json',
    input: v.strictObject({}),
    output: v.object({ resendSeconds: whole, codeDigits: whole }),
    refusals: [
      'device-key-required',
      'code-resend-too-soon',
      'code-limit-reached',
      'confirm-code-not-sent',
    ],
    ours: true,
  },
  confirmDevice: {
    does: 'Reauthenticates the owner by the second code. An unknown device is known from then on, and its sessions are not limited any more.',
    method: 'POST',
    path: '/user/v1/confirm-device',
    auth: 'borrower',
    limited: true,
    sends: 'json',
    input: v.strictObject({ code: v.pipe(v.string(), v.regex(/^\d{6}$/)) }),
    output: nothing,
    refusals: ['confirm-code-wrong', 'code-expired'],
    ours: true,
  },
  devices: {
    does: 'The devices on which the borrower is signed in, or which are known, the last used first.',
    method: 'GET',
    path: '/user/v1/devices',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: v.array(
      v.object({
        deviceId: id,
        /** The device of this session. */
        isThis: v.boolean(),
        isApp: v.boolean(),
        isKnown: v.boolean(),
        firstSeenAt: instant,
        /** Null without a live session. Recorded once an hour. */
        lastUsedAt: v.nullable(instant),
      }),
    ),
    refusals: [],
    ours: true,
  },
  endDevice: {
    does: 'Signs the borrower out on one device, which is known no more. Without such a device, nothing changes.',
    method: 'POST',
    path: '/user/v1/end-device',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ deviceId: v.pipe(v.string(), v.uuid()) }),
    output: nothing,
    refusals: [],
    ours: true,
  },
} satisfies Endpoints
