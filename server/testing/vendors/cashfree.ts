/** Cashfree's payment gateway and payouts as documented, on this machine, and the webhooks that they sign. */

import { createHmac } from 'node:crypto'
import type { CashfreeSettings } from '#server/platform/vendor-settings.ts'
import {
  type Link,
  linkEvent,
  type Money,
  type Order,
  paymentEntity,
  upiEvent,
} from './cashfree-views.ts'
import type { Webhook } from './razorpay.ts'
import {
  type VendorCall,
  type VendorReply,
  type VendorServer,
  vendorServer,
} from './vendor-server.ts'

/** An order that is paid from a UPI app, without a link. */
type UpiOrder = {
  order_id: string
  order_amount: number
  order_expiry_time: string
  payment_session_id: string
  /** The sessions that were opened: each is an attempt. */
  sessions: number
}
type Refund = { refund_id: string; order_id: string; refund_amount: number; refund_status: string }
type Transfer = {
  transfer_id: string
  status: string
  transfer_utr: string | null
  transfer_amount: number
  cf_transfer_id: string
}

export type CashfreeServer = VendorServer & {
  readonly settings: CashfreeSettings
  readonly refunds: Refund[]
  readonly transfers: Transfer[]
  readonly upiOrders: UpiOrder[]
  next: { transfer: string; refund: string; hasS2s: boolean; money?: Money }
  /** Pays, or tries to, the UPI order of this id, in its latest session. */
  readonly payUpi: (
    orderId: string,
    about?: { state?: 'SUCCESS' | 'FAILED' | 'USER_DROPPED'; at?: Date },
  ) => Webhook
  /** Pays, or tries to, on the page of a payment request. Returns the webhook that reports it. */
  readonly pay: (
    linkId: string,
    about?: { state?: 'SUCCESS' | 'FAILED'; amount?: number; at?: Date },
  ) => Webhook
  readonly endTransfer: (transferId: string, status: string) => Webhook
  readonly sign: (body: string, sentAt?: Date, secret?: string) => Webhook
}

const CLIENT_ID = 'CF_TEST_ID'
const CLIENT_SECRET = 'cfsk_test_secret'

export async function cashfreeServer(now: () => Date): Promise<CashfreeServer> {
  const links: Link[] = []
  const orders: Order[] = []
  const refunds: Refund[] = []
  const transfers: Transfer[] = []
  const upiOrders: UpiOrder[] = []
  const next = { transfer: 'RECEIVED', refund: 'SUCCESS', hasS2s: true }
  const server = await vendorServer(call => {
    const { headers, path } = call
    if (
      headers['x-client-id'] !== CLIENT_ID ||
      headers['x-client-secret'] !== CLIENT_SECRET ||
      !headers['x-api-version']
    )
      return refused(401, 'request_failed', 'authentication Failed')
    if (path.startsWith('/pg/links')) return answerLinks(call, links, orders, now())
    const upi = answerUpi(call, { upiOrders, orders, at: now() }, next)
    if (upi) return upi
    if (path.startsWith('/pg/orders')) return answerOrders(call, orders, refunds, next.refund)
    if (path === '/payout/transfers') return answerTransfers(call, transfers, next.transfer)
    return refused(404, 'not_found', 'no such address')
  })
  const sign = (body: string, sentAt = now(), secret = CLIENT_SECRET): Webhook => {
    const timestamp = String(sentAt.getTime())
    const signature = createHmac('sha256', secret)
      .update(timestamp + body)
      .digest('base64')
    return { body, headers: { 'x-webhook-timestamp': timestamp, 'x-webhook-signature': signature } }
  }
  return Object.assign(server, {
    settings: {
      baseUrl: server.origin,
      clientId: CLIENT_ID,
      clientSecrets: [CLIENT_SECRET] as const,
      timeoutMs: 1_500,
    },
    refunds,
    transfers,
    upiOrders,
    next,
    sign,
    ...payersOn({ links, upiOrders, orders, now, sign, next }),
    endTransfer: (transferId: string, status: string) => {
      const transfer = transfers.find(({ transfer_id }) => transfer_id === transferId)
      if (!transfer) throw new Error('no such transfer')
      Object.assign(transfer, {
        status,
        status_code: `CODE_${status}`,
        transfer_utr: status === 'SUCCESS' ? '000000000043' : transfer.transfer_utr,
      })
      const data = { ...transfer, status_description: 'in words' }
      return sign(
        JSON.stringify({ type: `TRANSFER_${status}`, event_time: now().toISOString(), data }),
      )
    },
  })
}

