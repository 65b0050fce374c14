/** Razorpay and RazorpayX as documented, on this machine: links, payments, refunds, payouts, and signed webhooks. */

import { createHmac } from 'node:crypto'
import type { RazorpayXSettings } from '#server/platform/vendor-settings.ts'
import { type Mandates, mandateBook } from './razorpay-mandates.ts'
import { answerPayouts, type Payout, payoutEntity } from './razorpay-payouts.ts'
import { refused } from './razorpay-refusal.ts'
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
/** A UPI code with the text of its picture. */
type Code = {
  id: string
  payment_amount: number
  notes: { payment_id: string }
  close_by: number
  image_content: string | undefined
  status: 'active' | 'closed'
}
type Payment = {
  id: string
  /** The link or the code on which it was paid. */
  on: string
  paymentId: string
  amount: number
  status: 'captured' | 'failed'
  created_at: number
  refunded: number
} & Money
/** The currency of a payment, and whether it was captured. */
type Money = { currency?: string; captured?: boolean }
type Refund = {
  id: string
  payment_id: string
  amount: number
  receipt: string | null
  status: string
  key: string
}
export type Webhook = { readonly body: string; readonly headers: Record<string, string> }

export type RazorpayServer = VendorServer & {
  readonly settings: RazorpayXSettings
  readonly links: readonly Link[]
  readonly payments: readonly Payment[]
  readonly payouts: Payout[]
  readonly refunds: Refund[]
  readonly codes: Code[]
  /** The outcome of refunds and payouts; `processing` ones wait for `endPayout`. */
  next: { payout: string; refund: string; hasImageContent: boolean; money?: Money }
  /** Pays, or tries to, by a UPI code. */
  readonly payUpi: (code: Code, state?: Payment['status']) => Webhook
  /** Pays, or tries to, on the page of a payment request. Returns the webhook that reports it. */
  readonly pay: (
    reference: string,
    about?: { state?: Payment['status']; amount?: number; at?: Date },
  ) => Webhook
  readonly endPayout: (reference: string, status: string) => Webhook
  readonly mandates: Mandates
  /** Signs and dates the message of an event. */
  readonly deliver: (event: string, payload: Record<string, object>) => Webhook
  /** Signs any body as Razorpay does. */
  readonly sign: (body: string, eventId?: string, secret?: string) => Webhook
}

const KEY_ID = 'rzp_test_key'
const KEY_SECRET = 'key-secret'
const WEBHOOK_SECRET = 'webhook-secret-of-tests'
const LINK_MIN_SECONDS = 15 * 60
const LINK_MAX_SECONDS = 180 * 86_400

/** `now` is the time at which the vendor dates its messages. */
export async function razorpayServer(now: () => Date): Promise<RazorpayServer> {
  const links: Link[] = []
  const payments: Payment[] = []
  const refunds: Refund[] = []
  const payouts: Payout[] = []
  const codes: Code[] = []
  const next = { payout: 'processing', refund: 'processed', hasImageContent: true }
  let count = 0
  const newId = (kind: string) => `${kind}_${String(++count).padStart(14, '0')}`
  const mandates = mandateBook(newId, () => seconds(now()))
  const server = await vendorServer(call => {
    if (
      call.headers.authorization !==
      `Basic ${Buffer.from(`${KEY_ID}:${KEY_SECRET}`).toString('base64')}`
    )
      return refused(401, 'BAD_REQUEST_ERROR', 'Authentication failed')
    if (call.path.startsWith('/v1/payment_links'))
      return answerLinks(call, { links, payments, newId, at: seconds(now()) })
    if (call.path.startsWith('/v1/payments/qr_codes'))
      return answerCodes(call, { codes, payments, newId, at: seconds(now()) }, next)
    if (call.method === 'GET' && call.path === '/v1/payments')
      return { json: { entity: 'collection', count: 0, items: [] } }
    if (call.path.startsWith('/v1/payouts')) return answerPayouts(call, payouts, newId, next.payout)
    const paid = [...payments, ...mandates.charges]
    return mandates.answer(call) ?? answerRefunds(call, paid, refunds, newId, next.refund)
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
    codes,
    next,
    sign,
    deliver,
    mandates,
    ...payersOn({ links, payments, newId, now, deliver, next }),
    endPayout: (reference: string, status: string) => {
      const payout = payouts.find(({ reference_id }) => reference_id === reference)
      if (!payout) throw new Error('no such payout')
      Object.assign(payout, { status, utr: status === 'processed' ? '000000000042' : payout.utr })
      return deliver(`payout.${status}`, { payout: payoutEntity(payout) })
    },
  })
}

type Payers = Pick<RazorpayServer, 'next'> & {
  readonly links: readonly Link[]
  readonly payments: Payment[]
  readonly newId: (kind: string) => string
  readonly now: () => Date
  readonly deliver: (event: string, payload: Record<string, object>) => Webhook
}

