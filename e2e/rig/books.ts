import { audit, difference } from '#server/lending/books/audit.ts'
import type { Database } from '#server/platform/db/open.ts'
import type { Acknowledged } from './load.ts'

/** Checks what must be true of the database at any moment. Returns a sentence for each fault. */
export async function faultsIn(db: Database, current: Acknowledged): Promise<string[]> {
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
    ...[...ack.taken].filter(id => !paidOut.has(id)).map(id => `Get Money of ${id} is lost`),
    ...[...ack.taken]
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
  const rows = await db.raw(`
    SELECT 'payouts of order ' || order_id AS what FROM payout JOIN sandbox.payout AS at_bank ON at_bank.key = payout_id::text
      GROUP BY order_id HAVING count(*) > 1
    UNION ALL SELECT 'payout without a request, ' || key FROM sandbox.payout
      WHERE NOT EXISTS (SELECT FROM payout WHERE payout_id::text = key AND amount = amount_paise)
    UNION ALL SELECT 'receipts of attempt ' || attempt_ref FROM payment_receipt GROUP BY attempt_ref HAVING count(*) > 1
    UNION ALL SELECT 'receipt without a payment, ' || attempt_ref FROM payment_receipt
      WHERE NOT EXISTS (SELECT FROM sandbox.payment_attempt AS attempt
                        WHERE attempt.ref = attempt_ref AND attempt.state = 'paid' AND attempt.amount_paise = amount)
    UNION ALL SELECT 'paid attempts of ' || link_ref FROM sandbox.payment_attempt WHERE state = 'paid'
      GROUP BY link_ref HAVING count(*) > 1
    UNION ALL SELECT 'refund without a request, ' || key FROM sandbox.refund
      WHERE NOT EXISTS (SELECT FROM refund WHERE refund_id::text = key AND amount = amount_paise)
    UNION ALL SELECT 'event ' || event || ' of order ' || order_id FROM order_event
      WHERE event IN ('approve', 'deny', 'confirm', 'payoutSucceeded', 'payoutReversed', 'settle')
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
