import * as v from 'valibot'
import type { Paise } from '#domain/money.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { RazorpaySettings } from '#server/platform/vendor-settings.ts'
import { isRupee, madeAs, moneyEntries } from '#server/providers/payment/made.ts'
import type {
  KnownAttempt,
  PaymentLink,
  PaymentLinkRequest,
  PaymentPort,
  RefundStatus,
  UpiRequest,
  WebhookReading,
} from '#server/providers/payment/port.ts'
import {
  epochSeconds,
  paiseAmount,
  RAZORPAY,
  razorpayClient,
  readRazorpayWebhook,
  refusalSpeaksOf,
} from '#server/providers/razorpay-client.ts'
import type { VendorClient } from '#server/providers/vendor-http.ts'

type Money = Parameters<typeof madeAs>[0]
type LinkPayment = v.InferOutput<typeof linkPayment>
type RefundRequest = Parameters<PaymentPort['refund']>[0]
type UpiWish = Parameters<NonNullable<PaymentPort['openUpi']>>[0]

/** Razorpay's limit for the page's description. */
const DESCRIPTION_MAX_CHARS = 2048
/** After this many failed refunds of one debt, it is given up. */
const REFUND_TRIES = 3

const link = v.object({ id: v.string(), short_url: v.pipe(v.string(), v.url()) })
const links = v.object({ payment_links: v.array(link) })
const linkPayment = v.object({
  payment_id: v.string(),
  status: v.string(),
  amount: paiseAmount,
  created_at: epochSeconds,
  ...moneyEntries,
})
/** The payments of a link are in its currency, unless they say another. */
const linkWithPayments = v.object({
  reference_id: v.string(),
  currency: v.nullish(v.string()),
  payments: v.nullish(v.union([v.array(linkPayment), linkPayment])),
})
/** Accounts without the feature "image content" get no `image_content`: their codes are pictures. */
const upiCode = v.object({ id: v.string(), image_content: v.string() })
const refund = v.object({
  id: v.string(),
  receipt: v.nullish(v.string()),
  status: v.picklist(['pending', 'processed', 'failed']),
  amount: v.nullish(v.number()),
  currency: v.nullish(v.string()),
})
const refunds = v.object({ items: v.array(refund) })
const payment = v.object({
  id: v.string(),
  amount: paiseAmount,
  created_at: epochSeconds,
  status: v.nullish(v.string()),
  ...moneyEntries,
})
const upiPayments = v.object({
  items: v.array(v.object({ ...payment.entries, status: v.string() })),
})
const paidEvent = v.object({
  event: v.picklist(['payment_link.paid', 'payment_link.partially_paid']),
  payload: v.object({
    payment: v.object({ entity: payment }),
    payment_link: v.object({ entity: v.object({ reference_id: v.string() }) }),
  }),
})
const upiPaidEvent = v.object({
  event: v.literal('qr_code.credited'),
  payload: v.object({
    payment: v.object({ entity: payment }),
    qr_code: v.object({ entity: v.object({ notes: v.object({ payment_id: v.string() }) }) }),
  }),
})
/** A payment carries its link's notes only on some accounts; on the others only asking shows the failure. */
const failedEvent = v.object({
  event: v.literal('payment.failed'),
  payload: v.object({
    payment: v.object({
      entity: v.object({ ...payment.entries, notes: v.object({ payment_id: v.string() }) }),
    }),
  }),
})

/**
 * Collects through Razorpay Payment Links, and through UPI codes beside them. The codes are those of
 * https://razorpay.com/docs/api/qr-codes/image-content/create: Razorpay gives their text, which is a
 * UPI link, only to accounts with that feature.
 */
export function razorpayPayments(
  settings: RazorpaySettings,
  clock: Pick<Clock, 'wall'>,
): PaymentPort {
  const client = razorpayClient(settings)
  return {
    name: RAZORPAY,
    createLink: request => createLink(client, request),
    openUpi: request => openUpi(client, request),
    attempts: (linkRef, upiRef) => attempts(client, linkRef, upiRef),
    readWebhook: (rawBody, headers) => {
      const webhook = readRazorpayWebhook(rawBody, headers, settings, clock.wall())
      return webhook.kind === 'signed' ? readEvent(webhook.eventId, webhook.body) : webhook
    },
    refund: request => sendRefund(client, request),
  }
}

