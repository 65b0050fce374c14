/** Calls of a signed-in borrower about themselves. Unlike signing in, they involve loans. */
import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, whole } from '#contract/wire.ts'

/**
 * As typed, spaces included; bind-card validates it. Its end goes into an SMS, so it may not
 * contain words.
 */
const accountNumber = v.pipe(v.string(), v.regex(/^[\d\s-]{1,60}$/))

export const account = {
  me: {
    does: 'Returns the signed-in borrower: the masked number and the standing earned by repaid loans.',
    method: 'GET',
    path: '/user/v1/me',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({
      maskedPhone: v.string(),
      loansRepaid: whole,
      loansRepaidOnTime: whole,
      /** The native app created the session. */
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
