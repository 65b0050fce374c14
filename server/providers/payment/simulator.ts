import type { Paise } from '#domain/money.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { Ids } from '#server/platform/ids.ts'
import { StatedError } from '#server/platform/stated-error.ts'
import type { PaymentPort } from '#server/providers/payment/port.ts'
import {
  type PaymentNotice,
  readSignedWebhook,
} from '#server/providers/payment/simulated-webhook.ts'

const LIST_LIMIT = 50

/** A payment link as the simulated provider stores it. */
export type SimulatedLink = {
  readonly ref: string
  readonly paymentId: string
  readonly amountPaise: Paise
  readonly description: string
  readonly returnUrl: string
  readonly isPaid: boolean
  readonly createdAt: Date
  /** From then on it accepts no money. */
  readonly expiresAt: Date
  readonly isOver: boolean
  /** Its request at the payer's UPI app, if one was opened. */
  readonly upiRef: string | null
}

/** `pay-without-refund`: from an account that takes no refund, so the provider gives it up. */
export type PaymentPress = 'pay' | 'fail' | 'notify-twice' | 'pay-without-refund'
export type PaymentPressed =
  | { readonly kind: 'done' | 'already-paid' | 'over'; readonly link: SimulatedLink }
  | { readonly kind: 'missing' }

/** Where a simulated payment is made. A real provider does not distinguish them, either. */
export type PaymentWay = 'page' | 'upi'

/** The simulated provider: the port, its hosted page, and the UPI app of a payer. */
export type PaymentSimulator = PaymentPort & {
  readonly openUpi: NonNullable<PaymentPort['openUpi']>
  readonly link: (ref: string) => Promise<SimulatedLink | undefined>
  readonly links: () => Promise<readonly SimulatedLink[]>
  /** The effect of a button on the hosted page: records the attempt and its webhooks together. */
  readonly press: (ref: string, button: PaymentPress) => Promise<PaymentPressed>
  /** The view of a request in a UPI app. It is paid by itself, whether or not its page was paid. */
  readonly upiRequest: (ref: string) => Promise<SimulatedLink | undefined>
  readonly pressInApp: (ref: string, button: PaymentPress) => Promise<PaymentPressed>
}

const linkColumns = `ref, payment_id AS "paymentId", amount_paise AS "amountPaise", description, return_url AS "returnUrl",
  is_paid AS "isPaid", created_at AS "createdAt", expires_at AS "expiresAt",
  (SELECT upi.ref FROM sandbox.upi_request AS upi WHERE upi.link_ref = payment_link.ref) AS "upiRef"`

const insertLink = statement(
  'sandbox-payment-link-insert',
  `INSERT INTO sandbox.payment_link (ref, payment_id, amount_paise, description, return_url, created_at, expires_at)
   VALUES (:ref, :paymentId, :amount, :description, :returnUrl, :now, :expiresAt) ON CONFLICT (payment_id) DO NOTHING`,
)
const linkOfPayment = statement(
  'sandbox-payment-link-of-payment',
  `SELECT ${linkColumns} FROM sandbox.payment_link WHERE payment_id = $1`,
)
const linkByRef = statement(
  'sandbox-payment-link-by-ref',
  `SELECT ${linkColumns} FROM sandbox.payment_link WHERE ref = $1`,
)
const linkLocked = statement(
  'sandbox-payment-link-lock',
  `SELECT ${linkColumns} FROM sandbox.payment_link WHERE ref = $1 FOR UPDATE`,
)
const insertUpi = statement(
  'sandbox-upi-request-insert',
  `INSERT INTO sandbox.upi_request (ref, link_ref, created_at)
   SELECT $1, ref, $3 FROM sandbox.payment_link WHERE payment_id = $2 ON CONFLICT (link_ref) DO NOTHING`,
)
const upiOfPayment = statement(
  'sandbox-upi-request-of-payment',
  `SELECT upi.ref, link.amount_paise AS "amountPaise", link.description FROM sandbox.upi_request AS upi
   JOIN sandbox.payment_link AS link ON link.ref = upi.link_ref WHERE link.payment_id = $1`,
)
const upiColumns = `upi.ref, link.payment_id AS "paymentId", link.amount_paise AS "amountPaise", link.description,
  link.return_url AS "returnUrl", upi.is_paid AS "isPaid", upi.created_at AS "createdAt", link.expires_at AS "expiresAt", upi.ref AS "upiRef"`