/** A reference is unique at Razorpay: a known one leads to its existing link. */
async function createLink(client: VendorClient, request: PaymentLinkRequest): Promise<PaymentLink> {
  const { paymentId, amount, expiresAt, description, returnUrl, payerPhone } = request
  const call = { what: 'open a payment link', method: 'POST', path: '/payment_links' } as const
  const body = {
    amount,
    currency: 'INR',
    accept_partial: false,
    expire_by: Math.floor(expiresAt.getTime() / 1000),
    reference_id: paymentId,
    description: description.slice(0, DESCRIPTION_MAX_CHARS),
    customer: { contact: `+${payerPhone}` },
    notify: { sms: false, email: false },
    reminder_enable: false,
    notes: { payment_id: paymentId },
    callback_url: returnUrl,
    callback_method: 'get',
  }
  const answer = await client.ask({ ...call, body }, link)
  if (answer.kind === 'ok') return { linkRef: answer.data.id, url: answer.data.short_url }
  if (!refusalSpeaksOf(answer.body, /reference_id/i)) throw client.unexpected(call, answer)
  const finding = { what: 'find a payment link', method: 'GET' } as const
  const existing = await client.ask(
    { ...finding, path: `/payment_links?reference_id=${encodeURIComponent(paymentId)}` },
    links,
  )
  const [first] = existing.kind === 'ok' ? existing.data.payment_links : []
  if (!first) throw client.unexpected(call, answer)
  return { linkRef: first.id, url: first.short_url }
}

/** A code for one payment of exactly this amount, which Razorpay closes at the end of the page. */
async function openUpi(
  client: VendorClient,
  { paymentId, amount, expiresAt, description }: UpiWish,
): Promise<UpiRequest> {
  const call = { what: 'open a UPI code', method: 'POST', path: '/payments/qr_codes' } as const
  const body = {
    type: 'upi_qr',
    usage: 'single_use',
    fixed_amount: true,
    payment_amount: amount,
    description: description.slice(0, DESCRIPTION_MAX_CHARS),
    close_by: Math.floor(expiresAt.getTime() / 1000),
    notes: { payment_id: paymentId },
  }
  const answer = await client.ask({ ...call, body }, upiCode)
  if (answer.kind === 'refused') throw client.unexpected(call, answer)
  return { upiRef: answer.data.id, intent: answer.data.image_content }
}

/** The payments on a UPI code: https://razorpay.com/docs/api/qr-codes/fetch-payments */
async function upiPaymentsOf(client: VendorClient, upiRef: string): Promise<LinkPayment[]> {
  const path = `/payments/qr_codes/${encodeURIComponent(upiRef)}/payments`
  const call = { what: 'read the payments of a UPI code', method: 'GET', path } as const
  const answer = await client.ask(call, upiPayments)
  if (answer.kind === 'refused') throw client.unexpected(call, answer)
  return answer.data.items.map(({ id: payment_id, ...about }) => ({ payment_id, ...about }))
}

async function attempts(
  client: VendorClient,
  linkRef: string,
  upiRef: string | undefined,
): Promise<KnownAttempt[]> {
  const call = {
    what: 'read a payment link',
    method: 'GET',
    path: `/payment_links/${encodeURIComponent(linkRef)}`,
  } as const
  const answer = await client.ask(call, linkWithPayments)
  if (answer.kind === 'refused') throw client.unexpected(call, answer)
  const { reference_id: paymentId, payments, currency } = answer.data
  const upi = upiRef === undefined ? [] : await upiPaymentsOf(client, upiRef)
  return [payments ?? [], upi]
    .flat(2)
    .flatMap(({ payment_id: attemptRef, amount, created_at: paidAt, ...payment }) => {
      const state = stateOf({ ...payment, currency: payment.currency ?? currency })
      return state ? [{ paymentId, attemptRef, ...state, amount, paidAt }] : []
    })
}

