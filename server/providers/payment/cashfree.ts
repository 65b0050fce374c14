import * as v from 'valibot'
import { type Paise, ZERO_PAISE } from '#domain/money.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { CashfreeSettings } from '#server/platform/vendor-settings.ts'
import {
  CASHFREE,
  cashfreeClient,
  compactId,
  instant,
  readCashfreeWebhook,
  rupeeAmount,
  rupeesOf,
  vendorId,
  wholeId,
} from '#server/providers/cashfree-client.ts'
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
import type { VendorClient } from '#server/providers/vendor-http.ts'

export type CashfreePaymentSettings = CashfreeSettings & {
  /** Our `POST /webhook/payment` as Cashfree reaches it; each link names it. */
  readonly webhookUrl: () => string
}

type RefundRequest = Parameters<PaymentPort['refund']>[0]
type UpiWish = Parameters<NonNullable<PaymentPort['openUpi']>>[0]

const PURPOSE_MAX_CHARS = 500
const NOTE_MAX_CHARS = 200
/** Begins the ids of our UPI orders; a link's orders have Cashfree's own ids. */
const UPI_ORDER = 'upi_'

const link = v.object({ link_id: v.string(), link_url: v.pipe(v.string(), v.url()) })
const upiOrder = v.object({ order_id: v.string(), payment_session_id: v.string() })
const upiSession = v.object({
  data: v.object({ payload: v.object({ default: v.string() }) }),
})
const orders = v.array(v.object({ order_id: v.string() }))
const paymentEntries = {
  cf_payment_id: vendorId,
  payment_status: v.string(),
  payment_completion_time: v.nullish(instant),
  payment_time: v.nullish(instant),
  is_captured: moneyEntries.captured,
}
/** The amount of a payment in another currency is not read. */
const payment = v.union([
  v.object({
    ...paymentEntries,
    payment_amount: rupeeAmount,
    payment_currency: moneyEntries.currency,
  }),
  v.object({
    ...paymentEntries,
    payment_amount: v.pipe(
      v.unknown(),
      v.transform(() => ZERO_PAISE),
    ),
    payment_currency: v.pipe(
      v.string(),
      v.check(currency => !isRupee(currency)),
    ),
  }),
])
const payments = v.array(payment)
const refund = v.object({
  refund_id: v.string(),
  refund_status: v.string(),
  refund_amount: v.nullish(rupeeAmount),
  refund_currency: moneyEntries.currency,
})
const linkEvent = v.object({
  type: v.literal('PAYMENT_LINK_EVENT'),
  event_time: instant,
  data: v.object({
    link_id: v.string(),
    link_currency: moneyEntries.currency,
    order: v.object({
      order_id: v.string(),
      order_amount: rupeeAmount,
      order_currency: moneyEntries.currency,
      transaction_id: vendorId,
      transaction_status: v.string(),
    }),
  }),
})

/** A payment of a UPI order. The orders of links are reported by `PAYMENT_LINK_EVENT`. */
const upiEvent = v.object({
  type: v.picklist([
    'PAYMENT_SUCCESS_WEBHOOK',
    'PAYMENT_FAILED_WEBHOOK',
    'PAYMENT_USER_DROPPED_WEBHOOK',
  ]),
  event_time: instant,
  data: v.object({
    order: v.object({
      order_id: v.pipe(v.string(), v.startsWith(UPI_ORDER)),
      order_currency: moneyEntries.currency,
    }),
    payment,
  }),
})

/**
 * Collects payments through Cashfree payment links, and from UPI apps through an order beside them
 * (https://www.cashfree.com/docs/api-reference/payments/previous/v2023-08-01/payments/pay, method
 * `upi`, channel `link`). Cashfree lets only accounts with the flag "S2S" pay orders so.
 */
export function cashfreePayments(
  settings: CashfreePaymentSettings,
  clock: Pick<Clock, 'wall'>,
): PaymentPort {
  const client = cashfreeClient(settings, 'pg')
  return {
    name: CASHFREE,
    createLink: request => createLink(client, settings.webhookUrl(), request),
    openUpi: request => openUpi(client, settings.webhookUrl(), request),
    attempts: async (linkRef, upiRef) => [
      ...(await attempts(client, linkRef)),
      ...(upiRef === undefined ? [] : await attemptsOfOrder(client, linkRef, upiRef)),
    ],
    readWebhook: (rawBody, headers) => {
      const webhook = readCashfreeWebhook(rawBody, headers, settings, clock.wall())
      return webhook.kind === 'signed' ? readEvent(webhook.eventId, webhook.body) : webhook
    },
    refund: request => sendRefund(client, request),
  }
}

