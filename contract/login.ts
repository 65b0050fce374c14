import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { flag, nothing, whole } from '#contract/wire.ts'

/** A number as the calls carry it; the text of a person's field is read before (domain/phone.ts). */
export const phone = v.pipe(
  v.string(),
  v.regex(/^91[6-9]\d{9}$/, 'Please enter a valid Indian mobile number.'),
)
export const code = v.pipe(v.string(), v.regex(/^\d{4,8}$/, 'Please enter the code as digits.'))
/**
 * The visitor agreed that this sign-in ends the session of another person that is there. Without it
 * such a sign-in is refused.
 */
export const replace = v.optional(v.boolean())

export const login = {
  sendCode: {
    does: 'Sends a sign-in code by SMS and binds it to the requesting browser.',
    method: 'GET',
    path: '/sms/v1/sendCode',
    auth: 'public',
    sends: 'query',
    input: v.strictObject({ phone }),
    output: v.object({ resendSeconds: whole, codeDigits: whole }),
    refusals: [
      'phone-invalid',
      'code-resend-too-soon',
      'code-limit-reached',
      'code-not-sent',
      'proof-of-work-required',
    ],
    acts: true,
  },
  login: {
    does: 'Exchanges the code for a session.',
    method: 'POST',
    path: '/user/v1/login',
    auth: 'public',
    sends: 'json',
    input: v.strictObject({ phone, code, replace }),
    output: v.object({ token: v.string(), isRegister: flag }),
    refusals: [
      'session-of-another',
      'code-wrong',
      'code-expired',
      'code-tries-exhausted',
      'code-length',
      'code-longer',
      'proof-of-work-required',
    ],
  },
  logout: {
    does: 'Ends this session, or every session of the borrower, immediately.',
    method: 'POST',
    path: '/user/v1/logout',
    auth: 'borrower',
    limited: true,
    sends: 'json',
    input: v.strictObject({ everywhere: v.optional(v.boolean(), false) }),
    output: nothing,
    refusals: [],
    ours: true,
  },
} satisfies Endpoints