const upiByRef = statement(
  'sandbox-upi-request-by-ref',
  `SELECT ${upiColumns} FROM sandbox.upi_request AS upi JOIN sandbox.payment_link AS link ON link.ref = upi.link_ref
   WHERE upi.ref = $1`,
)
const upiLocked = statement(
  'sandbox-upi-request-lock',
  `SELECT ${upiColumns} FROM sandbox.upi_request AS upi JOIN sandbox.payment_link AS link ON link.ref = upi.link_ref
   WHERE upi.ref = $1 FOR UPDATE OF upi`,
)
const markUpiPaid = statement(
  'sandbox-upi-request-paid',
  'UPDATE sandbox.upi_request SET is_paid = true WHERE ref = $1',
)
const newestLinks = statement(
  'sandbox-payment-link-newest',
  `SELECT ${linkColumns} FROM sandbox.payment_link ORDER BY created_at DESC, ref DESC LIMIT ${LIST_LIMIT}`,
)
const markPaid = statement(
  'sandbox-payment-link-paid',
  'UPDATE sandbox.payment_link SET is_paid = true WHERE ref = $1',
)
const insertAttempt = statement(
  'sandbox-payment-attempt-insert',
  `INSERT INTO sandbox.payment_attempt (ref, link_ref, state, amount_paise, ended_at, takes_refunds)
   SELECT $1, ref, $3, $4, $5, $6 FROM sandbox.payment_link WHERE payment_id = $2`,
)
const attemptsOfLink = statement(
  'sandbox-payment-attempts',
  `SELECT link.payment_id AS "paymentId", attempt.ref AS "attemptRef", attempt.state, attempt.amount_paise AS amount,
     attempt.ended_at AS "paidAt"
   FROM sandbox.payment_attempt AS attempt JOIN sandbox.payment_link AS link ON link.ref = attempt.link_ref
   WHERE attempt.link_ref = $1 ORDER BY attempt.ended_at, attempt.ref`,
)
const insertWebhook = statement(
  'sandbox-webhook-insert',
  'INSERT INTO sandbox.webhook (event_id, copy, body, due_at) VALUES ($1, $2, $3, $4)',
)
const attemptLocked = statement(
  'sandbox-payment-attempt-lock',
  `SELECT amount_paise AS "paidPaise", takes_refunds AS "takesRefunds" FROM sandbox.payment_attempt WHERE ref = $1 AND state = 'paid' FOR UPDATE`,
)
const refundsOfAttempt = statement(
  'sandbox-refunds-of-attempt',
  'SELECT key, amount_paise AS "amountPaise" FROM sandbox.refund WHERE attempt_ref = $1',
)
const insertRefund = statement(
  'sandbox-refund-insert',
  'INSERT INTO sandbox.refund (key, attempt_ref, amount_paise, refunded_at) VALUES ($1, $2, $3, $4)',
)

export type PaymentSimulatorParts = {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  /** The public origin of the hosted page, without a trailing slash. */
  readonly publicOrigin: () => string
  /** The secret that signs webhooks (`webhookSecret`). */
  readonly secret: string
}

/** A simulated payment provider with a hosted page, signed webhooks and refunds (product §7). */
export function paymentSimulator(parts: PaymentSimulatorParts): PaymentSimulator {
  const { db, clock, ids, publicOrigin, secret } = parts
  return {
    name: 'sandbox',
    async createLink(request) {
      const now = clock.now()
      const returnUrl = pathIfOurs(request.returnUrl, publicOrigin())
      await db.query(insertLink, { ...request, ref: ids.uuid(now), returnUrl, now })
      const { ref } = await db.one(linkOfPayment, [request.paymentId])
      return { linkRef: ref, url: `${publicOrigin()}/sandbox/pay/${ref}` }
    },
    async openUpi({ paymentId }) {
      const now = clock.now()
      await db.query(insertUpi, [ids.uuid(now).replaceAll('-', ''), paymentId, now])
      const { ref, amountPaise, description } = await db.one(upiOfPayment, [paymentId])
      return { upiRef: ref, intent: intentOf(ref, amountPaise, description) }
    },
    attempts: linkRef => db.query(attemptsOfLink, [linkRef]),
    readWebhook: (rawBody, headers) => readSignedWebhook(rawBody, headers, [secret], clock.wall()),
    refund: request => db.transaction(tx => refund(tx, request, clock.now())),
    link: async ref => {
      const row = await db.maybeOne(linkByRef, [ref])
      return row && seenAt(clock.now(), row)
    },
    links: async () => (await db.query(newestLinks)).map(row => seenAt(clock.now(), row)),
    press: (ref, button) => db.transaction(tx => press(tx, parts, 'page', ref, button)),
    upiRequest: async ref => {
      const row = await db.maybeOne(upiByRef, [ref])
      return row && seenAt(clock.now(), row)
    },
    pressInApp: (ref, button) => db.transaction(tx => press(tx, parts, 'upi', ref, button)),
  }
}

