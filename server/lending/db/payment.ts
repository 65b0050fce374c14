import { type Paise, paise } from '#domain/money.ts'
import { isUuid, type OrderKey } from '#server/lending/db/order.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'
import type { UpiRequest } from '#server/providers/payment/port.ts'

export type PaymentStatus = 'pending' | 'failed' | 'paid'
/** The purpose of a payment request: the amount due, the whole loan, a part, an AutoPay debit, or the fee of an extension. */
export type PaymentScope = 'due' | 'all' | 'part' | 'autopay' | 'extension'

/** A payment request: a hosted page on which an amount may be paid. */
export type Payment = {
  readonly borrowerId: string
  readonly id: string
  readonly orderId: string
  /** The extension whose fee it is for. */
  readonly extensionId: string | undefined
  readonly scope: PaymentScope
  readonly amount: Paise
  /**
   * The last instalment that it covers; undefined if it covers the whole loan, or the fee of an
   * extension.
   */
  readonly lastInstalment: number | undefined
  /** All that arrived for it; nothing unless it is `paid`. */
  readonly received: Paise
  /** The vendor that has its page. */
  readonly vendor: string
  readonly link: { readonly linkRef: string; readonly url: string } | undefined
  /** The request to the borrower's UPI app beside the page, once it was opened. */
  readonly upi: UpiRequest | undefined
  readonly status: PaymentStatus
  readonly createdAt: Date
  /** The instant at which its page stops taking money. */
  readonly expiresAt: Date
  readonly statusAt: Date
  /** Since when its vendor says that a payment was begun and has not ended; undefined if none has. */
  readonly pendingSince: Date | undefined
}

/** For statements whose $1 is the borrower. */
const columns = `borrower_id, payment_id, order_id, extension_id, scope, amount, last_instalment, vendor, link_ref, url, upi_ref,
  upi_intent, status, created_at, expires_at, status_at, pending_since,
  (SELECT coalesce(sum(r.amount), 0)::bigint FROM payment_receipt r
   WHERE r.borrower_id = $1 AND r.payment_id = payment.payment_id) AS "received!"`
const selectPayment = statement(
  'payment-one',
  `SELECT ${columns} FROM payment WHERE borrower_id = $1 AND payment_id = $2`,
)
const selectByRequest = statement(
  'payment-of-request',
  `SELECT ${columns} FROM payment WHERE borrower_id = $1 AND request_key = $2`,
)
const selectLatest = statement(
  'payment-latest',
  `SELECT ${columns} FROM payment WHERE borrower_id = $1 AND order_id = $2 AND link_ref IS NOT NULL
     -- The card of AutoPay tells of debits; only a paid one is a payment like the others.
     AND (scope <> 'autopay' OR status = 'paid')
     -- Nobody waits any more for the page of an extension that has ended.
     AND NOT (status <> 'paid' AND EXISTS (SELECT FROM order_extension e WHERE e.borrower_id = $1
                AND e.extension_id = payment.extension_id AND e.state <> 'awaiting'))
   ORDER BY created_at DESC, payment_id DESC LIMIT 1`,
)
const selectForExtension = statement(
  'payment-of-extension',
  `SELECT ${columns} FROM payment WHERE borrower_id = $1 AND order_id = $2 AND extension_id = $3
   ORDER BY created_at DESC, payment_id DESC`,
)
const selectOfOrder = statement(
  'payment-of-order',
  `SELECT ${columns} FROM payment WHERE borrower_id = $1 AND order_id = $2 AND link_ref IS NOT NULL
     -- A debit that was announced only has brought no money.
     AND (scope <> 'autopay' OR pending_since IS NOT NULL)
   ORDER BY created_at, payment_id`,
)
const insertRow = statement(
  'payment-insert',
  `WITH owner AS (INSERT INTO payment_owner (payment_id, borrower_id) VALUES (:id, :borrowerId))
   INSERT INTO payment (borrower_id, payment_id, order_id, request_key, scope, amount, vendor, status, created_at, status_at,
     extension_id, expires_at, last_instalment)
   VALUES (:borrowerId, :id, :orderId, :requestKey, :scope, :amount, :vendor, 'pending', :at, :at, :extensionId, :expiresAt,
     :lastInstalment)`,
)
const setLink = statement(
  'payment-link',
  'UPDATE payment SET link_ref = $3, url = $4 WHERE borrower_id = $1 AND payment_id = $2',
)
// Of requests that were opened at once, all get the first, so that no other can be paid.
const setUpi = statement(
  'payment-upi',
  `UPDATE payment SET upi_ref = coalesce(upi_ref, $3), upi_intent = coalesce(upi_intent, $4)
   WHERE borrower_id = $1 AND payment_id = $2 RETURNING upi_ref AS "upiRef!", upi_intent AS "intent!"`,
)
// A payment that came stays paid after reports of other attempts on the same page.
const setStatus = statement(
  'payment-status',
  `UPDATE payment SET status = CASE status WHEN 'paid' THEN status ELSE $3 END,
     status_at = CASE status WHEN 'paid' THEN status_at ELSE $4 END, pending_since = NULL
   WHERE borrower_id = $1 AND payment_id = $2`,
)
const selectOwner = statement(
  'payment-owner',
  'SELECT borrower_id FROM payment_owner WHERE payment_id = $1',
)
const insertEvent = statement(
  'provider-event-insert',
  `INSERT INTO provider_event (vendor, event_id, payment_id, attempt_ref, state, amount, received_at, is_ours, doubt, currency)
   VALUES (:vendor, :eventId, :paymentId, :attemptRef, :state, :amount, :at, :isOurs, :doubt, :currency)
   ON CONFLICT DO NOTHING RETURNING event_id`,
)
const insertAttempt = statement(
  'provider-attempt-insert',
  `INSERT INTO provider_attempt (vendor, attempt_ref, state, borrower_id, learned_at)
   VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING attempt_ref`,
)
/** Few messages among many are not ours. The tables do not lie together, so each is read before they are compared. */
const unattributed = (among: string, limit: string) =>
  `WITH event AS MATERIALIZED (
     SELECT vendor, event_id, payment_id, attempt_ref, amount, received_at, doubt, currency
     FROM provider_event WHERE state = 'paid' AND NOT is_ours${among}),
     attempt AS MATERIALIZED (
     SELECT vendor, attempt_ref FROM provider_attempt WHERE state = 'paid' AND attempt_ref IN (SELECT attempt_ref FROM event)),
     closed AS MATERIALIZED (SELECT vendor, event_id FROM closed_payment_event)
   SELECT e.vendor, e.event_id AS "eventId", e.payment_id AS "paymentId", e.attempt_ref AS "attemptRef", e.amount,
     e.received_at AS "receivedAt", e.doubt, e.currency
   FROM event e
   WHERE NOT EXISTS (SELECT 1 FROM attempt a WHERE a.vendor = e.vendor AND a.attempt_ref = e.attempt_ref)
     AND NOT EXISTS (SELECT 1 FROM closed c WHERE c.vendor = e.vendor AND c.event_id = e.event_id)
   ORDER BY e.received_at LIMIT ${limit}`
