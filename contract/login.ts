import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { flag, id, nothing, whole } from '#contract/wire.ts'

const phone = v.pipe(v.string(), v.regex(/^91[6-9]\d{9}$/, 'Please enter a valid Indian mobile number.'))
const code = v.pipe(v.string(), v.regex(/^\d{4,6}$/, 'Please enter the code as digits.'))
/** As it was typed, spaces and all: bind-card has the rules. Its end goes into an SMS, and so it may not carry words. */
const accountNumber = v.pipe(v.string(), v.regex(/^[\d\s-]{1,60}$/))

export const login = {
  sendCode: {
    does: 'Sends a sign-in code by SMS and binds it to the asking browser.',
    method: 'GET',
    path: '/sms/v1/sendCode',
    auth: 'public',
    sends: 'query',
    input: v.strictObject({ phone }),
    output: v.object({ resendSeconds: whole, codeDigits: whole }),
    refusals: ['phone-invalid', 'code-resend-too-soon', 'code-limit-reached'],
  },
  login: {
    does: 'Exchanges the code for a session.',
    method: 'POST',
    path: '/user/v1/login',
    auth: 'public',
    sends: 'json',
    input: v.strictObject({ phone, code }),
    output: v.object({ token: v.string(), isRegister: flag }),
    refusals: ['code-wrong', 'code-expired', 'code-tries-exhausted', 'codes-wrong-too-often'],
  },
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
  logout: {
    does: 'Ends this session, or every session of the borrower, at once.',
    method: 'POST',
    path: '/user/v1/logout',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ everywhere: v.optional(v.boolean(), false) }),
    output: nothing,
    refusals: [],
    ours: true,
  },
  sendConfirmCode: {
    does: 'Sends the second code that a new device needs before Get Money or a new bank card (decisions §10).',
    method: 'POST',
    path: '/sms/v1/sendConfirmCode',
    auth: 'borrower',
    sends: 'json',
    input: v.variant('purpose', [
      v.strictObject({ purpose: v.literal('loan'), orderId: id }),
      v.strictObject({ purpose: v.literal('bank-card'), bankCode: v.pipe(v.string(), v.maxLength(60)), cardNo: accountNumber }),
    ]),
    output: v.object({ resendSeconds: whole, codeDigits: whole }),
    refusals: ['code-resend-too-soon', 'code-limit-reached', 'order-not-found'],
    ours: true,
  },
} satisfies Endpoints
