/**
 * The principal of every loan on two days, from the ledger, by the due day of unpaid instalments,
 * and the amounts collected between them.
 */
import type { Day } from '#domain/day.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

/** The entries of principal; the index of these rows has exactly this condition. */
const OF_PRINCIPAL = `(t.debit = 'principal_receivable' OR t.credit = 'principal_receivable')`
const GREW = `CASE t.debit WHEN 'principal_receivable' THEN t.amount ELSE -t.amount END`
/** A repayment or its reversal; other entries of principal lend it, or reverse a payout. */
const REPAYS = `'collection_clearing' IN (t.debit, t.credit)`

/** A loan's lent and repaid amounts, before the period (to the end of :from) and by :to. */
const BOOKED = `
  SELECT count(*) AS entries,
    coalesce(sum(${GREW}) FILTER (WHERE NOT ${REPAYS} AND t.day <= :from), 0)::bigint AS lent_before,
    coalesce(-sum(${GREW}) FILTER (WHERE ${REPAYS} AND t.day <= :from), 0)::bigint AS paid_before,
    coalesce(sum(${GREW}) FILTER (WHERE NOT ${REPAYS}), 0)::bigint AS lent,
    coalesce(-sum(${GREW}) FILTER (WHERE ${REPAYS}), 0)::bigint AS paid
  FROM ledger_transfer t
  WHERE t.borrower_id = o.borrower_id AND t.order_id = o.order_id AND t.day <= :to AND ${OF_PRINCIPAL}`

/** The newest extension of each loan by a day: the first instalment that it moved, and by how much. */
const moved = (day: string) => `
  SELECT DISTINCT ON (e.borrower_id, e.order_id) e.borrower_id, e.order_id, e.instalment, e.new_due_day - i.due_day AS days
  FROM order_extension e
  JOIN order_instalment i ON i.borrower_id = e.borrower_id AND i.order_id = e.order_id AND i.number = e.instalment
  WHERE e.state = 'paid' AND e.ended_day <= ${day} ORDER BY e.borrower_id, e.order_id, e.number DESC`

const dueDay = (extension: string, day: string) =>
  `i.due_day + CASE WHEN i.number >= ${extension}.instalment THEN ${extension}.days ELSE 0 END
     + CASE WHEN h.granted_day <= ${day} THEN h.move_days ELSE 0 END`

const PAID_BEFORE = 'least(greatest(b.paid_before - below, 0), part)'
const GOT = `least(greatest(b.paid - below, 0), part) - ${PAID_BEFORE}`
const OPEN = `CASE WHEN b.lent > 0 OR b.lent_before > 0 THEN part - ${PAID_BEFORE} ELSE 0 END`
/** A loan with a reversed payout owes nothing in the period. */
const OWED = `CASE WHEN b.lent > 0 THEN ${OPEN} ELSE 0 END`

/** Of a loan's instalments, with the due days in force on both days. Payments fill the oldest first. */
const DUE = `
  SELECT :from - min(due_before) FILTER (WHERE b.lent_before > b.paid_before AND below + part > b.paid_before) AS late_before,
    :to - min(due) FILTER (WHERE b.lent > b.paid AND below + part > b.paid) AS late,
    coalesce(sum(${OWED}) FILTER (WHERE due_before <= :from), 0) AS arrears_owed,
    coalesce(sum(${OWED}) FILTER (WHERE due_before > :from AND due_before <= :to), 0) AS due_owed,
    coalesce(sum(${GOT}) FILTER (WHERE due_before <= :from), 0) AS arrears_got,
    coalesce(sum(${GOT}) FILTER (WHERE due_before > :from AND due_before <= :to), 0) AS due_got,
    coalesce(sum(${GOT}) FILTER (WHERE due_before > :to), 0) AS ahead_got
  FROM (SELECT i.principal AS part, ${dueDay('x', ':from')} AS due_before, ${dueDay('y', ':to')} AS due,
      sum(i.principal) OVER (ORDER BY i.number)::bigint - i.principal AS below
    FROM order_instalment i WHERE i.borrower_id = o.borrower_id AND i.order_id = o.order_id) AS each`

