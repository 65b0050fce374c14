/** Razorpay and RazorpayX as documented, on this machine: links, payments, refunds, payouts, and signed webhooks. */

import { createHmac } from 'node:crypto'
import type { RazorpayXSettings } from '#server/platform/vendor-settings.ts'
import {
  type VendorCall,
  type VendorReply,
  type VendorServer,
  vendorServer,
} from './vendor-server.ts'

type Link = {
  id: string
  reference_id: string
  amount: number
  notes: object
  short_url: string
  status: string
  amount_paid: number
  expire_by: number
}
type Payment = {
  id: string
  link: Link
  amount: number
  status: 'captured' | 'failed'
  created_at: number
  refunded: number
}
type Refund = {
  id: string
  payment_id: string
  amount: number
  receipt: string | null
  status: string
  key: string
}
type Payout = {
  id: string
  reference_id: string
  amount: number
  status: string
  utr: string | null
  key: string
  body: string
}

export type Webhook = { readonly body: string; readonly headers: Record<string, string> }

export type RazorpayServer = VendorServer & {
  readonly settings: RazorpayXSettings
  readonly links: readonly Link[]
  readonly payments: readonly Payment[]
  readonly payouts: Payout[]
  readonly refunds: Refund[]
  /** The outcome of refunds and payouts; `processing` ones wait for `endPayout`. */
  next: { payout: string; refund: string }
  /** Pays, or tries to, on the page of a payment request. Returns the webhook that reports it. */
  readonly pay: (
    reference: string,
    about?: { state?: Payment['status']; amount?: number; at?: Date },
  ) => Webhook
  readonly endPayout: (reference: string, status: string) => Webhook
  /** Signs any body as Razorpay does. */
  readonly sign: (body: string, eventId?: string, secret?: string) => Webhook
}

const KEY_ID = 'rzp_test_key'
const KEY_SECRET = 'key-secret'
const WEBHOOK_SECRET = 'webhook-secret'
const SHORTEST_LINK_SECONDS = 15 * 60
const LONGEST_LINK_SECONDS = 180 * 86_400

/** `now` is the time at which the vendor dates its messages. */
export async function razorpayServer(now: () => Date): Promise<RazorpayServer> {
  const links: Link[] = []
  const payments: Payment[] = []
  const refunds: Refund[] = []
  const payouts: Payout[] = []
  const next = { payout: 'processing', refund: 'processed' }
  let count = 0
  const newId = (kind: string) => `${kind}_${String(++count).padStart(14, '0')}`
  const server = await vendorServer(call => {
    if (
      call.headers.authorization !==
      `Basic ${Buffer.from(`${KEY_ID}:${KEY_SECRET}`).toString('base64')}`
    )
      return refused(401, 'BAD_REQUEST_ERROR', 'Authentication failed')
    if (call.path.startsWith('/v1/payment_links'))
      return answerLinks(call, { links, payments, newId, at: seconds(now()) })
    if (call.path.startsWith('/v1/payouts')) return answerPayouts(call, payouts, newId, next.payout)
    return answerRefunds(call, payments, refunds, newId, next.refund)
  })
  const sign = (body: string, eventId = newId('evt'), secret = WEBHOOK_SECRET): Webhook => {
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    return { body, headers: { 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId } }
  }
  const deliver = (event: string, payload: Record<string, object>) => {
    const entities = Object.fromEntries(
      Object.entries(payload).map(([name, entity]) => [name, { entity }]),
    )
    const created_at = seconds(now())
    return sign(
      JSON.stringify({
        entity: 'event',
        account_id: 'acc_1',
        event,
        contains: Object.keys(payload),
        payload: entities,
        created_at,
      }),
    )
  }
  return Object.assign(server, {
    settings: settingsFor(server.origin),
    links,
    payments,
    payouts,
    refunds,
    next,
    sign,
    pay: (reference: string, about: Parameters<RazorpayServer['pay']>[1] = {}) => {
      const link = links.find(({ reference_id }) => reference_id === reference)
      if (!link) throw new Error('no such link')
      const { state: status = 'captured', amount = link.amount, at = now() } = about
      const created_at = seconds(at)
      if (created_at >= link.expire_by) throw new Error('the payment link has expired')
      const payment = { id: newId('pay'), link, amount, status, created_at, refunded: 0 }
      payments.push(payment)
      const entity = {
        ...paymentEntity(payment),
        entity: 'payment',
        currency: 'INR',
        notes: status === 'failed' ? link.notes : [],
      }
      if (status === 'failed') return deliver('payment.failed', { payment: entity })
      Object.assign(link, { status: 'paid', amount_paid: link.amount_paid + amount })
      return deliver('payment_link.paid', {
        payment: entity,
        payment_link: link,
        order: { id: 'order_1', status: 'paid' },
      })
    },
    endPayout: (reference: string, status: string) => {
      const payout = payouts.find(({ reference_id }) => reference_id === reference)
      if (!payout) throw new Error('no such payout')
      Object.assign(payout, { status, utr: status === 'processed' ? '000000000042' : payout.utr })
      return deliver(`payout.${status}`, { payout: payoutEntity(payout) })
    },
  })
}