/** The link has our own id; where Cashfree already knows it, the existing link is used. */
async function createLink(
  client: VendorClient,
  webhookUrl: string,
  request: PaymentLinkRequest,
): Promise<PaymentLink> {
  const { paymentId, amount, expiresAt, description, returnUrl, payerPhone } = request
  const call = { what: 'open a payment link', method: 'POST', path: '/links' } as const
  const body = {
    link_id: paymentId,
    link_amount: rupeesOf(amount),
    link_currency: 'INR',
    link_purpose: description.slice(0, PURPOSE_MAX_CHARS),
    link_partial_payments: false,
    link_expiry_time: expiresAt.toISOString(),
    customer_details: { customer_phone: payerPhone.slice(2) },
    link_notify: { send_sms: false, send_email: false },
    link_auto_reminders: false,
    link_meta: { return_url: returnUrl, notify_url: webhookUrl },
  }
  const creation = await client.ask(
    { ...call, headers: { 'x-idempotency-key': paymentId }, body },
    link,
  )
  if (creation.kind === 'ok') return { linkRef: creation.data.link_id, url: creation.data.link_url }
  if (creation.status !== 409) throw client.unexpected(call, creation)
  const finding = {
    what: 'find a payment link',
    method: 'GET',
    path: `/links/${encodeURIComponent(paymentId)}`,
  } as const
  const existing = await client.ask(finding, link)
  if (existing.kind === 'refused') throw client.unexpected(finding, existing)
  return { linkRef: existing.data.link_id, url: existing.data.link_url }
}

/**
 * An order of its own, because a link opens its orders only on its page. It has our id; where
 * Cashfree already knows it, the existing order is used. A session is one attempt on it.
 */
async function openUpi(
  client: VendorClient,
  webhookUrl: string,
  { paymentId, amount, expiresAt, description, payerPhone }: UpiWish,
): Promise<UpiRequest> {
  const upiRef = `${UPI_ORDER}${compactId(paymentId)}`
  const call = { what: 'open a UPI order', method: 'POST', path: '/orders' } as const
  const body = {
    order_id: upiRef,
    order_amount: rupeesOf(amount),
    order_currency: 'INR',
    order_expiry_time: expiresAt.toISOString(),
    order_note: description.slice(0, NOTE_MAX_CHARS),
    customer_details: {
      customer_id: compactId(paymentId),
      customer_phone: payerPhone.slice(2),
    },
    order_meta: { notify_url: webhookUrl, payment_methods: 'upi' },
  }
  const headers = { 'x-idempotency-key': paymentId }
  const creation = await client.ask({ ...call, headers, body }, upiOrder)
  if (creation.kind === 'refused' && creation.status !== 409)
    throw client.unexpected(call, creation)
  const order = creation.kind === 'ok' ? creation.data : await upiOrderOf(client, upiRef)
  const paying = { what: 'open a UPI session', method: 'POST', path: '/orders/sessions' } as const
  const session = await client.ask(
    {
      ...paying,
      body: {
        payment_session_id: order.payment_session_id,
        payment_method: { upi: { channel: 'link' } },
      },
    },
    upiSession,
  )
  if (session.kind === 'refused') throw client.unexpected(paying, session)
  return { upiRef, intent: session.data.data.payload.default }
}

async function upiOrderOf(client: VendorClient, upiRef: string) {
  const path = `/orders/${encodeURIComponent(upiRef)}`
  const call = { what: 'find a UPI order', method: 'GET', path } as const
  const existing = await client.ask(call, upiOrder)
  if (existing.kind === 'refused') throw client.unexpected(call, existing)
  return existing.data
}

/** At Cashfree every attempt on a link is an order, with its own payments. */
async function attempts(client: VendorClient, linkRef: string): Promise<KnownAttempt[]> {
  const path = `/links/${encodeURIComponent(linkRef)}/orders?status=ALL`
  const call = { what: 'read the orders of a link', method: 'GET', path } as const
  const answer = await client.ask(call, orders)
  if (answer.kind === 'refused') throw client.unexpected(call, answer)
  const perOrder = await Promise.all(
    answer.data.map(({ order_id }) => attemptsOfOrder(client, linkRef, order_id)),
  )
  return perOrder.flat()
}

