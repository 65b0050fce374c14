/**
 * Razorpay's recurring payments by UPI as documented, as a part of the vendor on this machine:
 * registration links, tokens, orders with a notification, and the payments on them.
 */
import type { VendorCall, VendorReply } from './vendor-server.ts'

type Link = {
  id: string
  receipt: string
  status: string
  expire_by: number
  max_amount: number
  expire_at: number
  short_url: string
  customer_id: string
  payment_id: string | null
  token_id: string | null
  token_status: string
}
type Order = {
  id: string
  receipt: string
  amount: number
  notes: object
  token_id: string
  payment_after: number
  created_at: number
}
type Charge = {
  id: string
  order: Order | undefined
  amount: number
  status: 'created' | 'captured' | 'failed'
  created_at: number
  token_id: string | null
  refunded: number
  currency?: string
  captured?: boolean
}

type Action = 'approve' | 'refuse' | 'pause' | 'resume' | 'revoke'
/** The content of a message. */
type Notice = { readonly event: string; readonly payload: Record<string, object> }

export type Mandates = Pick<Book, 'links' | 'orders' | 'charges'> & {
  /** Answers the calls of recurring payments; undefined for any other call. */
  readonly answer: (call: VendorCall) => VendorReply | undefined
  /** The act of the borrower in the UPI app. */
  readonly act: (receipt: string, action: Action) => Notice
  /** Ends the payment that was started on the order of a debit. */
  readonly end: (receipt: string, status: 'captured' | 'failed') => Notice
}

const LINK_MIN_SECONDS = 15 * 60
const NOTICE_SECONDS = 24 * 3_600
const TOKEN_OF = {
  approve: 'confirmed',
  refuse: 'rejected',
  pause: 'paused',
  resume: 'confirmed',
  revoke: 'cancelled',
} as const

type Book = {
  readonly links: Link[]
  readonly orders: Order[]
  readonly charges: Charge[]
  readonly newId: (kind: string) => string
  /** The time of the vendor, in seconds. */
  readonly at: () => number
}
type Body = VendorCall['body']

/** `at`: the time of the vendor, in seconds. */
export function mandateBook(newId: (kind: string) => string, at: () => number): Mandates {
  const book: Book = { links: [], orders: [], charges: [], newId, at }
  return {
    ...book,
    answer: call => answer(book, call),
    act: (receipt, action) => act(book, receipt, action),
    end: (receipt, status) => end(book, receipt, status),
  }
}

function answer(book: Book, { method, path, query, body }: VendorCall): VendorReply | undefined {
  const { links, orders, charges } = book
  const [, , kind, id, what, tokenId] = path.split('/')
  const receipt = query.get('receipt')
  const link = links.find(one => one.id === id)
  const ofToken = links.find(({ token_id }) => token_id === tokenId)
  switch (`${method} ${kind}`) {
    case 'POST subscription_registration':
      return open(book, body)
    case 'GET invoices':
      if (receipt === null) return link ? { json: linkView(book, link) } : UNKNOWN
      return {
        json: {
          items: links.filter(one => one.receipt === receipt).map(one => linkView(book, one)),
        },
      }
    case 'POST invoices':
      if (!link || what !== 'cancel') return UNKNOWN
      link.status = 'cancelled'
      return { json: linkView(book, link) }
    case 'GET customers':
      if (!ofToken) return UNKNOWN
      return { json: { id: tokenId, recurring_details: { status: ofToken.token_status } } }
    case 'PUT customers':
      if (!ofToken) return UNKNOWN
      ofToken.token_status = 'cancelled'
      return { json: { status: 'cancellation_initiated' } }
    case 'POST orders':
      return announce(book, body)
    case 'GET orders':
      if (receipt !== null)
        return { json: { items: orders.filter(order => order.receipt === receipt) } }
      return { json: { items: charges.filter(({ order }) => order?.id === id).map(chargeView) } }
    case 'POST payments':
      return id === 'create' ? charge(book, body) : undefined
    case 'GET payments': {
      const paid = what ? undefined : charges.find(one => one.id === id)
      return paid && { json: chargeView(paid) }
    }
  }
  return undefined
}

const UNKNOWN = refused('The id provided does not exist')

function refused(description: string): VendorReply {
  return { status: 400, json: { error: { code: 'BAD_REQUEST_ERROR', description } } }
}

function linkView({ at }: Book, link: Link) {
  return {
    ...link,
    status: link.status === 'issued' && at() >= link.expire_by ? 'expired' : link.status,
  }
}

