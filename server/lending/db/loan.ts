import type { Day } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { courseOf } from '#domain/lending/course.ts'
import type { Charges } from '#domain/lending/ledger.ts'
import type { LoanFacts } from '#domain/lending/loan-facts.ts'
import { dueDay, scheduleOf } from '#domain/lending/schedule.ts'
import { paise } from '#domain/money.ts'
import { factsOfRow } from '#server/lending/db/loan-facts.ts'
import type { Order, OrderKey } from '#server/lending/db/order.ts'
import { listsOf, ofOrders } from '#server/lending/db/portion.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

const insertInstalments = statement(
  'instalment-insert',
  `INSERT INTO order_instalment (borrower_id, order_id, number, due_day, principal, interest, amount)
   SELECT $1, $2, number, "dueDay", principal, interest, amount
   FROM jsonb_to_recordset($3) AS i (number smallint, "dueDay" date, principal bigint, interest bigint, amount bigint)`,
)
const MS = (instant: string) => `(extract(epoch FROM ${instant}) * 1000)::bigint`

/** The loans that `which` chooses; `isOwn` holds for the rows of a table that are of the loan's borrower. */
const loansWhere = (isOwn: (table: string) => string, order: string, which: string, more = '') =>
  `SELECT o.borrower_id, o.order_id,${more} o.disbursed_day, o.principal, o.rate_ppm_year, o.penal_rate_ppm_year, o.penal_cap_bps,
     o.extension_fee_bps, o.settled_at IS NOT NULL AS "isSettled!",
     (SELECT coalesce(json_agg(json_build_object('number', i.number, 'dueDay', i.due_day, 'principal', i.principal, 'amount', i.amount)
                               ORDER BY i.number), '[]')
      FROM order_instalment i WHERE ${isOwn('i')} AND i.order_id = ${order}) AS "instalments!",
     (SELECT coalesce(json_agg(json_build_object('id', r.receipt_id, 'number', r.number, 'day', r.day, 'madeAt', ${MS('r.made_at')},
                                 'knownAt', ${MS('r.received_at')}, 'ref', r.attempt_ref, 'amount', r.amount,
                                 'pageId', r.payment_id, 'pageAmount', p.amount, 'lastInstalment', p.last_instalment,
                                 'extensionId', CASE WHEN r.made_at IS NULL THEN r.extension_id ELSE p.extension_id END,
                                 'sentBack', (SELECT coalesce(sum(f.amount), 0) FROM refund f
                                              WHERE f.borrower_id = r.borrower_id AND f.receipt_id = r.receipt_id)) ORDER BY r.number), '[]')
      FROM payment_receipt r JOIN payment p ON p.borrower_id = r.borrower_id AND p.payment_id = r.payment_id
      WHERE ${isOwn('r')} AND r.order_id = ${order}) AS "payments!",
     (SELECT coalesce(json_agg(json_build_object('id', e.extension_id, 'state', e.state, 'requestedAt', ${MS('e.requested_at')},
                                 'requestedDay', e.requested_day, 'requestedAfter', e.requested_after, 'expiresAt', ${MS('e.expires_at')},
                                 'serviceFee', coalesce(e.asked_service_fee, e.service_fee), 'gst', coalesce(e.asked_gst, e.gst),
                                 'penal', coalesce(e.asked_penal, e.penal), 'interest', coalesce(e.asked_interest, e.interest),
                                 'endedAt', ${MS('e.ended_at')}, 'afterReceipts', e.after_receipts) ORDER BY e.number), '[]')
      FROM order_extension e WHERE ${isOwn('e')} AND e.order_id = ${order}) AS "extensions!",
     (SELECT json_build_object('state', h.state, 'moveDays', h.move_days, 'requestedDay', h.requested_day,
                               'answeredAt', ${MS('h.answered_at')}, 'grantedDay', h.granted_day, 'afterReceipts', h.after_receipts)
      FROM hardship_plan h WHERE ${isOwn('h')} AND h.order_id = ${order}) AS deferral,
     (SELECT coalesce(json_agg(json_build_object('at', ${MS('w.at')}, 'day', w.day, 'amount', w.amount,
                                 'afterReceipts', w.after_receipts) ORDER BY w.at, w.waiver_id), '[]')
      FROM penal_waiver w WHERE ${isOwn('w')} AND w.order_id = ${order}) AS "waivers!"
   FROM ${which}`
