/** Limits on the number and size of requests (product §10, "Limits"). */
import type { Reason } from '#contract/codes.ts'
import type { Endpoint } from '#contract/endpoint.ts'

/**
 * Requests a minute from one address. High, because thousands of borrowers share one address behind
 * a mobile operator's gateway.
 */
export const DEFAULT_PER_MINUTE = 6_000

/** The calls that cost money, send messages, or could be used for guessing. */
const SENSITIVE_PER_MINUTE: Readonly<Record<string, number>> = {
  '/sms/v1/sendCode': 300,
  '/sms/v1/sendConfirmCode': 300,
  '/user/v1/login': 600,
  '/user/v1/user-login': 600,
  '/user/v1/passkey/sign-in-options': 600,
  '/user/v1/passkey/sign-in': 600,
  '/user/v1/passkey/confirm-options': 600,
  '/user/v1/passkey/confirm': 600,
  '/user/v1/passkey/add-options': 300,
  '/user/v1/passkey/add': 300,
  '/tripartite/v1/user-login': 600,
  '/burying-point/v2/burying-point': 1_200,
  '/burying-point/v3/burying-point': 1_200,
  '/burying-point/burying-point/save-buried-point': 1_200,
  '/opinion-record/v1/save': 300,
  '/webpush/subscribe': 300,
  '/auth/v3/aadhaar/send-otp': 300,
  '/auth/aadhaar/verify': 600,
  '/auth/v1/aadhaar/code': 300,
  '/auth/v1/digilocker': 300,
  '/auth/v1/kyc-info/aadhaar-pan': 600,
  '/auth/v3/living-check': 300,
  '/authen/upload': 300,
  '/auth/v1/ocr-separate': 300,
  '/bank/v1/bind-card': 600,
  '/order/v1/apply': 600,
  '/order/v1/loan': 600,
  '/order/v1/withdraw': 600,
  '/order/v1/order-auto-apply': 600,
  '/order/v1/cancel-auto-apply': 600,
  '/pay-order/v1/repay': 600,
  '/order-repay-extension/v1/apply-extension': 600,
  '/order-repay-extension/v1/giveup-extension': 600,
  '/document/v1/statement': 300,
  '/document/v1/pdf': 300,
  '/document/v1/verify': 300,
}

/** Ordinary bodies are short forms. */
export const JSON_MAX_BYTES = 64 * 1024
/**
 * The handler refuses pictures over their own limit in the specification's words, so this one is a
 * little higher.
 */
const FORM_FILE_MAX_BYTES = 12 * 1024 * 1024
export const FORM_MAX_BYTES = FORM_FILE_MAX_BYTES + JSON_MAX_BYTES
/** The face, and the blink before it. */
const FORM_FILES_MAX = 2
const FORM_FIELDS_MAX = 20
/** The limits of a form, as options of its parser. */
export const FORM_LIMITS = {
  fileSize: FORM_FILE_MAX_BYTES,
  files: FORM_FILES_MAX,
  fields: FORM_FIELDS_MAX,
  fieldSize: 8 * 1024,
  parts: FORM_FIELDS_MAX + FORM_FILES_MAX,
}

/** The time limits for a request to arrive. */
export const RECEIVE_TIMEOUT_MS = 60_000
export const KEEP_ALIVE_TIMEOUT_MS = 65_000

/** True if a call is limited over all servers together, instead of on each server. */
export function isSensitive(path: string): boolean {
  return Object.hasOwn(SENSITIVE_PER_MINUTE, path)
}

/**
 * The requests of a call that one address may send in a minute; `scale` loosens all limits alike.
 */
export function perMinute(endpoint: Endpoint | undefined, scale: number): number {
  return Math.ceil(
    ((endpoint && SENSITIVE_PER_MINUTE[endpoint.path]) ?? DEFAULT_PER_MINUTE) * scale,
  )
}

/**
 * The address that a limit counts: of IPv6 the /64 that one household or host is given, and an IPv4
 * address however it is written.
 */
export function addressKey(ip: string): string {
  if (ip.includes('.')) return ip.slice(ip.lastIndexOf(':') + 1)
  const [head = '', tail] = ip.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}

/** The network that an address belongs to: of IPv4 its /24, of IPv6 its /48. */
export function prefixKey(ip: string): string {
  const address = addressKey(ip)
  if (address.includes('.')) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  return `${address.split(':').slice(0, 3).join(':')}::/48`
}

/**
 * Thrown where a limit that only the handler knows is exceeded. Answered as 429 with `Retry-After`.
 */
export class LimitReached extends Error {
  readonly retryAfterSeconds: number
  readonly reason: Reason
  constructor(retryAfterSeconds: number, reason: Reason = 'rate-limited') {
    super('a limit was reached')
    this.retryAfterSeconds = retryAfterSeconds
    this.reason = reason
  }
}