function settingsFor(origin: string): RazorpayServer['settings'] {
  return {
    baseUrl: `${origin}/v1`,
    keyId: KEY_ID,
    keySecret: KEY_SECRET,
    webhookSecrets: [WEBHOOK_SECRET],
    accountNumber: '7878780080316316',
    timeoutMs: 1_500,
  }
}

type Links = {
  readonly links: Link[]
  readonly payments: Payment[]
  readonly newId: (kind: string) => string
  /** In seconds. */
  readonly at: number
}

function answerLinks(
  { method, path, query, body }: VendorCall,
  { links, payments, newId, at }: Links,
): VendorReply {
  if (method === 'POST') {
    const { reference_id, amount, currency, accept_partial, expire_by, notes } =
      body as unknown as Link & Record<string, unknown>
    if (currency !== 'INR' || accept_partial !== false || !Number.isInteger(amount))
      return refused(400, 'BAD_REQUEST_ERROR', 'input')
    if (links.some(link => link.reference_id === reference_id))
      return refused(
        400,
        'BAD_REQUEST_ERROR',
        `payment link with given reference_id: (${reference_id}) already exists`,
      )
    if (
      !Number.isInteger(expire_by) ||
      expire_by < at + SHORTEST_LINK_SECONDS ||
      expire_by > at + LONGEST_LINK_SECONDS
    )
      return refused(
        400,
        'BAD_REQUEST_ERROR',
        'expire_by should be at least 15 minutes after current time.',
      )
    const id = newId('plink')
    const about = { reference_id, amount, notes, expire_by }
    const link = {
      id,
      ...about,
      status: 'created',
      amount_paid: 0,
      short_url: `https://rzp.io/i/${id}`,
    }
    links.push(link)
    return { json: { ...link, payments: null, accept_partial: false, created_at: 1 } }
  }
  const reference = query.get('reference_id')
  if (reference)
    return {
      json: { payment_links: links.filter(({ reference_id }) => reference_id === reference) },
    }
  const link = links.find(({ id }) => path.endsWith(id))
  if (!link) return refused(400, 'BAD_REQUEST_ERROR', 'The id provided does not exist')
  const entities = payments.filter(payment => payment.link === link).map(paymentEntity)
  return {
    json: {
      ...link,
      payments: entities.map(({ id: payment_id, ...rest }) => ({ payment_id, ...rest })),
    },
  }
}

