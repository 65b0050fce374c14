/** What must be true of the database once nothing is under way, and counts of what happened. */

import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#server/platform/db/open.ts'
import { dayInIndia, dayText } from '#simulation/oracle/calendar.ts'
import type { Facts, Receipt } from '#simulation/oracle/facts.ts'
import { positionOf } from '#simulation/oracle/position.ts'
import type { Acknowledged } from './load.ts'

/**
 * Checks that every order was acknowledged to its borrower, and that every payment at the provider
 * is booked once, on the order of its payment request, with the parts and refunds of the simulation's
 * oracle, in receipt and ledger. Returns a sentence for each fault.
 */
export async function unsettledBooks(db: Database, ack: Acknowledged): Promise<string[]> {
  const orders = await db.raw('SELECT order_id::text AS id FROM loan_order')
  const strangers = orders
    .filter(({ id }) => !ack.orders.has(String(id)))
    .map(({ id }) => `order ${id} was acknowledged to nobody`)
  return [
    ...strangers,
    ...(await wrongOrders(db, ack)),
    ...(await wrongParts(db)),
    ...(await wrongTransfers(db)),
  ]
}

async function wrongOrders(db: Database, ack: Acknowledged): Promise<string[]> {
  const rows = await db.raw(`
    SELECT link.payment_id AS id, receipt.order_id::text AS "orderId",
      payment.borrower_id = receipt.borrower_id AND payment.order_id = receipt.order_id AS "isOnOrder"
    FROM sandbox.payment_attempt AS attempt
      JOIN sandbox.payment_link AS link ON link.ref = attempt.link_ref
      LEFT JOIN payment_receipt AS receipt ON receipt.attempt_ref = attempt.ref
      LEFT JOIN payment ON payment.payment_id = receipt.payment_id
    WHERE attempt.state = 'paid'`)
  const orderOf = new Map(rows.map(({ id, orderId }) => [String(id), orderId]))
  return [
    ...rows
      .filter(({ isOnOrder }) => isOnOrder !== true)
      .map(({ id }) => `payment ${id} is not booked on the order of its request`),
    ...[...ack.paid]
      .filter(id => orderOf.get(id) !== ack.paymentRequests.get(id)?.orderId)
      .map(id => `payment ${id} was made but is not booked on its order`),
  ]
}

/** Where the money of one payment went, in paise. */
type Figures = Receipt['parts'] & {
  readonly held: number
  readonly excess: number
  /** What the provider sent back. */
  readonly refund: number
}
/** An order with what happened to it, and the figures of its payments in our books. */
type Loan = Facts & {
  readonly id: string
  readonly payments: readonly { readonly id: string; readonly figures: Figures }[]
}

/**
 * Selects what happened to an order, as the oracle reads it: the payments from the provider's own
 * records, in the order in which they were booked, and the rest from our rows.
 */
const HAPPENINGS = `
  SELECT max(receipt.received_at) OVER (ORDER BY receipt.number) AS learned_at, receipt.number AS place,
    jsonb_build_object('kind', 'payment', 'id', attempt.ref, 'amount', amount_paise,
    'at', attempt.ended_at, 'purpose', CASE scope WHEN 'all' THEN to_jsonb(scope)
      WHEN 'due' THEN jsonb_build_object('instalment', payment.last_instalment)
      ELSE jsonb_build_object('extension', extension.number) END) AS happening
  FROM sandbox.payment_attempt AS attempt
    JOIN payment_receipt AS receipt ON receipt.attempt_ref = attempt.ref
    JOIN payment USING (borrower_id, payment_id)
    LEFT JOIN order_extension AS extension ON extension.extension_id = payment.extension_id
  WHERE payment.order_id = loan.order_id
  UNION ALL SELECT requested_at, 0, jsonb_build_object('kind', 'extension-requested', 'number', number, 'at', requested_at)
  FROM order_extension WHERE order_id = loan.order_id
  UNION ALL SELECT ended_at, 0, jsonb_build_object('kind', 'extension-ended', 'number', number, 'how', state, 'at', ended_at)
  FROM order_extension WHERE order_id = loan.order_id AND state IN ('lapsed', 'abandoned')
  UNION ALL SELECT ended_at, 0, jsonb_build_object('kind', 'payout-reversed', 'at', ended_at)
  FROM payout WHERE order_id = loan.order_id AND state = 'reversed'`