/** Those who pay on the pages and by the codes. */
function payersOn({
  links,
  payments,
  newId,
  now,
  deliver,
  next,
}: Payers): Pick<RazorpayServer, 'pay' | 'payUpi'> {
  return {
    payUpi: (code: Code, status: Payment['status'] = 'captured') => {
      const created_at = seconds(now())
      if (created_at >= code.close_by || code.status === 'closed')
        throw new Error('the code is closed')
      const { id: on, payment_amount: amount, notes } = code
      const { payment_id: paymentId } = notes
      const id = newId('pay')
      const payment = { id, on, paymentId, amount, status, created_at, refunded: 0, ...next.money }
      payments.push(payment)
      const entity = { ...paymentEntity(payment), entity: 'payment', notes }
      if (status === 'failed') return deliver('payment.failed', { payment: entity })
      code.status = 'closed'
      return deliver('qr_code.credited', { payment: entity, qr_code: code })
    },
    pay: (reference: string, about: Parameters<RazorpayServer['pay']>[1] = {}) => {
      const link = links.find(({ reference_id }) => reference_id === reference)
      if (!link) throw new Error('no such link')
      const { state: status = 'captured', amount = link.amount, at = now() } = about
      const created_at = seconds(at)
      if (created_at >= link.expire_by) throw new Error('the payment link has expired')
      const payment = {
        id: newId('pay'),
        on: link.id,
        paymentId: reference,
        amount,
        status,
        created_at,
        refunded: 0,
        ...next.money,
      }
      payments.push(payment)
      const entity = {
        ...paymentEntity(payment),
        entity: 'payment',
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
  }
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

/** The settings of the environment that give a server this vendor, for payments and payouts. */
export function razorpayEnvironment(settings: RazorpayXSettings) {
  return {
    PAYMENT_PROVIDER: 'razorpay',
    PAYOUT_PROVIDER: 'razorpay',
    RAZORPAY_URL: settings.baseUrl,
    RAZORPAY_KEY_ID: settings.keyId,
    RAZORPAY_KEY_SECRET: settings.keySecret,
    RAZORPAY_WEBHOOK_SECRETS: settings.webhookSecrets.join(','),
    RAZORPAYX_ACCOUNT_NUMBER: settings.accountNumber,
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
      expire_by < at + LINK_MIN_SECONDS ||
      expire_by > at + LINK_MAX_SECONDS
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
  const entities = payments.filter(({ on }) => on === link.id).map(paymentEntity)
  return {
    json: {
      ...link,
      payments: entities.map(({ id: payment_id, ...rest }) => ({ payment_id, ...rest })),
    },
  }
}

/** Single-use codes for a fixed amount; `image_content` is there on accounts with that feature. */
function answerCodes(
  { method, path, body }: VendorCall,
  { codes, payments, newId, at }: Omit<Links, 'links'> & { readonly codes: Code[] },
  { hasImageContent }: RazorpayServer['next'],
): VendorReply {
  if (method === 'GET') {
    const items = payments.filter(({ on }) => path.split('/')[4] === on).map(paymentEntity)
    return { json: { entity: 'collection', count: items.length, items } }
  }
  const { type, usage, fixed_amount, payment_amount, close_by, notes } = body as unknown as Code &
    Record<string, unknown>
  if (type !== 'upi_qr' || usage !== 'single_use' || fixed_amount !== true)
    return refused(400, 'BAD_REQUEST_ERROR', 'The selected type is invalid.')
  if (!Number.isInteger(payment_amount) || payment_amount < 1)
    return refused(400, 'BAD_REQUEST_ERROR', 'The payment amount must be at least 1.')
  if (close_by < at + LINK_MIN_SECONDS)
    return refused(
      400,
      'BAD_REQUEST_ERROR',
      'close_by should be at least 15 minutes after current time',
    )
  const id = newId('qr')
  const tr = `RZP${id.slice(3)}qrv2`
  const image_content = `upi://pay?pa=rzr.qrsaral@icici&pn=Saral&tr=${tr}&tn=PaymenttoSaral&cu=INR&mc=6012&am=${payment_amount / 100}`
  const code = { id, payment_amount, notes, close_by, status: 'active' as const }
  codes.push({ ...code, image_content: hasImageContent ? image_content : undefined })
  return { json: { entity: 'qr_code', ...codes.at(-1), image_url: `https://rzp.io/i/${id}` } }
}

function answerRefunds(
  { method, path, headers, body }: VendorCall,
  payments: readonly (Pick<Payment, 'id' | 'amount' | 'refunded'> & { status: string })[],
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

function paymentEntity({ id, amount, status, created_at, ...money }: Payment) {
  const { currency = 'INR', captured = status === 'captured' } = money
  return { id, amount, status, created_at, currency, captured, method: 'upi' }
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}