/**
 * A row for each loan that was open on either day, or moved between them. The statement goes loan
 * by loan: sorting all entries and instalments would take several times as long, and no page would
 * end early.
 */
const loans = (which = '') => `
  SELECT o.borrower_id, o.order_id, o.order_no, o.product_name, o.disbursed_day, b.lent_before - b.paid_before AS opening,
    b.lent - b.paid AS closing, d.*
  FROM loan_order o
  LEFT JOIN (${moved(':from')}) x ON x.borrower_id = o.borrower_id AND x.order_id = o.order_id
  LEFT JOIN (${moved(':to')}) y ON y.borrower_id = o.borrower_id AND y.order_id = o.order_id
  LEFT JOIN hardship_plan h ON h.borrower_id = o.borrower_id AND h.order_id = o.order_id AND h.state = 'granted'
  CROSS JOIN LATERAL (${BOOKED}) b
  CROSS JOIN LATERAL (${DUE}) d
  WHERE o.disbursed_day <= :to AND (o.settled_at IS NULL OR o.settled_at >= :after) AND b.entries > 0 ${which}`

/** The index of a bucket in its list; -1 where nothing is owed. */
const bucket = (owed: string, late: string) =>
  `CASE WHEN ${owed} > 0 THEN width_bucket(${late}, :edges::int[]) ELSE -1 END`
const BEFORE = bucket('opening', 'late_before')
const NOW = bucket('closing', 'late')
const COHORT = `to_char(disbursed_day, 'YYYY-MM')`

const selectBook = statement(
  'report-book',
  `SELECT before AS "before!", now AS "now!", count(*)::int AS "loans!", sum(opening)::bigint AS "opening!", sum(closing)::bigint AS "closing!",
     sum(arrears_owed)::bigint AS "arrearsOwed!", sum(due_owed)::bigint AS "dueOwed!", sum(arrears_got)::bigint AS "arrearsGot!",
     sum(due_got)::bigint AS "dueGot!", sum(ahead_got)::bigint AS "aheadGot!"
   FROM (SELECT *, ${BEFORE} AS before, ${NOW} AS now FROM (${loans()}) AS l) AS b GROUP BY before, now`,
)
const selectCohorts = statement(
  'report-cohorts',
  `SELECT cohort AS "cohort!", now AS "bucket!", count(*)::int AS "loans!", sum(closing)::bigint AS "principal!"
   FROM (SELECT closing, ${COHORT} AS cohort, ${NOW} AS now FROM (${loans()}) AS l WHERE closing > 0) AS b GROUP BY cohort, now`,
)
const selectLoans = statement(
  'report-loans',
  `SELECT borrower_id AS "borrowerId!", order_id AS "orderId!", order_no AS "orderNo!", product_name AS "productName!",
     disbursed_day AS "disbursedDay!", before AS "before!", now AS "now!", opening::bigint AS "opening!", closing::bigint AS "closing!",
     greatest(late_before, 0)::int AS "lateBefore", greatest(late, 0)::int AS late,
     CASE :part WHEN 'arrears' THEN arrears_owed WHEN 'due' THEN due_owed ELSE 0 END::bigint AS "owed!",
     CASE :part WHEN 'arrears' THEN arrears_got WHEN 'due' THEN due_got ELSE ahead_got END::bigint AS "got!"
   FROM (SELECT *, ${BEFORE} AS before, ${NOW} AS now FROM
     (${loans('AND (:afterBorrower::uuid IS NULL OR (o.borrower_id, o.order_id) > (:afterBorrower::uuid, :afterOrder::uuid))')}) AS l) AS b
   WHERE (:before::int IS NULL OR before = :before::int) AND (:now::int IS NULL OR now = :now::int)
     AND (:least::int IS NULL OR now >= :least::int) AND (:cohort::text IS NULL OR ${COHORT} = :cohort::text)
     AND CASE :part::text WHEN 'arrears' THEN arrears_owed <> 0 OR arrears_got <> 0 WHEN 'due' THEN due_owed <> 0 OR due_got <> 0
       WHEN 'ahead' THEN ahead_got <> 0 ELSE true END
   ORDER BY borrower_id, order_id LIMIT :limit`,
)
const selectPrincipal = statement(
  'report-principal',
  `SELECT coalesce(sum(${GREW}), 0)::bigint AS "amount!" FROM ledger_transfer t WHERE t.day <= :day AND ${OF_PRINCIPAL}`,
)
const selectLent = statement(
  'report-lent',
  `SELECT to_char(t.day, 'YYYY-MM') AS "month!", sum(t.amount)::bigint AS "amount!" FROM ledger_transfer t
   WHERE ${OF_PRINCIPAL} AND t.debit = 'principal_receivable' AND t.credit <> 'collection_clearing' AND t.day BETWEEN :from AND :to
   GROUP BY 1 ORDER BY 1`,
)
const selectMonthEnds = statement(
  'report-month-ends',
  'SELECT day, cohort, bucket, loans, principal FROM portfolio_month_end WHERE day BETWEEN $1 AND $2 ORDER BY day, cohort, bucket',
)
const insertMonthEnd = statement(
  'report-month-end-insert',
  `INSERT INTO portfolio_month_end (day, cohort, bucket, loans, principal)
   SELECT $1, cohort, bucket, loans, principal
   FROM unnest($2::text[], $3::int[], $4::int[], $5::bigint[]) AS c (cohort, bucket, loans, principal) ON CONFLICT DO NOTHING`,
)

