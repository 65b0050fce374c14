/** Checks the database once nothing is pending, and counts what happened. */

import { paise } from '#domain/money.ts'
import type { Database } from '#server/platform/db/open.ts'
import { judgedOrders } from '#simulation/judged-order.ts'
import type { Provider } from '#simulation/vendor.ts'
import type { Acknowledgements } from './load.ts'
import { nothingByStaff, refundsByHand, type StaffAcknowledgements } from './staff-life.ts'

/**
 * Checks that every order was acknowledged to its borrower, and that every payment at the provider
 * is booked once, on the order of its payment request, with the parts and refunds of the simulation's
 * oracle, in receipt and ledger. Returns a sentence for each fault.
 */
export async function unsettledBooks(
  db: Database,
  ack: Acknowledgements,
  byStaff: StaffAcknowledgements = nothingByStaff(),
): Promise<string[]> {
  const orders = await db.raw('SELECT order_id::text AS id FROM loan_order')
  const strangers = orders
    .filter(({ id }) => !ack.orders.has(String(id)))
    .map(({ id }) => `order ${id} was acknowledged to nobody`)
  return [
    ...strangers,
    ...(await wrongOrders(db, ack)),
    ...(await judgedOrders(db, { provider: await providerIn(db, byStaff), partRequests: [] })),
    ...(await wrongTransfers(db)),
  ]
}

async function wrongOrders(db: Database, ack: Acknowledgements): Promise<string[]> {
  const rows = await db.raw(`
    WITH paid AS MATERIALIZED (
        SELECT link.payment_id, attempt.ref FROM sandbox.payment_attempt AS attempt
          JOIN sandbox.payment_link AS link ON link.ref = attempt.link_ref
        WHERE attempt.state = 'paid'),
      receipt AS MATERIALIZED (SELECT attempt_ref, payment_id, borrower_id, order_id FROM payment_receipt),
      request AS MATERIALIZED (SELECT payment_id, borrower_id, order_id FROM payment)
    SELECT paid.payment_id AS id, receipt.order_id::text AS "orderId",
      request.borrower_id = receipt.borrower_id AND request.order_id = receipt.order_id AS "isOnOrder"
    FROM paid LEFT JOIN receipt ON receipt.attempt_ref = paid.ref
      LEFT JOIN request ON request.payment_id = receipt.payment_id`)
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

/**
 * Returns the provider's own books: the attempts to pay that ended, and the refunds by key, beside those
 * that the lender's people paid by hand.
 */
async function providerIn(db: Database, byStaff: StaffAcknowledgements): Promise<Provider> {
  const attempts = await db.raw(`
    SELECT attempt.ref, payment_id AS id, state, attempt.amount_paise AS amount, ended_at AS at
    FROM sandbox.payment_attempt AS attempt JOIN sandbox.payment_link AS link ON link.ref = link_ref`)
  const refunds = await db.raw(
    'SELECT key, attempt_ref AS ref, amount_paise AS amount FROM sandbox.refund',
  )
  const byHand = await refundsByHand(db, byStaff)
  return {
    ended: attempts.map(({ ref, id, state, amount, at }) => ({
      attemptRef: String(ref),
      paymentId: String(id),
      state: state === 'paid' ? 'paid' : 'failed',
      amount: paise(Number(amount)),
      paidAt: at as Date,
    })),
    refunds: new Map(
      [
        ...refunds.map(({ key, ref, amount }) => [String(key), { ref, amount }] as const),
        ...byHand,
      ].map(([key, { ref, amount }]) => [
        key,
        { attemptRef: String(ref), amount: paise(Number(amount)) },
      ]),
    ),
  }
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
  { orders }: Acknowledgements,
  phones: readonly string[],
): Promise<string[]> {
  const newest = new Map([...orders].map(([orderId, phone]) => [phone, orderId]))
  const rows = await db.raw(
    `SELECT order_id::text AS id, state, product_id AS product, principal, disbursed_day::text AS "paidOutOn",
       next_due_day::text AS "dueOn", extension_state AS "extensionState",
       (SELECT jsonb_agg(event ORDER BY number) FROM order_event e WHERE e.order_id = o.order_id) AS events,
       (SELECT jsonb_agg(jsonb_build_array(payment_id, scope, status, created_at, status_at)) FROM payment p
        WHERE p.order_id = o.order_id) AS payments,
       (SELECT jsonb_agg(jsonb_build_array(link.payment_id, attempt.state, ended_at)) FROM sandbox.payment_attempt attempt
        JOIN sandbox.payment_link link ON link.ref = link_ref JOIN payment p ON p.payment_id::text = link.payment_id
        WHERE p.order_id = o.order_id) AS attempts,
       (SELECT jsonb_agg(jsonb_build_array(event_id, due_at, tries)) FROM sandbox.webhook WHERE state = 'waiting') AS webhooks,
       (SELECT jsonb_agg(jsonb_build_array(name, state, start_after, data)) FROM jobs.job
        WHERE data::text LIKE '%' || o.order_id || '%' OR EXISTS (SELECT FROM payment p
          WHERE p.order_id = o.order_id AND data::text LIKE '%' || p.payment_id || '%')) AS jobs
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
      (SELECT count(*) FROM refund WHERE state = 'done' AND hand_reference IS NULL) AS "refunds sent",
      (SELECT count(*) FROM refund WHERE hand_reference IS NOT NULL) AS "refunds settled by two persons",
      (SELECT count(*) FROM penal_waiver) AS "penal charges waived by two persons",
      (SELECT count(*) FROM proposal_decision WHERE outcome = 'refused') AS "proposals refused"`)
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, count]) => [name, Number(count)]))
}
