import type { Day } from '#domain/day.ts'
import type { ExtensionState, OrderState } from '#domain/lending/order.ts'
import type { LoanTerms } from '#domain/lending/terms.ts'
import { type BasisPoints, basisPoints, type Paise, paise } from '#domain/money.ts'
import { columnsOfTerms, termsOfColumns } from '#server/lending/db/product.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'
import type { Details } from '#words/reasons.ts'
import { withSentence } from '#words/say.ts'

/** The key of an order: an order is never looked up without its owner. */
export type OrderKey = { readonly borrowerId: string; readonly orderId: string }

export type Purpose = 'shopping' | 'medical' | 'education' | 'tourism' | 'living' | 'vehicle'

/**
 * The reason for a decision, as a stable word with its figures, or with a person's words as `text`.
 */
export type StatedReason = { readonly reason: string; readonly details: Details }
/**
 * The reason as stored. The previous version writes and reads a sentence, and knows no details; the
 * next one drops the sentence.
 */
export type StoredReason = { reason: string; details?: Details; msg: string }

/** The agreed terms, which never change. */
type Agreed = {
  readonly borrowerId: string
  readonly id: string
  readonly orderNo: string
  readonly productId: string
  readonly productName: string
  readonly cardId: string
  readonly terms: LoanTerms
  readonly serviceFee: Paise
  readonly gst: Paise
  readonly arrive: Paise
  readonly interest: Paise
  readonly repayment: Paise
  readonly apr: BasisPoints
  readonly termsHash: string
  /** The working days of the offer that the Key Facts Statement names. */
  readonly offerWorkingDays: number
  readonly purpose: Purpose | undefined
  readonly autoGetMoney: boolean
  readonly appliedAt: Date
}

/** The progress of an order. */
export type Progress = {
  readonly state: OrderState
  readonly reasons: readonly StatedReason[]
  readonly referredAt: Date | undefined
  readonly decidedAt: Date | undefined
  readonly deniedAt: Date | undefined
  /** The wait that the denial named; undefined if it named none. */
  readonly reapplyWaitDays: number
  readonly offerUntil: Day | undefined
  readonly confirmedAt: Date | undefined
  readonly disbursedAt: Date | undefined
  readonly disbursedDay: Day | undefined
  readonly settledAt: Date | undefined
  readonly nextDueDay: Day | undefined
  readonly closedDay: Day | undefined
  readonly wasEverOverdue: boolean
  readonly worstOverdueDays: number
  readonly extensionState: ExtensionState
  /** True if all of it was paid within the cooling-off period. */
  readonly wasReturned: boolean
}

export type Order = Agreed & Progress

type OrderRow = Row<'order-one'>

/** More orders than one borrower will ever have; a page never asks for more. */
export const ORDERS_MAX = 500

/**
 * Read by name, never as `*`: a column that a newer version adds would break a prepared statement
 * on a running server.
 */
const agreedColumns = `borrower_id, order_id, order_no, product_id, product_name, card_id, principal, rate_ppm_year, processing_fee_bps,
  discount_bps, period_days, instalments, max_tenor_days, penal_rate_ppm_year, penal_cap_bps, extension_fee_bps, cooling_off_days,
  service_fee, gst, arrive, interest, repayment, apr_bps, terms_hash, offer_working_days, purpose, auto_get_money, applied_at`
const columns = `${agreedColumns}, state, reasons, referred_at, decided_at, denied_at, offer_until, confirmed_at, disbursed_at,
  disbursed_day, settled_at, next_due_day, closed_day, was_ever_overdue, worst_overdue_days, extension_state, was_returned,
  reapply_wait_days`

const selectOrder = statement(
  'order-one',
  `SELECT ${columns} FROM loan_order WHERE borrower_id = $1 AND order_id = $2`,
)
const selectOrders = statement(
  'order-list',
  `SELECT ${columns} FROM unnest((SELECT $1::uuid[])) AS input (id)
   JOIN (SELECT borrower_id AS id FROM borrower b WHERE b.borrower_id = ANY ($1::uuid[])) AS owner ON owner.id = input.id, LATERAL (
     SELECT * FROM loan_order o WHERE o.borrower_id = owner.id AND o.borrower_id = ANY ($1::uuid[]) ORDER BY applied_at DESC, order_id DESC LIMIT ${ORDERS_MAX}
   ) AS own ORDER BY applied_at DESC, order_id DESC`,
)
const insertOrderRows = statement(
  'order-insert',
  `INSERT INTO loan_order (${agreedColumns}, state)
   SELECT ${agreedColumns}, 'auditing' FROM jsonb_populate_recordset(NULL::loan_order, $1)`,
)
const updateProgress = statement(
  'order-progress',
  `UPDATE loan_order SET state = :state, reasons = :reasons, referred_at = :referredAt, decided_at = :decidedAt,
     denied_at = :deniedAt, offer_until = :offerUntil, confirmed_at = :confirmedAt, disbursed_at = :disbursedAt,
     disbursed_day = :disbursedDay, settled_at = :settledAt, next_due_day = :nextDueDay, closed_day = :closedDay,
     was_ever_overdue = :wasEverOverdue, worst_overdue_days = :worstOverdueDays, extension_state = :extensionState,
     was_returned = :wasReturned, reapply_wait_days = :reapplyWaitDays
   WHERE borrower_id = :borrowerId AND order_id = :id AND state = :from
   RETURNING order_id`,
)
/** The borrower's own order; another borrower's counts as missing. */
export async function orderOf(
  db: Queryable,
  borrowerId: string,
  orderId: string,
): Promise<Order | undefined> {
  if (!isUuid(orderId)) return undefined
  const row = await db.maybeOne(selectOrder, [borrowerId, orderId])
  return row && orderOfRow(row)
}