/** Money that was refunded did come in. */
const isTaken = (status: string) => status === 'captured' || status === 'refunded'

/**
 * The state of a payment. The bank has not answered yet for a `created` one; an `authorized` one is
 * taken from the payer and not captured yet. Razorpay calls a payment failed after ten minutes
 * without an answer, asks the bank for some days more, and reports it again if it was made
 * (https://razorpay.com/docs/payments/payments/late-authorisation).
 */
export function stateOf({
  status,
  ...money
}: Money & { readonly status: string }): Pick<KnownAttempt, 'state' | 'currency'> | undefined {
  if (isTaken(status)) return madeAs(money)
  if (status === 'created' || status === 'authorized') return { state: 'pending' }
  return status === 'failed' ? { state: 'failed' } : undefined
}

/** Classifies a payment that a message reports as made: with another status it is not captured. */
export function reportedAs({
  status,
  currency,
  captured,
}: Money & { readonly status?: string | null | undefined }): ReturnType<typeof madeAs> {
  const isCaptured = captured !== false && isTaken(status ?? 'captured')
  return madeAs({ currency, captured: isCaptured })
}

function readEvent(eventId: string, body: unknown): WebhookReading {
  const paidMessage = v.safeParse(v.union([paidEvent, upiPaidEvent]), body)
  if (paidMessage.success) {
    const { payload } = paidMessage.output
    const { entity } = payload.payment
    const { id: attemptRef, amount, created_at: paidAt } = entity
    const paymentId =
      'qr_code' in payload
        ? payload.qr_code.entity.notes.payment_id
        : payload.payment_link.entity.reference_id
    return {
      kind: 'event',
      event: { eventId, paymentId, attemptRef, ...reportedAs(entity), amount, paidAt },
    }
  }
  const failedMessage = v.safeParse(failedEvent, body)
  if (!failedMessage.success) return { kind: 'ignored' }
  const { id: attemptRef, amount, notes } = failedMessage.output.payload.payment.entity
  return {
    kind: 'event',
    event: { eventId, paymentId: notes.payment_id, attemptRef, state: 'failed', amount },
  }
}

/**
 * Looks for the refund before requesting it: the receipt names it for ever, the key only while
 * Razorpay remembers it. A new key is used only once the previous refund failed.
 */
export async function sendRefund(
  client: VendorClient,
  { key, attemptRef, amount }: RefundRequest,
): Promise<RefundStatus> {
  const path = `/payments/${encodeURIComponent(attemptRef)}`
  const listing = { what: 'read refunds', method: 'GET', path: `${path}/refunds` } as const
  const existing = await client.ask(listing, refunds)
  if (existing.kind === 'refused') throw client.unexpected(listing, existing)
  const ours = existing.data.items.filter(({ receipt }) => receipt?.startsWith(key))
  const standing = ours.find(({ status }) => status !== 'failed')
  if (standing) return { state: refundState(standing, amount) }
  if (ours.length >= REFUND_TRIES) return { state: 'given-up' }
  const call = { what: 'send a refund', method: 'POST', path: `${path}/refund` } as const
  const receipt = ours.length === 0 ? key : `${key}-${ours.length + 1}`
  const answer = await client.ask(
    { ...call, headers: { 'x-refund-idempotency': receipt }, body: { amount, receipt } },
    refund,
  )
  if (answer.kind === 'refused') throw client.unexpected(call, answer)
  return { state: refundState(answer.data, amount) }
}

/** A refund of another amount, or in another currency, is not the one that is owed. */
function refundState(
  { status, amount, currency }: v.InferOutput<typeof refund>,
  owed: Paise,
): RefundStatus['state'] {
  if (!isRupee(currency) || (amount ?? owed) !== owed) return 'given-up'
  return status === 'processed' ? 'done' : 'pending'
}
