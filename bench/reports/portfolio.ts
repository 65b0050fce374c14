import { idInSql, idOf } from '#bench/load/people.ts'
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
/** Every loan, `start` its day of disbursal; `ends` is true if it is repaid by the last day, $3. */
const LOANS = `(SELECT n, k, start, NOT ${stops} AND start + 28 <= $3::date AS ends, ${stops} AS stops
  FROM (SELECT n, k, $3::date - 59 + n % 60 - (9 - k) * 60 AS start
    FROM generate_series($1::int, $2::int) AS p (n), generate_series(0, ${ORDERS_EACH - 1}) AS o (k)
    WHERE n % 20 <> 0 OR k <= 5) AS l) AS loan`

/** The number of a person's loan, in the form of the product, as an SQL expression. */
function orderNoInSql(n: string, k: string): string {
  const digits = `lpad(upper(to_hex(${n}::bigint * 16 + ${k})), 8, '0')`
  return `'SR 2025 0101 ' || substr(${digits}, 1, 4) || ' ' || substr(${digits}, 5)`
}

/** The number of a person's loan, counted from 0. */
export function orderNo(person: number, loan: number): string {
  const digits = (person * 16 + loan).toString(16).toUpperCase().padStart(8, '0')
  return `SR 2025 0101 ${digits.slice(0, 4)} ${digits.slice(4)}`
}

/** The bank's reference of the payout of a person's loan. */
export const utr = (person: number, loan: number) =>
  `UTR${orderNo(person, loan).slice(-9)}`.replace(' ', '')

/** The staff whose acts the log holds. */
export const ACTORS = Array.from({ length: 20 }, (_, at) => idOf('borrower', at))

/** The place of the application that waits for a person, after the loans of its borrower. */
const REFERRED = ORDERS_EACH + 1

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
      order_no: orderNoInSql('n', 'k'),
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
  `INSERT INTO payout (borrower_id, payout_id, order_id, amount, state, utr, created_at, ended_at, checked_day)
   SELECT ${borrower}, ${order}, ${order}, 188200, 'succeeded', 'UTR' || replace(right(${orderNoInSql('n', 'k')}, 9), ' ', ''), start, start,
     $3::date FROM ${LOANS}`,
  // One person in seventy, who owes nothing, has an application that waits for staff, one in two has written, one in ten complained.
  insertOrders(
    {
      borrower_id: borrower,
      order_id: `${idInSql('order', `n::bigint * ${ORDERS_EACH} + ${10 ** 9}`)}::uuid`,
      order_no: orderNoInSql('n', String(REFERRED)),
      card_id: card,
      state: "'auditing'",
      instalments: '4',
      applied_at: '$3::date - n % 7',
      referred_at: '$3::date - n % 7',
      reasons: `'[{"reason": "income-share", "details": {}, "msg": ""}]'`,
    },
    `${PEOPLE} WHERE n % 60 = 1 AND n % 7 > 0`,
  ),
  `INSERT INTO feedback (borrower_id, feedback_id, problem_type, content_sealed, created_at, answer_sealed, answered_at)
   SELECT ${borrower}, ${borrower}, 'payout', '', $3::date - n % ${DAYS}, CASE WHEN n % 200 > 0 THEN ''::bytea END, CASE WHEN n % 200 > 0 THEN $3::date END
   ${PEOPLE} WHERE n % 2 = 0`,
  `INSERT INTO complaint (borrower_id, feedback_id, category, root_cause, received_at, due_at, closed_at, outcome)
   SELECT ${borrower}, ${borrower}, 'payout', CASE WHEN n % 100 > 0 THEN 'process' END, $3::date - n % ${DAYS}, $3::date - n % ${DAYS} + 30,
     CASE WHEN n % 100 > 0 THEN $3::date - n % ${DAYS} + 20 END, CASE WHEN n % 100 > 0 THEN 'resolved' END
   ${PEOPLE} WHERE n % 10 = 0`,
  `INSERT INTO audit_entry (slot, number, actor, action, subject, at, previous, seal)
   SELECT n % 16, n * 4 + i, 'staff:' || ${idInSql('borrower', '(n % 20)')}, CASE WHEN n % 1000 = 0 THEN 'policy-changed' ELSE 'staff-looked' END,
     ${idInSql('borrower', 'n')}, $3::date - (n % ${DAYS}) + time '10:00', repeat('0', 64), repeat('0', 64) FROM generate_series($1::int, $2::int) AS p (n), generate_series(1, 3) AS a (i)`,
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

/** Proposals of years to stop a payout: one in a hundred waits, the others were taken back. A kept database has them. */
export async function fillProposals(
  db: Pick<Queryable, 'raw'>,
  proposals: number,
  { staffId, now }: { readonly staffId: string; readonly now: Date },
): Promise<void> {
  await db.raw(
    `INSERT INTO proposal (proposal_id, act, subject, details_sealed, why_sealed, proposed_by, proposed_at, decide_until)
     SELECT ${idInSql('order', 'n')}::uuid, 'stop-payout', n, '', '', $2, $3::timestamptz - n * interval '10 minutes',
       $3::timestamptz - n * interval '10 minutes' + interval '7 days' FROM generate_series(1, $1::int) AS p (n) ON CONFLICT DO NOTHING`,
    [proposals, staffId, now],
  )
  await db.raw(
    `INSERT INTO open_proposal (act, subject, proposal_id) SELECT act, subject, proposal_id FROM proposal WHERE subject::int % 100 = 0 ON CONFLICT DO NOTHING`,
  )
  await db.raw(
    `INSERT INTO proposal_decision (proposal_id, proposed_by, decided_by, outcome, decided_at)
     SELECT proposal_id, proposed_by, proposed_by, 'withdrawn', proposed_at + interval '1 hour' FROM proposal WHERE subject::int % 100 > 0 ON CONFLICT DO NOTHING`,
  )
  await db.raw('ANALYZE proposal, open_proposal, proposal_decision')
}

/** Fills a database with about this number of orders, the newest of them on a day. */
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
  await withoutIndexes(db, 'ledger_transfer', async () => {
    for (let back = DAYS; back >= 0; back -= DAYS_AT_ONCE) {
      const to = addDays(today, -Math.max(0, back - DAYS_AT_ONCE + 1))
      await db.raw(BOOK, [addDays(today, -back), to, today])
    }
  })
  await db.raw('VACUUM (ANALYZE)')
}

/** Fills a table without its indexes and creates them afterwards, in a fraction of the time. */
async function withoutIndexes(
  db: Pick<Queryable, 'raw'>,
  table: string,
  fill: () => Promise<void>,
): Promise<void> {
  const keys = await db.raw(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conrelid = $1::regclass AND contype IN ('p', 'u')`,
    [table],
  )
  const indexes = await db.raw(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
     WHERE i.indrelid = $1::regclass AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [table],
  )
  for (const { name } of keys) await db.raw(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  for (const { name } of indexes) await db.raw(`DROP INDEX ${name}`)
  await fill()
  await db.raw("SET maintenance_work_mem = '512MB'")
  for (const { name, definition } of keys)
    await db.raw(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  for (const { definition } of indexes) await db.raw(String(definition))
}
