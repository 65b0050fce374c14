/** The movements of money in a period, summed up and one by one. */
import { addDays, type Day, laterDay } from '#domain/day.ts'
import type { Account } from '#domain/lending/ledger.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

const selectSums = statement(
  'report-flows',
  `SELECT day, debit, credit, count(*)::int AS "count!", sum(amount)::bigint AS "amount!" FROM ledger_transfer
   WHERE day BETWEEN $1 AND $2 GROUP BY day, debit, credit ORDER BY day, debit, credit`,
)
const selectRows = statement(
  'report-flow-rows',
  `SELECT t.borrower_id AS "borrowerId", t.posting, t.line, t.day, o.order_no AS "orderNo",
     CASE WHEN t.debit = :debit THEN t.amount ELSE -t.amount END AS "amount!"
   FROM ledger_transfer t JOIN loan_order o ON o.borrower_id = t.borrower_id AND o.order_id = t.order_id
   WHERE t.day = :day AND (t.debit = :debit AND t.credit = :credit OR t.debit = :credit AND t.credit = :debit)
     AND (:afterBorrower::uuid IS NULL
       OR (t.borrower_id, t.posting, t.line) > (:afterBorrower::uuid, :afterPosting::text, :afterLine::smallint))
   ORDER BY t.borrower_id, t.posting, t.line LIMIT :limit`,
)

export type FlowRow = Row<'report-flow-rows'>

/** Sums of the entries of each day, by pair of accounts. */
export const flowsBetween = (db: Queryable, from: Day, to: Day) => db.query(selectSums, [from, to])

/**
 * The entries of a pair of accounts in either direction, in the order of their days, after one of them.
 * They are read day by day, so that a page need not sort the entries of a month.
 */
export async function flowRows(
  db: Queryable,
  span: { readonly from: Day; readonly to: Day },
  pair: { readonly debit: Account; readonly credit: Account },
  { after, limit }: { readonly after: readonly string[] | undefined; readonly limit: number },
): Promise<FlowRow[]> {
  const [afterDay = span.from, ...place] = after ?? []
  const rows: FlowRow[] = []
  for (let day = laterDay(span.from, afterDay as Day); day <= span.to; day = addDays(day, 1)) {
    const [afterBorrower, afterPosting, line] = day === afterDay ? place : []
    const afterLine = line === undefined ? undefined : Number(line)
    const missing = limit - rows.length
    const asked = { day, ...pair, afterBorrower, afterPosting, afterLine, limit: missing }
    rows.push(...(await db.query(selectRows, asked)))
    if (rows.length >= limit) break
  }
  return rows
}
