import * as v from 'valibot'
import { type Paise, paise } from '#domain/money.ts'
import type { Database } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { Ids } from '#server/platform/ids.ts'
import type { WebhookReading } from '#server/providers/payment/port.ts'
import { isSigned, signatureOf, type WebhookHeaders } from '#server/providers/webhook-signature.ts'

/**
 * The largest difference between a webhook's time and ours; beyond it the webhook counts as a
 * replay.
 */
const TIME_WINDOW_MS = 5 * 60_000

export const SIGNATURE_HEADER = 'x-sandbox-signature'
export const TIMESTAMP_HEADER = 'x-sandbox-timestamp'
export const EVENT_ID_HEADER = 'x-sandbox-event-id'

const positivePaise = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1),
  v.transform((value): Paise => paise(value)),
)
const instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform(text => new Date(text)),
)
const paymentBody = v.object({
  id: v.string(),
  type: v.picklist(['payment.paid', 'payment.failed']),
  data: v.object({
    paymentId: v.string(),
    attemptRef: v.string(),
    amountPaise: positivePaise,
    paidAt: v.optional(instant),
  }),
})

export type PaymentNotice = v.InferInput<typeof paymentBody>

/** The headers of one delivery: epoch seconds, and hex HMAC-SHA256 over `{seconds}.{raw body}`. */
export function signedHeaders(
  body: string,
  eventId: string,
  secret: string,
  now: Date,
): Record<string, string> {
  const seconds = String(Math.floor(now.getTime() / 1000))
  return {
    'content-type': 'application/json',
    [EVENT_ID_HEADER]: eventId,
    [TIMESTAMP_HEADER]: seconds,
    [SIGNATURE_HEADER]: signatureOf(secret, [`${seconds}.`, body]).toString('hex'),
  }
}

/** Accepts a webhook only when one of the secrets signed exactly these bytes, recently. */
export function readSignedWebhook(
  rawBody: Uint8Array,
  headers: WebhookHeaders,
  secrets: readonly string[],
  now: Date,
): WebhookReading {
  return isGenuine(rawBody, headers, secrets, now) ? readBody(rawBody) : { kind: 'forged' }
}

/** True if one of the secrets signed exactly these bytes, recently. */
export function isGenuine(
  rawBody: Uint8Array,
  headers: WebhookHeaders,
  secrets: readonly string[],
  now: Date,
): boolean {
  const seconds = headers[TIMESTAMP_HEADER]
  if (typeof seconds !== 'string' || !/^\d{1,12}$/.test(seconds)) return false
  if (!isSigned(secrets, [`${seconds}.`, rawBody], headers[SIGNATURE_HEADER], 'hex')) return false
  return Math.abs(now.getTime() - Number(seconds) * 1000) <= TIME_WINDOW_MS
}

function readBody(rawBody: Uint8Array): WebhookReading {
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), paymentBody),
    Buffer.from(rawBody).toString('utf8'),
  )
  if (!parsed.success) return { kind: 'ignored' }
  const { id, type, data } = parsed.output
  const state = type === 'payment.paid' ? 'paid' : 'failed'
  const { paymentId, attemptRef, amountPaise: amount, paidAt } = data
  return { kind: 'event', event: { eventId: id, paymentId, attemptRef, state, amount, paidAt } }
}

const keepSecret = statement(
  'sandbox-webhook-secret',
  'UPDATE sandbox.setting SET webhook_secret = coalesce(webhook_secret, $1) RETURNING webhook_secret AS "secret!"',
)

/**
 * The secret that the simulated payment provider shares with us: generated once, then the same for
 * every server and start.
 */
export async function webhookSecret(db: Database, ids: Ids): Promise<string> {
  return (await db.one(keepSecret, [ids.secret()])).secret
}
