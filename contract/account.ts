/** Calls of a borrower who is signed in about themselves; they know of loans, unlike signing in. */
import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, whole } from '#contract/wire.ts'

/** As it was typed, spaces and all: bind-card has the rules. Its end goes into an SMS, and so it may not carry words. */
const accountNumber = v.pipe(v.string(), v.regex(/^[\d\s-]{1,60}$/))

export const account = {
  me: {
    does: 'Says who is signed in: the masked number and the standing that loans repaid have earned.',
    method: 'GET',
    path: '/user/v1/me',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({
      maskedPhone: v.string(),
      loansRepaid: whole,
      loansRepaidOnTime: whole,
      /** The session was opened by the native app. */
      isAppUser: v.boolean(),
    }),
    refusals: [],
    ours: true,
  },
  sendConfirmCode: {
    does: 'Sends the second code that a new device needs before Get Money or a new bank card (product §10).',
    method: 'POST',
    path: '/sms/v1/sendConfirmCode',
    auth: 'borrower',
    sends: 'json',
    input: v.variant('purpose', [
      v.strictObject({ purpose: v.literal('loan'), orderId: id }),
      v.strictObject({
        purpose: v.literal('bank-card'),
        bankCode: v.pipe(v.string(), v.maxLength(60)),
        cardNo: accountNumber,
      }),
    ]),
    output: v.object({ resendSeconds: whole, codeDigits: whole }),
    refusals: ['code-resend-too-soon', 'code-limit-reached', 'order-not-found'],
    ours: true,
  },
} satisfies Endpoints
