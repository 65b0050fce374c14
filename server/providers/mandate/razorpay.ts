/**
 * UPI AutoPay through Razorpay's recurring payments (https://razorpay.com/docs/api/payments/recurring-payments/upi/):
 * a registration link (create-authorization-transaction), its token (tokens), and for each debit an
 * order with a notification and a recurring payment on it (create-subsequent-payments). With a
 * notification of ours Razorpay debits at our command only, and does not retry by itself.
 */
import * as v from 'valibot'
import type { MandateState } from '#domain/lending/mandate.ts'
import { type Paise, paise } from '#domain/money.ts'
import type { MobileNumber } from '#domain/phone.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { RazorpaySettings } from '#server/platform/vendor-settings.ts'
import type {
  DebitRequest,
  HeldMandate,
  MandatePage,
  MandatePort,
  MandateReading,
  MandateRequest,
} from '#server/providers/mandate/port.ts'
import { moneyEntries } from '#server/providers/payment/made.ts'
import type { KnownAttempt } from '#server/providers/payment/port.ts'
import { reportedAs, sendRefund, stateOf } from '#server/providers/payment/razorpay.ts'
import {
  epochSeconds,
  paiseAmount,
  RAZORPAY,
  razorpayClient,
  readRazorpayWebhook,
} from '#server/providers/razorpay-client.ts'
import type { VendorClient } from '#server/providers/vendor-http.ts'

export type RazorpayMandateSettings = RazorpaySettings & {
  /** Razorpay requires an e-mail address. We have none of a borrower: the lender's own stands in. */
  readonly email: string
}

/** Razorpay registers a UPI mandate by a payment of one rupee, which is refunded here. */
const REGISTRATION_AMOUNT: Paise = paise(1_00)
/** Razorpay requires a name; the borrower's own is not needed. */
const CUSTOMER = 'Saral borrower'

const invoice = v.object({
  id: v.string(),
  status: v.string(),
  short_url: v.nullish(v.pipe(v.string(), v.url())),
  customer_id: v.nullish(v.string()),
  payment_id: v.nullish(v.string()),
})
const invoices = v.object({ items: v.array(invoice) })
const registration = v.object({
  id: v.string(),
  status: v.string(),
  token_id: v.nullish(v.string()),
  amount_refunded: v.nullish(v.number()),
})
const token = v.object({
  id: v.string(),
  recurring_details: v.nullish(v.object({ status: v.nullish(v.string()) })),
})
const order = v.object({ id: v.string() })
const orders = v.object({ items: v.array(order) })
const started = v.object({ razorpay_payment_id: v.string() })
const attempt = v.object({
  id: v.string(),
  status: v.string(),
  amount: paiseAmount,
  created_at: epochSeconds,
  ...moneyEntries,
})
const attempts = v.object({ items: v.array(attempt) })
const tokenEvent = v.object({
  event: v.pipe(v.string(), v.startsWith('token.')),
  payload: v.object({ token: v.object({ entity: v.object({ id: v.string() }) }) }),
})
const payment = v.object({
  id: v.string(),
  amount: paiseAmount,
  created_at: epochSeconds,
  status: v.nullish(v.string()),
  ...moneyEntries,
})
const paidEvent = v.object({
  event: v.literal('order.paid'),
  payload: v.object({
    payment: v.object({ entity: payment }),
    order: v.object({ entity: v.object({ notes: v.object({ debit_id: v.string() }) }) }),
  }),
})
const failedEvent = v.object({
  event: v.literal('payment.failed'),
  payload: v.object({
    payment: v.object({
      entity: v.object({ ...payment.entries, notes: v.object({ debit_id: v.string() }) }),
    }),
  }),
})

export function razorpayMandates(
  settings: RazorpayMandateSettings,
  clock: Pick<Clock, 'wall'>,
): MandatePort {
  const client = razorpayClient(settings)
  const { email } = settings
  return {
    name: RAZORPAY,
    create: request => create(client, email, request),
    state: async ref => mandateStateOf(await registrationOf(client, ref), client),
    setState: (ref, state) => setState(client, ref, state),
    announce: request => announce(client, request),
    debit: request => debit(client, email, request),
    attempts: debitRef => attemptsOf(client, debitRef),
    readWebhook: (rawBody, headers) => {
      const webhook = readRazorpayWebhook(rawBody, headers, settings, clock.wall())
      return webhook.kind === 'signed' ? readEvent(webhook.eventId, webhook.body) : webhook
    },
    refund: request => sendRefund(client, request),
  }
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}

function contactOf(phone: MobileNumber): string {
  return `+${phone}`
}

/**
 * The link's receipt is our id: a repeated request finds the link that it made. A registration link
 * knows no return address: the borrower comes back by themselves.
 */