function answerRefunds(
  { method, path, headers, body }: VendorCall,
  payments: Payment[],
  refunds: Refund[],
  newId: (kind: string) => string,
  status: string,
): VendorReply {
  const payment = payments.find(({ id }) => path.split('/')[3] === id)
  if (!payment) return refused(400, 'BAD_REQUEST_ERROR', 'The id provided does not exist')
  if (method === 'GET')
    return {
      json: {
        entity: 'collection',
        items: refunds.filter(({ payment_id }) => payment_id === payment.id),
      },
    }
  const key = String(headers['x-refund-idempotency'])
  const existing = refunds.find(refund => refund.key === key)
  const amount = Number(body.amount)
  if (existing)
    return existing.amount === amount
      ? { json: existing }
      : refused(400, 'BAD_REQUEST_ERROR', 'different request body')
  if (payment.status !== 'captured' || payment.refunded + amount > payment.amount)
    return refused(
      400,
      'BAD_REQUEST_ERROR',
      'The total refund amount is greater than the payment amount',
    )
  const refund = {
    id: newId('rfnd'),
    payment_id: payment.id,
    amount,
    receipt: String(body.receipt),
    status,
    key,
  }
  refunds.push(refund)
  payment.refunded += status === 'failed' ? 0 : amount
  return { json: refund }
}

type PayoutBody = Pick<Payout, 'amount' | 'reference_id'> & {
  readonly narration: string
  readonly fund_account: {
    readonly bank_account: { readonly name: string; readonly ifsc: string }
    readonly contact: { readonly name: string }
  }
}

/**
 * RazorpayX's documented rules for the names of a contact and of an account: the allowed
 * characters, and no special ones at the end.
 */
const isName = (name: string, most: number) =>
  name.length >= 3 && name.length <= most && /^[A-Za-z0-9 ’_/().-]*[A-Za-z0-9.]$/.test(name)

function answerPayouts(
  { method, query, headers, body, raw }: VendorCall,
  payouts: Payout[],
  newId: (kind: string) => string,
  status: string,
): VendorReply {
  if (method === 'GET') {
    if (query.get('account_number') === null)
      return refused(400, 'BAD_REQUEST_ERROR', 'The account number field is required.')
    const matches = payouts.filter(({ reference_id }) => reference_id === query.get('reference_id'))
    return {
      json: { entity: 'collection', count: matches.length, items: matches.map(payoutEntity) },
    }
  }
  const key = String(headers['x-payout-idempotency'] ?? '')
  const { amount, reference_id, narration, fund_account } = body as PayoutBody
  if (!/^[\w-]{4,36}$/.test(key))
    return refused(400, 'BAD_REQUEST_ERROR', 'Idempotency key is required')
  if (!(amount >= 100) || !/^[A-Za-z0-9 ]{1,30}$/.test(narration))
    return refused(400, 'BAD_REQUEST_ERROR', 'input')
  if (!isName(fund_account.contact.name, 50) || !isName(fund_account.bank_account.name, 120))
    return refused(400, 'BAD_REQUEST_ERROR', 'The name format is invalid.', 'name')
  if (fund_account.bank_account.ifsc.startsWith('XXXX'))
    return refused(400, 'BAD_REQUEST_ERROR', 'Invalid IFSC Code in Bank Account', 'ifsc')
  const existing = payouts.find(payout => payout.key === key)
  if (existing)
    return existing.body === raw.toString()
      ? { json: payoutEntity(existing) }
      : refused(400, 'BAD_REQUEST_ERROR', 'different body')
  const payout = {
    id: newId('pout'),
    reference_id,
    amount,
    status,
    utr: null,
    key,
    body: raw.toString(),
  }
  payouts.push(payout)
  return { json: payoutEntity(payout) }
}

function paymentEntity({ id, amount, status, created_at }: Payment) {
  return { id, amount, status, created_at, method: 'upi' }
}

function payoutEntity({ id, reference_id, amount, status, utr }: Payout) {
  const status_details = {
    description: 'in words',
    source: 'beneficiary_bank',
    reason: `payout_${status}`,
  }
  return {
    id,
    entity: 'payout',
    reference_id,
    amount,
    currency: 'INR',
    status,
    utr,
    mode: 'IMPS',
    status_details,
  }
}

function refused(status: number, code: string, description: string, field?: string): VendorReply {
  return {
    status,
    json: {
      error: {
        code,
        description,
        source: 'business',
        step: null,
        reason: null,
        metadata: {},
        field,
      },
    },
  }
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}
