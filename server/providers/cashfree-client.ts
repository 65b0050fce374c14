import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { type Paise, paise } from '#domain/money.ts'
import type { CashfreeSettings } from '#server/platform/vendor-settings.ts'
import { type VendorClient, vendorClient } from '#server/providers/vendor-http.ts'
import { isSigned, isTimely, type WebhookHeaders } from '#server/providers/webhook-signature.ts'

export const CASHFREE = 'cashfree'

const VERSIONS = { pg: '2023-08-01', payout: '2024-01-01', verification: '2023-12-18' } as const

/** One product of Cashfree over HTTP: client id and secret in headers, amounts in rupees. */
export function cashfreeClient(
  settings: CashfreeSettings,
  product: keyof typeof VERSIONS,
): VendorClient {
  const { baseUrl, clientId, clientSecrets, timeoutMs } = settings
  const headers = {
    'x-client-id': clientId,
    'x-client-secret': clientSecrets[0],
    'x-api-version': VERSIONS[product],
  }
  return vendorClient({
    vendor: CASHFREE,
    baseUrl: `${baseUrl}/${product}`,
    headers,
    ...(timeoutMs && { timeoutMs }),
  })
}

/** Rupees, as a number or as text, with at most two decimals. */
export const rupeeAmount = v.pipe(
  v.union([v.pipe(v.number(), v.transform(String)), v.string()]),
  v.regex(/^\d{1,12}(\.\d{1,2})?$/),
  v.transform((text): Paise => {
    const [whole = '', part = ''] = text.split('.')
    return paise(Number(`${whole}${part.padEnd(2, '0')}`))
  }),
)

export function rupeesOf(amount: Paise): number {
  return amount / 100
}

/** An id of Cashfree's: a number in some cases and versions. */
export const vendorId = v.pipe(v.union([v.string(), v.number()]), v.transform(String))

export const instant = v.pipe(
  v.string(),
  v.check(text => !Number.isNaN(Date.parse(text))),
  v.transform(text => new Date(text)),
)

/** A UUID without hyphens, which Cashfree does not accept everywhere, and back. */
export function compactId(uuid: string): string {
  return uuid.replaceAll('-', '')
}
export function wholeId(compact: string): string | undefined {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(compact)
  return parts?.slice(1).join('-')
}

/** Pictures as Cashfree accepts them: JPEG under fixed names, with a unique request id. */
export function pictureForm(
  verificationId: string,
  pictures: Readonly<Record<string, Uint8Array>>,
): FormData {
  const form = new FormData()
  form.set('verification_id', verificationId)
  for (const [name, bytes] of Object.entries(pictures))
    form.set(name, new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), `${name}.jpg`)
  return form
}

const SIGNATURE_HEADER = 'x-webhook-signature'
const TIMESTAMP_HEADER = 'x-webhook-timestamp'

export type CashfreeWebhook =
  | { readonly kind: 'signed'; readonly eventId: string; readonly body: unknown }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'forged' }

/**
 * Reads a webhook if it is signed over its time and these bytes, and is recent. Cashfree's messages
 * have no id: the same bytes are the same message, and the attempt identifies a message in other
 * words.
 */
export function readCashfreeWebhook(
  rawBody: Uint8Array,
  headers: WebhookHeaders,
  { clientSecrets }: Pick<CashfreeSettings, 'clientSecrets'>,
  now: Date,
): CashfreeWebhook {
  const timestamp = headers[TIMESTAMP_HEADER]
  if (typeof timestamp !== 'string' || !/^\d{10,13}$/.test(timestamp)) return { kind: 'forged' }
  if (!isSigned(clientSecrets, [timestamp, rawBody], headers[SIGNATURE_HEADER], 'base64'))
    return { kind: 'forged' }
  const sentAtMs = timestamp.length > 10 ? Number(timestamp) : Number(timestamp) * 1000
  if (!isTimely(sentAtMs, now)) return { kind: 'forged' }
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson()),
    Buffer.from(rawBody).toString('utf8'),
  )
  if (!parsed.success) return { kind: 'ignored' }
  return {
    kind: 'signed',
    eventId: createHash('sha256').update(rawBody).digest('hex'),
    body: parsed.output,
  }
}

/** For each product the documented look-up of one thing, by an id that nothing has. */
const LOOK_UPS = {
  pg: '/links/saral-key-test',
  payout: '/transfers?transfer_id=saralkeytest',
  verification: '/pan/0',
} as const

/** Tests the keys of a product by asking for a record that does not exist. An answer of 401 or 403 rejects them. */
export async function testCashfreeKey(
  settings: CashfreeSettings,
  product: keyof typeof LOOK_UPS,
): Promise<void> {
  const call = { what: 'test the key', method: 'GET', path: LOOK_UPS[product] } as const
  await cashfreeClient(settings, product).ask(call, v.unknown())
}