async function create(
  client: VendorClient,
  email: string,
  { mandateId, cap, endsAt, expiresAt, description, payerPhone }: MandateRequest,
): Promise<MandatePage> {
  const finding = {
    what: 'find a registration link',
    method: 'GET',
    path: `/invoices?receipt=${encodeURIComponent(mandateId)}`,
  } as const
  const existing = await client.ask(finding, invoices)
  if (existing.kind === 'refused') throw client.unexpected(finding, existing)
  const [first] = existing.data.items
  if (first?.short_url) return { mandateRef: first.id, url: first.short_url }
  const call = {
    what: 'open a registration link',
    method: 'POST',
    path: '/subscription_registration/auth_links',
  } as const
  const body = {
    customer: { name: CUSTOMER, email, contact: contactOf(payerPhone) },
    type: 'link',
    amount: REGISTRATION_AMOUNT,
    currency: 'INR',
    description,
    subscription_registration: {
      method: 'upi',
      max_amount: cap,
      expire_at: seconds(endsAt),
      frequency: 'as_presented',
    },
    receipt: mandateId,
    email_notify: false,
    sms_notify: false,
    expire_by: seconds(expiresAt),
    notes: { mandate_id: mandateId },
  }
  const answer = await client.ask({ ...call, body }, invoice)
  if (answer.kind === 'refused' || !answer.data.short_url)
    throw client.unexpected(call, answer.kind === 'refused' ? answer : NO_PAGE)
  return { mandateRef: answer.data.id, url: answer.data.short_url }
}

const NO_PAGE = { kind: 'refused', status: 200, body: undefined } as const

type Registration = {
  readonly linkState: string
  readonly customerId: string | undefined
  readonly paymentId: string | undefined
  readonly tokenId: string | undefined
  readonly isRefundDue: boolean
}

/** The link, and the payment on it by which the borrower approved. */
async function registrationOf(client: VendorClient, mandateRef: string): Promise<Registration> {
  const reading = {
    what: 'read a registration link',
    method: 'GET',
    path: `/invoices/${encodeURIComponent(mandateRef)}`,
  } as const
  const link = await client.ask(reading, invoice)
  if (link.kind === 'refused') throw client.unexpected(reading, link)
  const { status: linkState, customer_id, payment_id } = link.data
  const about = { linkState, customerId: customer_id ?? undefined }
  if (!payment_id) return { ...about, paymentId: undefined, tokenId: undefined, isRefundDue: false }
  const call = {
    what: 'read a registration',
    method: 'GET',
    path: `/payments/${encodeURIComponent(payment_id)}`,
  } as const
  const paid = await client.ask(call, registration)
  if (paid.kind === 'refused') throw client.unexpected(call, paid)
  const { status, token_id, amount_refunded } = paid.data
  return {
    ...about,
    paymentId: payment_id,
    tokenId: token_id ?? undefined,
    isRefundDue: status === 'captured' && !amount_refunded,
  }
}

const TOKEN_STATES: Readonly<Record<string, MandateState>> = {
  confirmed: 'active',
  paused: 'paused',
  rejected: 'refused',
  cancelled: 'revoked',
  cancellation_initiated: 'revoked',
  expired: 'ended',
}

async function mandateStateOf(
  { linkState, customerId, paymentId, tokenId, isRefundDue }: Registration,
  client: VendorClient,
): Promise<HeldMandate> {
  if (paymentId && isRefundDue)
    await sendRefund(client, {
      key: `registration-${paymentId}`,
      attemptRef: paymentId,
      amount: REGISTRATION_AMOUNT,
    })
  if (!customerId || !tokenId)
    return { state: linkState === 'expired' || linkState === 'cancelled' ? 'refused' : 'asked' }
  const call = {
    what: 'read a mandate',
    method: 'GET',
    path: `/customers/${encodeURIComponent(customerId)}/tokens/${encodeURIComponent(tokenId)}`,
  } as const
  const answer = await client.ask(call, token)
  if (answer.kind === 'refused') throw client.unexpected(call, answer)
  const status = answer.data.recurring_details?.status ?? ''
  return { state: TOKEN_STATES[status] ?? 'asked', key: tokenId }
}

/**
 * Razorpay lets only the borrower pause, in the UPI app. A pause here is not sent: without our
 * command nothing is debited.
 */
