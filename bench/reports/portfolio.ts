import { idInSql } from '#bench/load/people.ts'
import { insertOrders } from '#bench/orders.ts'
import { addDays, type Day } from '#domain/day.ts'
import type { Queryable } from '#server/platform/db/open.ts'

/*
 * A lender's orders of 660 days: each person takes ten loans of ₹2,000 in four weekly instalments, one every
 * 60 days, and repays on the due days. One person in twenty stops paying at the sixth loan, one in seven at the last.
 */

const ORDERS_EACH = 10
const PEOPLE_AT_ONCE = 2_000
const DAYS = 660
const DAYS_AT_ONCE = 30

const borrower = `${idInSql('borrower', 'n')}::uuid`
const card = `${idInSql('card', 'n')}::uuid`
const order = `${idInSql('order', `n::bigint * ${ORDERS_EACH} + k`)}::uuid`
const PEOPLE = 'FROM generate_series($1::int, $2::int) AS p (n)'
const stops = '(k = 5 AND n % 20 = 0 OR k = 9 AND n % 7 = 0)'
/** Every loan, `start` its day of disbursal; `ends` tells whether it is repaid by the last day, $3. */
const LOANS = `(SELECT n, k, start, NOT ${stops} AND start + 28 <= $3::date AS ends, ${stops} AS stops
  FROM (SELECT n, k, $3::date - 59 + n % 60 - (9 - k) * 60 AS start
    FROM generate_series($1::int, $2::int) AS p (n), generate_series(0, ${ORDERS_EACH - 1}) AS o (k)
    WHERE n % 20 <> 0 OR k <= 5) AS l) AS loan`

const FILL = [
  `INSERT INTO borrower (borrower_id, phone_sealed, phone_masked, created_at)
   SELECT ${borrower}, '', '', $3::date - ${DAYS} + n % ${DAYS} ${PEOPLE}`,
  `INSERT INTO bank_card (borrower_id, card_id, ifsc, account_hash, account_sealed, account_last_four, name_at_bank_sealed,
     names_agree, added_at)
   SELECT ${borrower}, ${card}, 'SBIN0001234', '', '', '1234', '', 'same', $3::date ${PEOPLE}`,
  `INSERT INTO verification_step (borrower_id, step, done_at)
   SELECT ${borrower}, step, $3::date - ${DAYS} + n % ${DAYS} ${PEOPLE}, unnest(ARRAY['basic', 'work', 'identity', 'face', 'contacts']) AS s (step)`,
  insertOrders(
    {
      borrower_id: borrower,
      order_id: order,
      order_no: "'SR ' || n || ' ' || k",
      card_id: card,
      state:
        "CASE WHEN ends THEN 'settled' WHEN stops AND start + 7 < $3::date THEN 'overdue' ELSE 'loaned' END",
      instalments: '4',
      applied_at: 'start',
      decided_at: 'start',
      offer_until: 'start',
      confirmed_at: 'start',
      disbursed_at: 'start',
      disbursed_day: 'start',
      settled_at: "CASE WHEN ends THEN start + 28 + time '12:00' END",
      next_due_day:
        'CASE WHEN NOT ends THEN CASE WHEN stops THEN start + 7 ELSE start + 7 * (($3::date - start) / 7 + 1) END END',
    },
    `FROM ${LOANS}`,
  ),
  `INSERT INTO order_instalment (borrower_id, order_id, number, due_day, principal, interest, amount)
   SELECT ${borrower}, ${order}, number, start + 7 * number, 50000, 350, 50350 FROM ${LOANS}, generate_series(1, 4) AS i (number)`,
]

/** The entries of some days, in the order in which they would have been booked. */
const BOOK = `
  WITH loan AS (
    SELECT borrower_id, order_id, disbursed_day, state FROM loan_order WHERE disbursed_day BETWEEN $1::date - 30 AND $2::date),
  entry AS (
    SELECT borrower_id, order_id, 'payout:' || order_id AS posting, disbursed_day AS day, line, debit, credit, amount
    FROM loan, (VALUES (1, 'principal_receivable', 'payout_in_transit', 188200), (2, 'principal_receivable', 'fee_income', 10000),
      (3, 'principal_receivable', 'gst_payable', 1800)) AS e (line, debit, credit, amount)
    UNION ALL
    SELECT l.borrower_id, l.order_id, 'payment:' || l.order_id || ':' || i.number, i.due_day, e.line, e.debit, e.credit, e.amount
    FROM loan l JOIN order_instalment i ON i.borrower_id = l.borrower_id AND i.order_id = l.order_id,
      (VALUES (1, 'bank', 'collection_clearing', 50350), (2, 'interest_receivable', 'interest_income', 350),
        (3, 'collection_clearing', 'interest_receivable', 350), (4, 'collection_clearing', 'principal_receivable', 50000)) AS e (line, debit, credit, amount)
    WHERE l.state <> 'overdue' AND i.due_day <= $3::date AND (l.state = 'settled' OR i.due_day < $3::date))
  INSERT INTO ledger_transfer (borrower_id, posting, line, order_id, debit, credit, amount, day, at)
  SELECT borrower_id, posting, line, order_id, debit, credit, amount, day, day FROM entry WHERE day BETWEEN $1 AND $2 ORDER BY day`

/** Fills a database with this number of orders, give or take, the newest of them on a day. */
export async function fillPortfolio(
  db: Pick<Queryable, 'raw'>,
  orders: number,
  today: Day,
): Promise<void> {
  // Reports read no journal, so the entries have none; nor is each row compared with its order.
  await db.raw("SET session_replication_role = 'replica'")
  const people = Math.ceil(orders / ORDERS_EACH)
  for (let from = 0; from < people; from += PEOPLE_AT_ONCE) {
    const to = Math.min(from + PEOPLE_AT_ONCE, people) - 1
    for (const text of FILL) await db.raw(text, [from, to, today])
  }
  await db.raw('ANALYZE')
  for (let back = DAYS; back >= 0; back -= DAYS_AT_ONCE) {
    const to = addDays(today, -Math.max(0, back - DAYS_AT_ONCE + 1))
    await db.raw(BOOK, [addDays(today, -back), to, today])
  }
  await db.raw('VACUUM (ANALYZE)')
}