const selectUnattributed = statement('provider-event-unattributed', unattributed('', '$1'))
const selectOneUnattributed = statement(
  'provider-event-unattributed-one',
  // The key of an item of the inbox, as `itemIdOf` makes it.
  unattributed(" AND left(regexp_replace(event_id, '[^A-Za-z0-9_.:-]', '_', 'g'), 100) = $1", '1'),
)
const closeEvent = statement(
  'provider-event-close',
  `INSERT INTO closed_payment_event (vendor, event_id, reference, closed_at)
   VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING event_id`,
)

export type NewPayment = Pick<
  Payment,
  | 'borrowerId'
  | 'id'
  | 'orderId'
  | 'extensionId'
  | 'scope'
  | 'amount'
  | 'lastInstalment'
  | 'vendor'
  | 'expiresAt'
> & {
  /** Names the borrower's action, so that repeating it finds the same payment request. */
  readonly requestKey: string
}

export async function insertPayment(tx: Transaction, payment: NewPayment, at: Date): Promise<void> {
  await tx.query(insertRow, { ...payment, at })
}

export async function paymentOf(
  db: Queryable,
  borrowerId: string,
  paymentId: string,
): Promise<Payment | undefined> {
  if (!isUuid(paymentId)) return undefined
  const row = await db.maybeOne(selectPayment, [borrowerId, paymentId])
  return row && paymentOfRow(row)
}

export async function paymentOfRequest(
  db: Queryable,
  borrowerId: string,
  requestKey: string,
): Promise<Payment | undefined> {
  const row = await db.maybeOne(selectByRequest, [borrowerId, requestKey])
  return row && paymentOfRow(row)
}

/**
 * The payment requests for the fee of an extension, newest first. Those on which a part was paid are
 * among them: the rest may have been paid as well.
 */
export async function pagesOfExtension(
  db: Queryable,
  {
    borrowerId,
    orderId,
    id,
  }: { readonly borrowerId: string; readonly orderId: string; readonly id: string },
): Promise<Payment[]> {
  return (await db.query(selectForExtension, [borrowerId, orderId, id])).map(paymentOfRow)
}

/** The payment requests of an order whose pages were opened, and its debits that are under way. */
export async function pagesOfOrder(
  db: Queryable,
  { borrowerId, orderId }: OrderKey,
): Promise<Payment[]> {
  return (await db.query(selectOfOrder, [borrowerId, orderId])).map(paymentOfRow)
}