type Payers = {
  readonly links: readonly Link[]
  readonly upiOrders: readonly UpiOrder[]
  readonly orders: Order[]
  readonly now: () => Date
  readonly sign: CashfreeServer['sign']
  readonly next: CashfreeServer['next']
}

/** Those who pay on the pages and from UPI apps. */
function payersOn({
  links,
  upiOrders,
  orders,
  now,
  sign,
  next,
}: Payers): Pick<CashfreeServer, 'pay' | 'payUpi'> {
  return {
    payUpi: (orderId: string, about: Parameters<CashfreeServer['payUpi']>[1] = {}) => {
      const upi = upiOrders.find(({ order_id }) => order_id === orderId)
      if (!upi || upi.sessions === 0) throw new Error('no such UPI session')
      const { state: payment_status = 'SUCCESS', at = now() } = about
      if (at >= new Date(upi.order_expiry_time)) throw new Error('the order has expired')
      if (orders.some(one => one.order_id === orderId && one.payment_status === 'SUCCESS'))
        throw new Error('the order is paid')
      const order = {
        order_id: orderId,
        link: undefined,
        cf_payment_id: 4_105_000 + orders.length,
        payment_status,
        amount: upi.order_amount,
        at,
        refunded: 0,
        ...next.money,
      }
      orders.push(order)
      return sign(JSON.stringify(upiEvent(order)))
    },
    pay: (linkId: string, about: Parameters<CashfreeServer['pay']>[1] = {}) => {
      const link = links.find(({ link_id }) => link_id === linkId)
      if (!link) throw new Error('no such link')
      const { state: payment_status = 'SUCCESS', amount = link.link_amount, at = now() } = about
      if (at >= new Date(link.link_expiry_time)) throw new Error('the payment link has expired')
      const number = orders.length + 1
      const order = {
        order_id: `CFPay_${number}`,
        link,
        cf_payment_id: 1_021_000 + number,
        payment_status,
        amount,
        at,
        refunded: 0,
        ...next.money,
      }
      orders.push(order)
      if (payment_status === 'SUCCESS') link.link_status = 'PAID'
      return sign(JSON.stringify(linkEvent(link, order)))
    },
  }
}

function answerLinks(
  { method, path, body }: VendorCall,
  links: Link[],
  orders: Order[],
  at: Date,
): VendorReply {
  if (method === 'POST') {
    const { link_id, link_amount, link_expiry_time, customer_details } = body as unknown as Link & {
      customer_details: { customer_phone: string }
    }
    if (!/^\d{10}$/.test(customer_details.customer_phone))
      return refused(400, 'customer_phone_invalid', 'customer_phone')
    if (links.some(link => link.link_id === link_id))
      return refused(409, 'link_already_exists', 'Link ID already exists')
    if (
      !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(link_expiry_time) ||
      new Date(link_expiry_time) <= at
    )
      return refused(400, 'link_expiry_time_invalid', 'link_expiry_time')
    const link_url = `https://payments-test.cashfree.com/links/${links.length + 1}`
    const link = {
      link_id,
      link_amount,
      link_url,
      link_expiry_time,
      link_status: 'ACTIVE',
      cf_link_id: links.length + 1,
    }
    links.push(link)
    return { json: link }
  }
  const [, , , linkId, part] = path.split('/')
  const link = links.find(({ link_id }) => link_id === linkId)
  if (!link) return refused(404, 'link_not_found', 'Link does not exist')
  if (part !== 'orders') return { json: link }
  return {
    json: orders
      .filter(order => order.link === link)
      .map(({ order_id }) => ({ order_id, order_status: 'PAID' })),
  }
}

