import { audit, difference } from '#server/lending/books/audit.ts'
import type { Database } from '#server/platform/db/open.ts'
import type { Acknowledgements } from './load.ts'

/** Checks what must be true of the database at any moment. Returns a sentence for each fault. */
export async function faultsIn(db: Database, current: Acknowledgements): Promise<string[]> {
  // Acknowledgements that arrive while the database is read are left out.
  const ack = structuredClone(current)
  const [books, ...lists] = await Promise.all([
    audit(db),
    db.raw('SELECT order_id::text AS id, state FROM loan_order'),
    db.raw('SELECT payment_id::text AS id, amount FROM payment'),
    db.raw('SELECT order_id::text AS id FROM payout'),
    db.raw(`SELECT payment_id AS id FROM sandbox.payment_attempt
            JOIN sandbox.payment_link ON link_ref = payment_link.ref WHERE state = 'paid'`),
  ])
  const [orders = [], payments = [], payouts = [], attempts = []] = lists
  const stateOf = new Map(orders.map(({ id, state }) => [id, state]))
  const requested = new Map(payments.map(({ id, amount }) => [id, amount]))
  const paidOut = new Set(payouts.map(({ id }) => id))
  const paidAtProvider = new Set(attempts.map(({ id }) => id))
  return [
    ...books.faults,
    ...(difference(books.trialBalance) === 0 ? [] : ['the ledger is out of balance']),
    ...[...ack.orders.keys()].filter(id => !stateOf.has(id)).map(id => `order ${id} is lost`),
    ...[...ack.borrowed].filter(id => !paidOut.has(id)).map(id => `Get Money of ${id} is lost`),
    ...[...ack.borrowed]
      .filter(id => /auditing|pass/.test(String(stateOf.get(id))))
      .map(id => `order ${id} went back`),
    ...[...ack.paymentRequests]
      .filter(([id, { amount }]) => requested.get(id) !== amount)
      .map(([id]) => `payment request ${id} is lost or changed`),
    ...[...ack.paid]
      .filter(id => !paidAtProvider.has(id))
      .map(id => `payment ${id} is lost at the provider`),
    ...[...ack.settled]
      .filter(id => stateOf.get(id) !== 'settled' && !ack.reversed.has(id))
      .map(id => `order ${id} is no longer settled`),
    ...(await doubled(db)),
  ]
}

/**
 * Returns what happened twice, or was never requested, at the simulated bank and provider and here.
 */
async function doubled(db: Database): Promise<string[]> {
  // Citus joins a table of its coordinator with one of its workers only through a CTE.
  const rows = await db.raw(`
    WITH ours AS MATERIALIZED (SELECT payout_id::text AS key, order_id, amount FROM payout),
      at_bank AS MATERIALIZED (SELECT key, amount_paise FROM sandbox.payout),
      receipt AS MATERIALIZED (SELECT attempt_ref, amount FROM payment_receipt),
      attempt AS MATERIALIZED (SELECT ref, link_ref, amount_paise FROM sandbox.payment_attempt WHERE state = 'paid'),
      owed AS MATERIALIZED (SELECT refund_id::text AS key, amount FROM refund),
      sent_back AS MATERIALIZED (SELECT key, amount_paise FROM sandbox.refund),
      event AS MATERIALIZED (SELECT order_id, event FROM order_event
        WHERE event IN ('approve', 'deny', 'confirm', 'payoutSucceeded', 'payoutReversed', 'settle'))
    SELECT 'payouts of order ' || order_id AS what FROM ours JOIN at_bank USING (key)
      GROUP BY order_id HAVING count(*) > 1
    UNION ALL SELECT 'payout without a request, ' || key FROM at_bank
      WHERE NOT EXISTS (SELECT FROM ours WHERE ours.key = at_bank.key AND amount = amount_paise)
    UNION ALL SELECT 'receipts of attempt ' || attempt_ref FROM receipt GROUP BY attempt_ref HAVING count(*) > 1
    UNION ALL SELECT 'receipt without a payment, ' || attempt_ref FROM receipt
      WHERE NOT EXISTS (SELECT FROM attempt WHERE ref = attempt_ref AND amount_paise = amount)
    UNION ALL SELECT 'paid attempts of ' || link_ref FROM attempt GROUP BY link_ref HAVING count(*) > 1
    UNION ALL SELECT 'refund without a request, ' || key FROM sent_back
      WHERE NOT EXISTS (SELECT FROM owed WHERE owed.key = sent_back.key AND amount = amount_paise)
    UNION ALL SELECT 'event ' || event || ' of order ' || order_id FROM event
      GROUP BY order_id, event HAVING count(*) > 1`)
  return rows.map(({ what }) => `twice or unrequested: ${what}`)
}

/** Counts the decisions, payouts, webhooks and refunds that have not ended. */
export async function underWay(db: Database): Promise<number> {
  const [row] = await db.raw(`
    SELECT (SELECT count(*) FROM loan_order WHERE state IN ('auditing', 'lending'))
         + (SELECT count(*) FROM sandbox.webhook WHERE state = 'waiting')
         + (SELECT count(*) FROM refund WHERE state = 'pending') AS count`)
  return Number(row?.count)
}