/** The latest payment request whose page was opened. */
export async function latestPayment(
  db: Queryable,
  borrowerId: string,
  orderId: string,
): Promise<Payment | undefined> {
  const row = await db.maybeOne(selectLatest, [borrowerId, orderId])
  return row && paymentOfRow(row)
}

export async function savePaymentLink(
  tx: Queryable,
  payment: Payment,
  link: NonNullable<Payment['link']>,
): Promise<void> {
  await tx.query(setLink, [payment.borrowerId, payment.id, link.linkRef, link.url])
}

/** Stores the UPI request of a payment request, unless it has one; returns the one that it has. */
export function savePaymentUpi(
  db: Queryable,
  { borrowerId, id }: Pick<Payment, 'borrowerId' | 'id'>,
  { upiRef, intent }: UpiRequest,
): Promise<UpiRequest> {
  return db.one(setUpi, [borrowerId, id, upiRef, intent])
}

export async function savePaymentStatus(
  tx: Queryable,
  payment: Payment,
  status: 'failed' | 'paid',
  at: Date,
): Promise<void> {
  await tx.query(setStatus, [payment.borrowerId, payment.id, status, at])
}

/** The owner of a payment; undefined if it is none of ours. */
export async function ownerOfPayment(
  db: Queryable,
  paymentId: string,
): Promise<string | undefined> {
  if (!isUuid(paymentId)) return undefined
  return (await db.maybeOne(selectOwner, [paymentId]))?.borrower_id
}

/** An ended attempt on a payment, as a provider reports it. */
export type Attempt = {
  readonly vendor: string
  readonly paymentId: string
  readonly attemptRef: string
  readonly state: 'paid' | 'failed'
  readonly amount: Paise
  /** The instant at which the money moved, according to the provider. */
  readonly paidAt?: Date | undefined
}

/** One that is reported as made, but of which nothing may be booked. */
export type DoubtfulAttempt = Omit<Attempt, 'state'> & {
  readonly state: 'doubtful'
  readonly currency?: string | undefined
}

type Message = {
  readonly eventId: string
  /** False if a person must look: it names no payment request of ours, or is doubtful. */
  readonly isOurs: boolean
  /** Why nothing of it may be booked, and its currency, if that is not the rupee. */
  readonly doubt?: 'not-in-rupees' | 'not-captured'
  readonly currency?: string | undefined
}

/** Puts a message into the inbox; false if it is there already. */
export async function isNewEvent(
  tx: Transaction,
  message: Message,
  attempt: Attempt,
  at: Date,
): Promise<boolean> {
  const { doubt = null, currency = null } = message
  const values = { ...attempt, ...message, doubt, currency, at }
  return (await tx.query(insertEvent, values)).length === 1
}

/** Records that an attempt is being processed; false if it was recorded before, from any source. */
export async function isNewAttempt(
  tx: Transaction,
  borrowerId: string,
  attempt: Attempt,
  at: Date,
): Promise<boolean> {
  const { vendor, attemptRef, state } = attempt
  return (await tx.query(insertAttempt, [vendor, attemptRef, state, borrowerId, at])).length === 1
}

export type UnattributedEvent = Row<'provider-event-unattributed'>

/**
 * Genuine messages about money that names no payment of ours, or that is doubtful, for a person to
 * check: until the payment is known after all, or two persons close it.
 */
export function unattributedEvents(db: Queryable, limit = 100): Promise<UnattributedEvent[]> {
  return db.query(selectUnattributed, [limit])
}

/** The one of these messages that an item of the inbox has this key for. */
export function unattributedEvent(
  db: Queryable,
  itemId: string,
): Promise<UnattributedEvent | undefined> {
  return db.maybeOne(selectOneUnattributed, [itemId])
}

/**
 * Closes such a message, with the reference of the transfer back to the payer; null where there was no
 * money. False if it is closed already.
 */
export async function closeUnattributedEvent(
  tx: Queryable,
  { vendor, eventId }: Pick<UnattributedEvent, 'vendor' | 'eventId'>,
  reference: string | null,
  at: Date,
): Promise<boolean> {
  return (await tx.maybeOne(closeEvent, [vendor, eventId, reference, at])) !== undefined
}

function paymentOfRow(row: Row<'payment-one'>): Payment {
  const { link_ref, url, upi_ref, upi_intent } = row
  return {
    borrowerId: row.borrower_id,
    id: row.payment_id,
    orderId: row.order_id,
    extensionId: row.extension_id ?? undefined,
    scope: row.scope,
    amount: paise(row.amount),
    lastInstalment: row.last_instalment ?? undefined,
    received: paise(row.received),
    vendor: row.vendor,
    link: link_ref !== null && url !== null ? { linkRef: link_ref, url } : undefined,
    upi:
      upi_ref !== null && upi_intent !== null ? { upiRef: upi_ref, intent: upi_intent } : undefined,
    status: row.status,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    statusAt: row.status_at,
    pendingSince: row.pending_since ?? undefined,
  }
}