/** `POST /orders`, `GET /orders/{id}` and `POST /orders/sessions`; undefined for another call. */
function answerUpi(
  { method, path, body }: VendorCall,
  {
    upiOrders,
    orders,
    at,
  }: { readonly upiOrders: UpiOrder[]; readonly orders: Order[]; readonly at: Date },
  { hasS2s }: CashfreeServer['next'],
): VendorReply | undefined {
  if (path === '/pg/orders') {
    const { order_id, order_amount, order_currency, order_expiry_time } =
      body as unknown as UpiOrder & { order_currency: string }
    if (upiOrders.some(order => order.order_id === order_id))
      return refused(409, 'order_already_exists', 'order with same id is already present')
    if (!/^[\w-]{3,45}$/.test(order_id) || order_currency !== 'INR' || !(order_amount >= 1))
      return refused(400, 'order_amount_invalid', 'order_amount')
    if (new Date(order_expiry_time) <= at)
      return refused(400, 'order_expiry_time_invalid', 'order_expiry_time')
    const payment_session_id = `session_${order_id}`
    upiOrders.push({ order_id, order_amount, order_expiry_time, payment_session_id, sessions: 0 })
    return { json: { ...upiOrders.at(-1), entity: 'order', order_status: 'ACTIVE' } }
  }
  if (path === '/pg/orders/sessions') {
    const { payment_session_id, payment_method } = body as {
      payment_session_id: string
      payment_method: { upi?: { channel: string } }
    }
    const order = upiOrders.find(one => one.payment_session_id === payment_session_id)
    if (!order || payment_method.upi?.channel !== 'link' || !hasS2s)
      return refused(400, 'payment_session_id_invalid', 'the session id is not active')
    order.sessions += 1
    const query = `pa=cashfree.pay@indus&pn=Saral%20Loans&tr=23757${order.sessions}&am=${order.order_amount.toFixed(2)}&cu=INR&mode=00&purpose=00&mc=6012&tn=Loan`
    const payload = { bhim: `bhim://upi/pay?${query}`, default: `upi://pay?${query}` }
    const data = { url: null, payload, content_type: null, method: null }
    return { json: { payment_method: 'upi', channel: 'link', action: 'custom', data } }
  }
  const [, , , id, part] = path.split('/')
  const order = upiOrders.find(({ order_id }) => order_id === id)
  if (method !== 'GET' || !order) return undefined
  if (part === undefined) return { json: { ...order, order_status: 'ACTIVE' } }
  if (part !== 'payments') return undefined
  return { json: orders.filter(({ order_id }) => order_id === id).map(paymentEntity) }
}

function answerOrders(
  { method, path, body }: VendorCall,
  orders: Order[],
  refunds: Refund[],
  refund_status: string,
): VendorReply {
  const [, , , orderId, part, refundId] = path.split('/')
  const ofId = orders.filter(({ order_id }) => order_id === orderId)
  const order = ofId.find(({ payment_status }) => payment_status === 'SUCCESS') ?? ofId[0]
  if (!order) return refused(404, 'order_not_found', 'Order Reference Id does not exist')
  if (part === 'payments') return { json: [paymentEntity(order)] }
  const existing = refunds.find(({ refund_id }) => refund_id === (refundId ?? body.refund_id))
  if (method === 'GET')
    return existing ? { json: existing } : refused(404, 'refund_not_found', 'Refund does not exist')
  if (existing) return refused(409, 'refund_already_exists', 'refund id already exists')
  const refund_id = String(body.refund_id)
  const refund_amount = Number(body.refund_amount)
  if (order.payment_status !== 'SUCCESS' || order.refunded + refund_amount > order.amount)
    return refused(400, 'refund_post_failed', 'refund amount exceeds')
  const refund = { refund_id, order_id: order.order_id, refund_amount, refund_status }
  refunds.push(refund)
  order.refunded += refund_amount
  return { json: refund }
}

function answerTransfers(
  { method, query, body }: VendorCall,
  transfers: Transfer[],
  status: string,
): VendorReply {
  const id = method === 'GET' ? query.get('transfer_id') : String(body.transfer_id)
  const existing = transfers.find(({ transfer_id }) => transfer_id === id)
  if (method === 'GET')
    return existing
      ? { json: existing }
      : refused(404, 'transfer_id_not_found', 'transfer does not exist')
  if (existing) return refused(409, 'transfer_id_already_exists', 'Transfer id already exists')
  const { beneficiary_details: to, transfer_amount } = body as {
    beneficiary_details: {
      beneficiary_name: string
      beneficiary_instrument_details: { bank_ifsc: string }
    }
    transfer_amount: number
  }
  if (id === null || !/^\w{1,40}$/.test(id))
    return refused(400, 'transfer_id_invalid', 'transfer_id')
  if (!/^[A-Za-z ]{1,100}$/.test(to.beneficiary_name))
    return refused(400, 'beneficiary_name_invalid', 'beneficiary_name')
  if (to.beneficiary_instrument_details.bank_ifsc.startsWith('XXXX'))
    return refused(400, 'bank_ifsc_invalid', 'bank_ifsc')
  const transfer = {
    transfer_id: id,
    cf_transfer_id: `${transfers.length + 1}`,
    status,
    transfer_utr: null,
    transfer_amount,
  }
  transfers.push(transfer)
  return { json: transfer }
}

function refused(status: number, code: string, message: string): VendorReply {
  return { status, json: { message, code, type: 'invalid_request_error' } }
}
