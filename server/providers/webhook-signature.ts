import { createHmac, timingSafeEqual } from 'node:crypto'

/** Headers as received, names in lower case. */
export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>

const FORMS = { hex: /^[0-9a-f]{64}$/, base64: /^[A-Za-z0-9+/]{43}=$/ } as const

/** HMAC-SHA256 over the parts, in order. */
export function signatureOf(secret: string, parts: readonly (string | Uint8Array)[]): Buffer {
  const hmac = createHmac('sha256', secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest()
}

/**
 * True if one of the secrets (two during a rotation) signed exactly these bytes; compares in
 * constant time.
 */
export function isSigned(
  secrets: readonly string[],
  parts: readonly (string | Uint8Array)[],
  claimed: string | string[] | undefined,
  encoding: keyof typeof FORMS,
): boolean {
  if (typeof claimed !== 'string' || !FORMS[encoding].test(claimed)) return false
  const bytes = Buffer.from(claimed, encoding)
  return secrets.some(secret => timingSafeEqual(bytes, signatureOf(secret, parts)))
}

/** Vendors repeat a webhook for about a day, some with its original time. */
const OLDEST_MS = 48 * 3_600_000
const CLOCK_SKEW_MS = 5 * 60_000

/** True if a webhook's signed time is plausible: an older one is a replay. */
export function isTimely(sentAtMs: number, now: Date): boolean {
  const ageMs = now.getTime() - sentAtMs
  return Number.isFinite(sentAtMs) && ageMs >= -CLOCK_SKEW_MS && ageMs <= OLDEST_MS
}