const ofFirst = (table: string) => `${table}.borrower_id = $1`
const selectLoan = statement(
  'loan-of-order',
  loansWhere(ofFirst, '$2', 'loan_order o WHERE o.borrower_id = $1 AND o.order_id = $2'),
)
const selectLoans = statement(
  'loans-of-borrower',
  loansWhere(
    ofFirst,
    'o.order_id',
    `loan_order o WHERE o.borrower_id = $1 AND o.order_id IN (SELECT unnest((SELECT $2::uuid[])))`,
  ),
)
const selectRunning = statement(
  'loans-running',
  loansWhere(
    table => `${table}.borrower_id = o.borrower_id AND ${table}.borrower_id = ANY ($1::uuid[])`,
    'o.order_id',
    `${ofOrders('loan_order', 'o')} AND o.state IN ('loaned', 'overdue', 'extension') AND o.settled_at IS NULL`,
    ' o.product_id, o.accrued_interest, o.accrued_penal,',
  ),
)

/** Fixes the due days of the agreed schedule, from the day the money arrived. Returns the first. */
export async function insertSchedule(tx: Transaction, order: Order, start: Day): Promise<Day> {
  const rows = scheduleOf(order.terms).map(row => ({ ...row, dueDay: dueDay(row, start) }))
  await tx.query(insertInstalments, [order.borrowerId, order.id, JSON.stringify(rows)])
  const [first] = rows
  if (!first) throw new Error(`Order ${order.id} has no instalment.`)
  return first.dueDay
}

type Lent = Pick<Order, 'borrowerId' | 'id' | 'state' | 'disbursedDay'>

/**
 * All that is stored about a loan that runs or ran; undefined for an order whose money never arrived,
 * or was reversed.
 */
export async function factsOf(
  db: Queryable,
  { borrowerId, id, state, disbursedDay }: Lent,
): Promise<LoanFacts | undefined> {
  if (!disbursedDay || state === 'failed') return undefined
  return factsOfRow(await db.one(selectLoan, [borrowerId, id]), disbursedDay)
}

/** The same loan with its course. */
export async function loanOf(db: Queryable, order: Lent): Promise<RunningLoan | undefined> {
  const facts = await factsOf(db, order)
  return facts && courseOf(facts).loan
}

/** The same for several orders of one borrower, by the ids of those that are loans. */
export async function loansOf(
  db: Queryable,
  borrowerId: string,
  orders: readonly Lent[],
): Promise<ReadonlyMap<string, RunningLoan>> {
  const days = new Map(
    orders.flatMap(({ id, state, disbursedDay }) =>
      disbursedDay && state !== 'failed' ? [[id, disbursedDay]] : [],
    ),
  )
  if (days.size === 0) return new Map()
  const rows = await db.query(selectLoans, [borrowerId, [...days.keys()]])
  return new Map(
    rows.flatMap(row => {
      const startDay = days.get(row.order_id)
      return startDay ? [[row.order_id, loanOfRow(row, startDay)]] : []
    }),
  )
}

/** A loan that runs, with the charges that the daily sums hold of it. */
export type Running = OrderKey & {
  readonly productId: string
  readonly loan: RunningLoan
  readonly summed: Charges
}

/** Those of these orders, of any borrowers, that still run. */
export async function stillRunning(
  db: Queryable,
  keys: readonly OrderKey[],
): Promise<readonly Running[]> {
  const rows = await db.query(selectRunning, listsOf(keys))
  return rows.flatMap(row =>
    row.disbursed_day
      ? [
          {
            borrowerId: row.borrower_id,
            orderId: row.order_id,
            productId: row.product_id,
            summed: { interest: paise(row.accrued_interest), penal: paise(row.accrued_penal) },
            loan: loanOfRow(row, row.disbursed_day),
          },
        ]
      : [],
  )
}

function loanOfRow(row: Row<'loan-of-order'>, startDay: Day): RunningLoan {
  return courseOf(factsOfRow(row, startDay)).loan
}
