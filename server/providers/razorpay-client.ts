import * as v from 'valibot'
import { type Paise, paise } from '#domain/money.ts'
import type { RazorpaySettings, RazorpayXSettings } from '#server/platform/vendor-settings.ts'
import { type VendorClient, vendorClient } from '#server/providers/vendor-http.ts'
import { isSigned, isTimely, type WebhookHeaders } from '#server/providers/webhook-signature.ts'

export const RAZORPAY = 'razorpay'

/** Razorpay and RazorpayX over HTTP: the key pair as HTTP Basic, amounts in paise. */
export function razorpayClient({
  baseUrl,
  keyId,
  keySecret,
  timeoutMs,
}: RazorpaySettings): VendorClient {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  return vendorClient({
    vendor: RAZORPAY,
    baseUrl,
    headers: { authorization },
    ...(timeoutMs && { timeoutMs }),
  })
}

export const paiseAmount = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1),
  v.transform((value): Paise => paise(value)),
)

/** Seconds since 1970. */
export const epochSeconds = v.pipe(
  v.number(),
  v.safeInteger(),
  v.transform(seconds => new Date(seconds * 1000)),
)

const refusalBody = v.object({
  error: v.object({
    code: v.string(),
    description: v.optional(v.string()),
    field: v.nullish(v.string()),
  }),
})

/** True if a refusal names a field or object that matches this pattern. */
export function refusalSpeaksOf(body: unknown, pattern: RegExp): boolean {
  const parsed = v.safeParse(refusalBody, body)
  if (!parsed.success) return false
  const { description = '', field } = parsed.output.error
  return pattern.test(description) || pattern.test(field ?? '')
}

const SIGNATURE_HEADER = 'x-razorpay-signature'
const EVENT_ID_HEADER = 'x-razorpay-event-id'
const signedTime = v.object({ created_at: v.number() })

export type RazorpayWebhook =
  | { readonly kind: 'signed'; readonly eventId: string; readonly body: unknown }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'forged' }

/**
 * Reads a webhook if it is signed over these bytes, and its signed time is recent. The event's id
 * is an unsigned header; it may only prevent processing the same message twice.
 */
export function readRazorpayWebhook(
  rawBody: Uint8Array,
  headers: WebhookHeaders,
  { webhookSecrets }: Pick<RazorpaySettings, 'webhookSecrets'>,
  now: Date,
): RazorpayWebhook {
  if (!isSigned(webhookSecrets, [rawBody], headers[SIGNATURE_HEADER], 'hex'))
    return { kind: 'forged' }
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson()),
    Buffer.from(rawBody).toString('utf8'),
  )
  const eventId = headers[EVENT_ID_HEADER]
  const time = v.safeParse(signedTime, parsed.output)
  if (!parsed.success || !time.success || typeof eventId !== 'string' || eventId.length > 200)
    return { kind: 'ignored' }
  if (!isTimely(time.output.created_at * 1000, now)) return { kind: 'forged' }
  return { kind: 'signed', eventId, body: parsed.output }
}

const listed = v.object({ items: v.array(v.unknown()) })

/** Tests the key pair by reading the newest payment (razorpay.com/docs/api/payments/fetch-all-payments). */
export function testRazorpayKey(settings: RazorpaySettings): Promise<void> {
  return readNewest(razorpayClient(settings), '/payments?count=1')
}

/** Tests the key pair and the account by reading its newest payout (razorpay.com/docs/api/x/payouts/fetch-all). */
export function testRazorpayXKey(settings: RazorpayXSettings): Promise<void> {
  const query = new URLSearchParams({ account_number: settings.accountNumber, count: '1' })
  return readNewest(razorpayClient(settings), `/payouts?${query}`)
}

async function readNewest(client: VendorClient, path: string): Promise<void> {
  const call = { what: 'test the key', method: 'GET', path } as const
  const answer = await client.ask(call, listed)
  if (answer.kind === 'refused') throw client.unexpected(call, answer)
}