/** The borrower's orders, newest first. */
export async function ordersOf(db: Queryable, borrowerId: string): Promise<Order[]> {
  return (await db.query(selectOrders, [[borrowerId]])).map(orderOfRow)
}

/** The orders of each of these borrowers, at their index, the newest first. */
export async function ordersOfEach(
  db: Queryable,
  borrowerIds: readonly string[],
): Promise<(readonly Order[])[]> {
  const rows = await db.query(selectOrders, [[...new Set(borrowerIds)]])
  const orders = Map.groupBy(rows.map(orderOfRow), order => order.borrowerId)
  return borrowerIds.map(borrowerId => orders.get(borrowerId) ?? [])
}

export async function insertOrders(tx: Transaction, orders: readonly Agreed[]): Promise<void> {
  await tx.query(insertOrderRows, [JSON.stringify(orders.map(agreedRow))])
}

function agreedRow(order: Agreed): Partial<OrderRow> {
  const { terms } = order
  return {
    ...columnsOfTerms(terms),
    borrower_id: order.borrowerId,
    order_id: order.id,
    order_no: order.orderNo,
    product_id: order.productId,
    product_name: order.productName,
    card_id: order.cardId,
    principal: terms.principal,
    discount_bps: terms.discount,
    service_fee: order.serviceFee,
    gst: order.gst,
    arrive: order.arrive,
    interest: order.interest,
    repayment: order.repayment,
    apr_bps: order.apr,
    terms_hash: order.termsHash,
    offer_working_days: order.offerWorkingDays,
    purpose: order.purpose ?? null,
    auto_get_money: order.autoGetMoney,
    applied_at: order.appliedAt,
  }
}

/**
 * Stores an order's progress; throws if its state is not the one that the caller read, which the
 * borrower's lock rules out.
 */
export async function saveProgress(tx: Transaction, from: OrderState, order: Order): Promise<void> {
  const reasons = JSON.stringify(order.reasons.map(reason => withSentence('order', reason)))
  const changed = await tx.query(updateProgress, { ...order, reasons, from })
  if (changed.length !== 1)
    throw new Error(`Order ${order.id} was changed without its borrower's lock.`)
}

/** True if a text can be an id of ours. Other texts are missing, and never reach the database. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

function orderOfRow(row: OrderRow): Order {
  return {
    borrowerId: row.borrower_id,
    id: row.order_id,
    productId: row.product_id,
    productName: row.product_name,
    interest: paise(row.interest),
    state: row.state,
    disbursedDay: row.disbursed_day ?? undefined,
    wasEverOverdue: row.was_ever_overdue,
    worstOverdueDays: row.worst_overdue_days,
    terms: {
      ...termsOfColumns(row),
      principal: paise(row.principal),
      discount: basisPoints(row.discount_bps),
    },
    orderNo: row.order_no,
    cardId: row.card_id,
    serviceFee: paise(row.service_fee),
    gst: paise(row.gst),
    arrive: paise(row.arrive),
    repayment: paise(row.repayment),
    apr: basisPoints(row.apr_bps),
    termsHash: row.terms_hash,
    offerWorkingDays: row.offer_working_days,
    purpose: row.purpose ?? undefined,
    autoGetMoney: row.auto_get_money,
    appliedAt: row.applied_at,
    reasons: row.reasons.map(({ reason, details, msg }) => ({
      reason,
      details: details ?? { text: msg },
    })),
    referredAt: row.referred_at ?? undefined,
    decidedAt: row.decided_at ?? undefined,
    deniedAt: row.denied_at ?? undefined,
    reapplyWaitDays: row.reapply_wait_days,
    offerUntil: row.offer_until ?? undefined,
    confirmedAt: row.confirmed_at ?? undefined,
    disbursedAt: row.disbursed_at ?? undefined,
    settledAt: row.settled_at ?? undefined,
    nextDueDay: row.next_due_day ?? undefined,
    closedDay: row.closed_day ?? undefined,
    extensionState: row.extension_state,
    wasReturned: row.was_returned,
  }
}

/**
 * The instant at which the borrower requested the money of an order: by Get Money, or with the
 * application, even if a person decides on it later.
 */
export function requestedAt({ autoGetMoney, appliedAt, confirmedAt }: Order): Date | undefined {
  return autoGetMoney ? appliedAt : confirmedAt
}