async function attemptsOfOrder(
  client: VendorClient,
  paymentId: string,
  orderId: string,
): Promise<KnownAttempt[]> {
  const path = `/orders/${encodeURIComponent(orderId)}/payments`
  const call = { what: 'read the payments of an order', method: 'GET', path } as const
  const answer = await client.ask(call, payments)
  if (answer.kind === 'refused') throw client.unexpected(call, answer)
  return answer.data.flatMap(one => {
    const { payment_status: status, payment_currency: currency, is_captured: captured } = one
    const state =
      endOf(status, { currency, captured }) ??
      (PENDING.includes(status) ? { state: 'pending' as const } : undefined)
    const paidAt = one.payment_completion_time ?? one.payment_time ?? undefined
    const attemptRef = attemptRefOf(orderId, one.cf_payment_id)
    return state ? [{ paymentId, attemptRef, ...state, amount: one.payment_amount, paidAt }] : []
  })
}

/**
 * The bank has not answered, or Cashfree checks the payment. `NOT_ATTEMPTED` is no such status: opening
 * the page is enough for it (https://docs.cashfree.com/v3/docs/transaction-lifecycle).
 */
const PENDING = ['PENDING', 'FLAGGED', 'INCOMPLETE']

function endOf(
  status: string,
  money: Parameters<typeof madeAs>[0],
): ReturnType<typeof madeAs> | undefined {
  if (status === 'SUCCESS') return madeAs(money)
  const hasFailed = ['FAILED', 'CANCELLED', 'VOID', 'USER_DROPPED'].includes(status)
  return hasFailed ? { state: 'failed' } : undefined
}

/**
 * Cashfree requests a refund by order but identifies an attempt by payment: our reference holds
 * both.
 */
function attemptRefOf(orderId: string, cfPaymentId: string): string {
  return `${orderId}/${cfPaymentId}`
}

function readEvent(eventId: string, body: unknown): WebhookReading {
  const parsed = v.safeParse(linkEvent, body)
  if (!parsed.success) return readUpiEvent(eventId, body)
  const { data, event_time: paidAt } = parsed.output
  const { order_id, order_amount: amount, transaction_id, transaction_status } = data.order
  const currency = [data.order.order_currency, data.link_currency].find(each => !isRupee(each))
  const end = endOf(transaction_status, { currency })
  if (!end || amount === 0) return { kind: 'ignored' }
  const attemptRef = attemptRefOf(order_id, transaction_id)
  return {
    kind: 'event',
    event: { eventId, paymentId: data.link_id, attemptRef, ...end, amount, paidAt },
  }
}

function readUpiEvent(eventId: string, body: unknown): WebhookReading {
  const parsed = v.safeParse(upiEvent, body)
  if (!parsed.success) return { kind: 'ignored' }
  const { order, payment } = parsed.output.data
  const paymentId = wholeId(order.order_id.slice(UPI_ORDER.length))
  const currency = [payment.payment_currency, order.order_currency].find(each => !isRupee(each))
  const end = endOf(payment.payment_status, { currency, captured: payment.is_captured })
  if (paymentId === undefined || !end) return { kind: 'ignored' }
  const attemptRef = attemptRefOf(order.order_id, payment.cf_payment_id)
  const paidAt = payment.payment_time ?? parsed.output.event_time
  return {
    kind: 'event',
    event: { eventId, paymentId, attemptRef, ...end, amount: payment.payment_amount, paidAt },
  }
}

/** Looks for the refund before requesting it; Cashfree refuses a second one with the same id. */
async function sendRefund(
  client: VendorClient,
  { key, attemptRef, amount }: RefundRequest,
): Promise<RefundStatus> {
  const [orderId = ''] = attemptRef.split('/')
  const path = `/orders/${encodeURIComponent(orderId)}/refunds`
  const refundId = compactId(key)
  const existing = await client.ask(
    { what: 'read a refund', method: 'GET', path: `${path}/${refundId}` },
    refund,
  )
  if (existing.kind === 'ok') return { state: refundState(existing.data, amount) }
  const call = { what: 'send a refund', method: 'POST', path } as const
  const body = {
    refund_id: refundId,
    refund_amount: rupeesOf(amount),
    refund_note: 'Paid more than was owed',
  }
  const creation = await client.ask(
    { ...call, headers: { 'x-idempotency-key': key }, body },
    refund,
  )
  if (creation.kind === 'refused') throw client.unexpected(call, creation)
  return { state: refundState(creation.data, amount) }
}

/**
 * `CANCELLED`: Cashfree could not send it after several tries. A refund of another amount, or in
 * another currency, is not the one that is owed.
 */
function refundState(
  { refund_status, refund_amount, refund_currency }: v.InferOutput<typeof refund>,
  owed: Paise,
): RefundStatus['state'] {
  const isOther = !isRupee(refund_currency) || (refund_amount ?? owed) !== owed
  if (refund_status === 'CANCELLED' || isOther) return 'given-up'
  return refund_status === 'SUCCESS' ? 'done' : 'pending'
}