function chargeView({ order, ...charge }: Charge) {
  return { ...charge, amount_refunded: charge.refunded, order_id: order?.id ?? null }
}

function open(book: Book, body: Body): VendorReply {
  const { links, newId, at } = book
  const terms = body.subscription_registration as Record<string, unknown>
  const customer = body.customer as Record<string, unknown>
  if (body.type !== 'link' || body.currency !== 'INR' || body.amount !== 100)
    return refused('The registration is invalid.')
  const isFree = terms.method === 'upi' && terms.frequency === 'as_presented'
  if (!isFree || !(Number(terms.max_amount) >= 100)) return refused('The mandate is invalid.')
  if (!customer.name || !customer.email || !/^\+91\d{10}$/.test(String(customer.contact)))
    return refused('The customer is invalid.')
  if (!(Number(body.expire_by) >= at() + LINK_MIN_SECONDS))
    return refused('expire_by is too early.')
  const id = newId('inv')
  const link: Link = {
    id,
    receipt: String(body.receipt),
    status: 'issued',
    expire_by: Number(body.expire_by),
    max_amount: Number(terms.max_amount),
    expire_at: Number(terms.expire_at),
    short_url: `https://rzp.io/i/${id}`,
    customer_id: newId('cust'),
    payment_id: null,
    token_id: null,
    token_status: 'initiated',
  }
  links.push(link)
  return { json: linkView(book, link) }
}

function announce({ links, orders, newId, at }: Book, body: Body): VendorReply {
  const { token_id, payment_after } = body.notification as Pick<Order, 'token_id' | 'payment_after'>
  const link = token_id ? links.find(one => one.token_id === token_id) : undefined
  if (link?.token_status !== 'confirmed') return refused('The token is not confirmed.')
  if (!(payment_after >= at() + NOTICE_SECONDS))
    return refused('payment_after should be at least 24 hours after the current time.')
  const order: Order = {
    id: newId('order'),
    receipt: String(body.receipt),
    amount: Number(body.amount),
    notes: body.notes as object,
    token_id,
    payment_after,
    created_at: at(),
  }
  orders.push(order)
  return { json: { ...order, entity: 'order', status: 'created' } }
}

function charge({ links, orders, charges, newId, at }: Book, body: Body): VendorReply {
  const order = orders.find(({ id }) => id === body.order_id)
  const link = links.find(({ token_id }) => token_id === body.token)
  if (!order || !link || order.token_id !== body.token || link.customer_id !== body.customer_id)
    return UNKNOWN
  if (body.amount !== order.amount) return refused('The amount should be that of the order.')
  if (body.recurring !== true || !body.email || !body.contact) return refused('input')
  const isAllowed = at() >= order.payment_after && link.token_status === 'confirmed'
  const charge: Charge = {
    id: newId('pay'),
    order,
    amount: order.amount,
    status: isAllowed ? 'created' : 'failed',
    created_at: at(),
    token_id: link.token_id,
    refunded: 0,
  }
  charges.push(charge)
  return { json: { razorpay_payment_id: charge.id, razorpay_order_id: order.id } }
}

function act(book: Book, receipt: string, action: Action): Notice {
  const link = book.links.find(one => one.receipt === receipt)
  if (!link) throw new Error('no such mandate')
  if (action === 'approve' || action === 'refuse') register(book, link, action)
  link.token_status = TOKEN_OF[action]
  const entity = { id: link.token_id, recurring_details: { status: link.token_status } }
  return { event: `token.${link.token_status}`, payload: { token: entity } }
}

function register(book: Book, link: Link, action: 'approve' | 'refuse'): void {
  const { charges, newId, at } = book
  if (linkView(book, link).status !== 'issued') throw new Error('the page is over')
  link.token_id = newId('token')
  link.payment_id = newId('pay')
  if (action === 'approve') link.status = 'paid'
  charges.push({
    id: link.payment_id,
    order: undefined,
    amount: 100,
    status: action === 'approve' ? 'captured' : 'failed',
    created_at: at(),
    token_id: link.token_id,
    refunded: 0,
  })
}

function end({ orders, charges }: Book, receipt: string, status: 'captured' | 'failed'): Notice {
  const order = orders.find(one => one.receipt === receipt)
  const charge = charges.find(one => one.order === order && one.status === 'created')
  if (!order || !charge) throw new Error('no debit was started')
  charge.status = status
  const payment = { ...chargeView(charge), notes: order.notes }
  return status === 'captured'
    ? { event: 'order.paid', payload: { payment, order: { ...order, status: 'paid' } } }
    : { event: 'payment.failed', payload: { payment } }
}