/** From the end of one day to the end of another; `after` is the instant at which the first one ends. */
export type Span = { readonly from: Day; readonly to: Day; readonly after: Date }
type Buckets = { readonly edges: readonly number[] }

export type BookRow = Row<'report-book'>
export type CohortRow = Row<'report-cohorts'>
export type LoanRow = Row<'report-loans'>

/** All loans by their buckets at the beginning and at the end, and the amounts collected meanwhile. */
export const bookOf = (db: Queryable, span: Span & Buckets) => db.query(selectBook, span)

/** All loans that owe principal at the end of a day, by month of disbursal and bucket. */
export const cohortsOn = (db: Queryable, span: Span & Buckets) => db.query(selectCohorts, span)

export type LoanFilter = {
  readonly before?: number
  readonly now?: number
  readonly least?: number
  readonly cohort?: string
  readonly part?: string
}

/** The loans behind a figure, in the order of their ids, after one of them. */
export function loansBehind(
  db: Queryable,
  span: Span & Buckets,
  { before, now, least, cohort, part }: LoanFilter,
  page: { readonly after: readonly string[] | undefined; readonly limit: number },
): Promise<LoanRow[]> {
  const [afterBorrower, afterOrder] = page.after ?? []
  const filter = { before, now, least, cohort, part }
  return db.query(selectLoans, { ...span, ...filter, afterBorrower, afterOrder, limit: page.limit })
}

/** The balance of the principal receivable at the end of a day, from the ledger alone. */
export async function principalBooked(db: Queryable, day: Day): Promise<number> {
  return (await db.one(selectPrincipal, { day })).amount
}

/** The principal lent in each month of a period, including payouts that were reversed later. */
export const lentByMonth = (db: Queryable, from: Day, to: Day) => db.query(selectLent, { from, to })

/** The stored portfolios of the ends of months in a period. */
export const monthEnds = (db: Queryable, from: Day, to: Day) =>
  db.query(selectMonthEnds, [from, to])

/** Stores the portfolio of a month's end; one that another server stored, which is the same, stays. */
export async function storeMonthEnd(
  db: Queryable,
  day: Day,
  rows: readonly CohortRow[],
): Promise<void> {
  await db.query(insertMonthEnd, [
    day,
    rows.map(({ cohort }) => cohort),
    rows.map(({ bucket }) => bucket),
    rows.map(({ loans }) => loans),
    rows.map(({ principal }) => principal),
  ])
}