/** Compares the figures of each payment with those that the oracle computes. */
async function wrongParts(db: Database): Promise<string[]> {
  const loans = await db.raw(`
    SELECT order_id::text AS id, disbursed_day::text AS "arrivedOn",
      jsonb_build_object('principal', principal, 'ratePpmYear', rate_ppm_year, 'feeBps', processing_fee_bps,
        'discountBps', discount_bps, 'periodDays', period_days, 'instalments', instalments, 'maxTenorDays', max_tenor_days,
        'penalRatePpmYear', penal_rate_ppm_year, 'penalCapBps', penal_cap_bps, 'extensionFeeBps', extension_fee_bps,
        'coolingOffDays', cooling_off_days) AS terms,
      (SELECT jsonb_agg(happening ORDER BY learned_at, place) FROM (${HAPPENINGS}) AS story) AS happenings,
      (SELECT jsonb_agg(jsonb_build_object('id', attempt_ref, 'figures', jsonb_build_object('penal', penal,
         'interest', receipt.interest, 'principal', receipt.principal, 'held', held, 'excess', excess,
         'refund', (SELECT coalesce(sum(amount_paise), 0) FROM sandbox.refund WHERE refund.attempt_ref = receipt.attempt_ref))))
       FROM payment_receipt AS receipt WHERE receipt.order_id = loan.order_id) AS payments
    FROM loan_order AS loan WHERE EXISTS (SELECT FROM payment_receipt WHERE order_id = loan.order_id)`)
  return (loans as Loan[]).flatMap(loan => {
    const right = rightFigures(loan)
    return loan.payments
      .filter(({ id, figures }) => !isDeepStrictEqual(figures, right.get(id)))
      .map(
        ({ id, figures }) =>
          `payment ${id} of order ${loan.id} has ${JSON.stringify(figures)} instead of ${JSON.stringify(right.get(id))}`,
      )
  })
}

/** Returns the figures of each payment that the documents demand, by the attempt at the provider. */
function rightFigures(loan: Loan): Map<string, Figures> {
  const last = loan.happenings.at(-1)?.at ?? loan.arrivedOn
  const { receipts, refunds } = positionOf(loan, dayText(dayInIndia(last)))
  return new Map(
    receipts.map(({ id, parts, setAside, excess }) => {
      const refund = refunds
        .filter(each => each.id === id)
        .reduce((sum, each) => sum + each.amount, 0)
      return [id, { ...parts, held: setAside, excess, refund }]
    }),
  )
}

/** Compares the ledger transfers of each receipt with its parts. */
async function wrongTransfers(db: Database): Promise<string[]> {
  const rows = await db.raw(`
    SELECT receipt_id AS id FROM payment_receipt AS receipt,
      LATERAL (SELECT
        coalesce(sum(amount) FILTER (WHERE debit = 'bank'), 0) AS amount,
        coalesce(sum(amount) FILTER (WHERE credit = 'penal_receivable'), 0) AS penal,
        coalesce(sum(amount) FILTER (WHERE credit = 'interest_receivable'), 0) AS interest,
        coalesce(sum(amount) FILTER (WHERE credit = 'principal_receivable'), 0) AS principal,
        coalesce(sum(amount) FILTER (WHERE credit = 'extension_advances'), 0) AS held,
        coalesce(sum(amount) FILTER (WHERE credit = 'refunds_payable'), 0) AS excess
        FROM ledger_transfer AS booked
        WHERE booked.borrower_id = receipt.borrower_id AND booked.order_id = receipt.order_id
          AND posting = 'payment:' || receipt_id) AS ledger
    WHERE (receipt.amount, receipt.penal, receipt.interest, receipt.principal, receipt.held, receipt.excess)
      IS DISTINCT FROM (ledger.amount, ledger.penal, ledger.interest, ledger.principal, ledger.held, ledger.excess)`)
  return rows.map(({ id }) => `the ledger does not agree with receipt ${id}`)
}

/** Describes the newest orders of some borrowers, to find out what keeps them busy. */
export async function standingOf(
  db: Database,
  { orders }: Acknowledged,
  phones: readonly string[],
): Promise<string[]> {
  const newest = new Map([...orders].map(([orderId, phone]) => [phone, orderId]))
  const rows = await db.raw(
    `SELECT order_id::text AS id, state, product_id AS product, principal, disbursed_day::text AS "paidOutOn",
       next_due_day::text AS "dueOn", extension_state AS "extensionState",
       (SELECT jsonb_agg(event ORDER BY number) FROM order_event e WHERE e.order_id = o.order_id) AS events
     FROM loan_order o WHERE order_id = ANY ($1::uuid[])`,
    [phones.flatMap(phone => newest.get(phone) ?? [])],
  )
  return rows.map(row => JSON.stringify(row))
}

/** Counts what happened while servers died, by name. */
export async function countEvents(db: Database): Promise<Record<string, number>> {
  const [row] = await db.raw(`
    SELECT
      (SELECT count(*) FROM order_event WHERE event = 'fallOverdue') AS "loans overdue",
      (SELECT count(*) FROM order_event WHERE event = 'requestExtension') AS "extensions requested",
      (SELECT count(*) FROM order_extension WHERE state = 'paid') AS "extensions paid",
      (SELECT count(*) FROM order_extension WHERE state = 'lapsed') AS "extensions lapsed",
      (SELECT count(*) FROM order_event WHERE event = 'payoutReversed') AS "payouts reversed",
      (SELECT count(*) FROM borrower_message WHERE kind = 'reminder' AND state = 'sent') AS "reminders sent",
      (SELECT count(*) FROM refund WHERE state = 'done') AS "refunds sent"`)
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, count]) => [name, Number(count)]))
}
