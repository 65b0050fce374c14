import type { RefusalReason } from '#words/reasons.ts'

/**
 * The codes of the envelope (product §2). 0 is success; any other code is a refusal with a message
 * for the borrower.
 */
export const CODE = {
  success: 0,
  refused: -1,
  notLoggedIn: -4,
  aadhaarOtpUnavailable: -1_100_001,
} as const

/** The reason for refusing a call: a stable code (words/reasons.ts). */
export type Reason = RefusalReason

export function codeOf(reason: Reason): number {
  if (reason === 'not-logged-in' || reason === 'contact-link-expired') return CODE.notLoggedIn
  if (reason === 'aadhaar-otp-unavailable') return CODE.aadhaarOtpUnavailable
  return CODE.refused
}
