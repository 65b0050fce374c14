import { audit, difference } from '#server/lending/books/audit.ts'
import type { Database } from '#server/platform/db/open.ts'
import type { Acknowledged } from './load.ts'

/** Everything that must be true of the database at any moment; answers what is not, a sentence each. */
export async function faultsIn(db: Database, told: Acknowledged): Promise<string[]> {
  // What is told while the database is being read is no matter of what was read.
  const ack = structuredClone(told)
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
  const sent = new Set(payouts.map(({ id }) => id))
  const paidThere = new Set(attempts.map(({ id }) => id))
  return [
    ...books.faults,
    ...(difference(books.trialBalance) === 0 ? [] : ['the ledger is out of balance']),
    ...[...ack.orders.keys()].filter(id => !stateOf.has(id)).map(id => `order ${id} is lost`),
    ...[...ack.taken].filter(id => !sent.has(id)).map(id => `Get Money of ${id} is lost`),
    ...[...ack.taken]
      .filter(id => /auditing|pass/.test(String(stateOf.get(id))))
      .map(id => `order ${id} went back`),
    ...[...ack.paymentRequests]
      .filter(([id, amount]) => requested.get(id) !== amount)
      .map(([id]) => `demand ${id} is lost or changed`),
    ...[...ack.paid]
      .filter(id => !paidThere.has(id))
      .map(id => `payment ${id} is lost at the provider`),
    ...[...ack.settled]
      .filter(id => stateOf.get(id) !== 'settled')
      .map(id => `order ${id} is settled no more`),
    ...(await doubled(db)),
  ]
}

/** What happened more than once, at the simulated bank and provider and with us. */
async function doubled(db: Database): Promise<string[]> {
  const rows = await db.raw(`
    SELECT 'payouts of order ' || order_id AS what FROM payout JOIN sandbox.payout AS there ON there.key = payout_id::text
      GROUP BY order_id HAVING count(*) > 1
    UNION ALL SELECT 'payout of nothing, ' || key FROM sandbox.payout
      WHERE NOT EXISTS (SELECT FROM payout WHERE payout_id::text = key AND amount = amount_paise)
    UNION ALL SELECT 'receipts of attempt ' || attempt_ref FROM payment_receipt GROUP BY attempt_ref HAVING count(*) > 1
    UNION ALL SELECT 'receipt of nothing, ' || attempt_ref FROM payment_receipt
      WHERE NOT EXISTS (SELECT FROM sandbox.payment_attempt AS there
                        WHERE there.ref = attempt_ref AND there.state = 'paid' AND there.amount_paise = amount)
    UNION ALL SELECT 'paid attempts of ' || link_ref FROM sandbox.payment_attempt WHERE state = 'paid'
      GROUP BY link_ref HAVING count(*) > 1
    UNION ALL SELECT 'decisions on order ' || order_id FROM order_event WHERE event IN ('approve', 'deny', 'confirm', 'settle')
      GROUP BY order_id, event HAVING count(*) > 1`)
  return rows.map(({ what }) => `twice: ${what}`)
}

/** What is still under way: decisions, payouts and payments whose jobs or messages have not come to an end. */
export async function underWay(db: Database): Promise<number> {
  const [row] = await db.raw(`
    SELECT (SELECT count(*) FROM loan_order WHERE state IN ('auditing', 'lending'))
         + (SELECT count(*) FROM sandbox.webhook WHERE state = 'waiting')
         + (SELECT count(*) FROM refund WHERE state = 'pending') AS count`)
  return Number(row?.count)
}

/** Once nothing is under way: every payment that was made is booked, and no order is anybody's that was not told of it. */
export async function unsettledBooks(db: Database, ack: Acknowledged): Promise<string[]> {
  const rows = await db.raw('SELECT order_id::text AS id FROM loan_order')
  const receipts = new Set(
    (await db.raw('SELECT payment_id::text AS id FROM payment_receipt')).map(({ id }) => id),
  )
  const strangers = rows
    .filter(({ id }) => !ack.orders.has(String(id)))
    .map(({ id }) => `order ${id} was acknowledged to nobody`)
  const unbooked = [...ack.paid]
    .filter(id => !receipts.has(id))
    .map(id => `payment ${id} was made and is not booked`)
  return [...strangers, ...unbooked]
}