/** The receiver of simulated money: the part behind the @ is no bank's, so that no real app pays it. */
export const SANDBOX_PAYEE = { name: 'Saral Sandbox', address: 'saral@sandbox' } as const

function intentOf(ref: string, amount: Paise, description: string): string {
  const fields = {
    pa: SANDBOX_PAYEE.address,
    pn: SANDBOX_PAYEE.name,
    tr: ref,
    am: (amount / 100).toFixed(2),
    cu: 'INR',
    tn: description,
  }
  const query = Object.entries(fields).map(([name, value]) =>
    name === 'pa' ? `${name}=${value}` : `${name}=${encodeURIComponent(value)}`,
  )
  return `upi://pay?${query.join('&')}`
}

type LinkRow = Omit<SimulatedLink, 'isOver'>

function seenAt(now: Date, row: LinkRow): SimulatedLink {
  return { ...row, isOver: !row.isPaid && row.expiresAt <= now }
}

/**
 * An address of ours as a path: the product may have another name or port when the borrower
 * returns.
 */
function pathIfOurs(returnUrl: string, origin: string): string {
  const path = returnUrl.startsWith(`${origin}/`) ? returnUrl.slice(origin.length) : returnUrl
  return path.startsWith('//') ? returnUrl : path
}

async function press(
  tx: Queryable,
  { clock, ids }: PaymentSimulatorParts,
  way: PaymentWay,
  ref: string,
  button: PaymentPress,
): Promise<PaymentPressed> {
  const isInApp = way === 'upi'
  const row = await tx.maybeOne(isInApp ? upiLocked : linkLocked, [ref])
  if (!row) return { kind: 'missing' }
  const now = clock.now()
  const link = seenAt(now, row)
  if (link.isPaid) return { kind: 'already-paid', link }
  if (link.isOver) return { kind: 'over', link }
  const state = button === 'fail' ? 'failed' : 'paid'
  const attemptRef = ids.uuid(now)
  const notice: PaymentNotice = {
    id: ids.uuid(now),
    type: `payment.${state}`,
    data: {
      paymentId: link.paymentId,
      attemptRef,
      amountPaise: link.amountPaise,
      paidAt: now.toISOString(),
    },
  }
  const takesRefunds = button !== 'pay-without-refund'
  const { paymentId, amountPaise } = link
  await tx.query(insertAttempt, [attemptRef, paymentId, state, amountPaise, now, takesRefunds])
  if (state === 'paid') await tx.query(isInApp ? markUpiPaid : markPaid, [ref])
  for (const copy of button === 'notify-twice' ? [1, 2] : [1]) {
    await tx.query(insertWebhook, [notice.id, copy, JSON.stringify(notice), clock.wall()])
  }
  return { kind: 'done', link: { ...link, isPaid: state === 'paid' } }
}

type RefundRequest = Parameters<PaymentPort['refund']>[0]

/**
 * Like a real provider, refuses to refund an attempt that was never paid, and more than was paid.
 */
async function refund(
  tx: Queryable,
  { key, attemptRef, amount }: RefundRequest,
  now: Date,
): Promise<{ readonly state: 'done' | 'given-up' }> {
  const attempt = await tx.maybeOne(attemptLocked, [attemptRef])
  if (!attempt) throw StatedError.of('only a payment that was made can be refunded')
  if (!attempt.takesRefunds) return { state: 'given-up' }
  const earlier = await tx.query(refundsOfAttempt, [attemptRef])
  if (earlier.some(one => one.key === key)) return { state: 'done' }
  const refundedPaise = earlier.reduce((total, one) => total + one.amountPaise, 0)
  if (refundedPaise + amount > attempt.paidPaise)
    throw StatedError.of('a refund cannot exceed what was paid')
  await tx.query(insertRefund, [key, attemptRef, amount, now])
  return { state: 'done' }
}