async function setState(
  client: VendorClient,
  mandateRef: string,
  state: 'active' | 'paused' | 'revoked',
): Promise<{ readonly state: 'done' | 'pending' }> {
  if (state !== 'revoked') return { state: 'done' }
  const registered = await registrationOf(client, mandateRef)
  const { state: now } = await mandateStateOf(registered, client)
  if (now === 'revoked' || now === 'refused' || now === 'ended') return { state: 'done' }
  const { customerId, tokenId } = registered
  const call =
    customerId && tokenId
      ? ({
          what: 'cancel a mandate',
          method: 'PUT',
          path: `/customers/${encodeURIComponent(customerId)}/tokens/${encodeURIComponent(tokenId)}/cancel`,
        } as const)
      : ({
          what: 'cancel a registration link',
          method: 'POST',
          path: `/invoices/${encodeURIComponent(mandateRef)}/cancel`,
        } as const)
  const answer = await client.ask({ ...call, body: {} }, v.unknown())
  if (answer.kind === 'refused') throw client.unexpected(call, answer)
  return { state: 'pending' }
}

/** The order's receipt is our id: a repeated request finds the order that it made. */
async function announce(
  client: VendorClient,
  { debitId, mandateRef, amount, debitAt }: DebitRequest & { readonly debitAt: Date },
): Promise<{ readonly debitRef: string }> {
  const finding = {
    what: 'find the order of a debit',
    method: 'GET',
    path: `/orders?receipt=${encodeURIComponent(debitId)}`,
  } as const
  const existing = await client.ask(finding, orders)
  if (existing.kind === 'refused') throw client.unexpected(finding, existing)
  const [first] = existing.data.items
  if (first) return { debitRef: first.id }
  const { tokenId, customerId } = await registrationOf(client, mandateRef)
  const call = { what: 'announce a debit', method: 'POST', path: '/orders' } as const
  const body = {
    amount,
    currency: 'INR',
    customer_id: customerId,
    payment_capture: true,
    receipt: debitId,
    notes: { debit_id: debitId },
    notification: { token_id: tokenId, payment_after: seconds(debitAt) },
  }
  const answer = await client.ask({ ...call, body }, order)
  if (answer.kind === 'refused') throw client.unexpected(call, answer)
  return { debitRef: answer.data.id }
}

/** An order that has a payment already, of any outcome, is not debited again. */
async function debit(
  client: VendorClient,
  email: string,
  {
    debitId,
    debitRef,
    mandateRef,
    amount,
    payerPhone,
  }: DebitRequest & { readonly debitRef: string },
): Promise<void> {
  if ((await paymentsOf(client, debitRef)).length > 0) return
  const { tokenId, customerId } = await registrationOf(client, mandateRef)
  const call = {
    what: 'start a debit',
    method: 'POST',
    path: '/payments/create/recurring',
  } as const
  const body = {
    email,
    contact: contactOf(payerPhone),
    amount,
    currency: 'INR',
    order_id: debitRef,
    customer_id: customerId,
    token: tokenId,
    recurring: true,
    description: 'Saral loan repayment',
    notes: { debit_id: debitId },
  }
  const answer = await client.ask({ ...call, body }, started)
  if (answer.kind === 'refused') throw client.unexpected(call, answer)
}

async function paymentsOf(client: VendorClient, debitRef: string) {
  const call = {
    what: 'read the payments of a debit',
    method: 'GET',
    path: `/orders/${encodeURIComponent(debitRef)}/payments`,
  } as const
  const answer = await client.ask(call, attempts)
  if (answer.kind === 'refused') throw client.unexpected(call, answer)
  return answer.data.items
}

/** Its `paymentId` is left to the caller, who knows whose order this is. */
async function attemptsOf(client: VendorClient, debitRef: string): Promise<KnownAttempt[]> {
  return (await paymentsOf(client, debitRef)).flatMap(
    ({ id: attemptRef, amount, created_at: paidAt, ...payment }) => {
      const state = stateOf(payment)
      return state ? [{ paymentId: debitRef, attemptRef, ...state, amount, paidAt }] : []
    },
  )
}

function readEvent(eventId: string, body: unknown): MandateReading {
  const change = v.safeParse(tokenEvent, body)
  if (change.success)
    return { kind: 'mandate', eventId, key: change.output.payload.token.entity.id }
  const paid = v.safeParse(paidEvent, body)
  if (paid.success) {
    const { payment: attempt, order: of } = paid.output.payload
    const { id: attemptRef, amount, created_at: paidAt } = attempt.entity
    const paymentId = of.entity.notes.debit_id
    return {
      kind: 'event',
      event: { eventId, paymentId, attemptRef, ...reportedAs(attempt.entity), amount, paidAt },
    }
  }
  const failed = v.safeParse(failedEvent, body)
  if (!failed.success) return { kind: 'ignored' }
  const { id: attemptRef, amount, notes } = failed.output.payload.payment.entity
  return {
    kind: 'event',
    event: { eventId, paymentId: notes.debit_id, attemptRef, state: 'failed', amount },
  }
}
