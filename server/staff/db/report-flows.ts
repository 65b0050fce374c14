/** The movements of money in a period, summed up and one by one. */
import type { Day } from '#domain/day.ts'
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
   WHERE t.day BETWEEN :from AND :to AND (t.debit = :debit AND t.credit = :credit OR t.debit = :credit AND t.credit = :debit)
     AND (:afterDay::date IS NULL OR t.day >= :afterDay::date
       AND (t.day, t.borrower_id, t.posting, t.line) > (:afterDay::date, :afterBorrower::uuid, :afterPosting::text, :afterLine::smallint))
   ORDER BY t.day, t.borrower_id, t.posting, t.line LIMIT :limit`,
)

export type FlowRow = Row<'report-flow-rows'>

/** Sums of the entries of each day, by pair of accounts. */
export const flowsBetween = (db: Queryable, from: Day, to: Day) => db.query(selectSums, [from, to])

/** The entries of a pair of accounts in either direction, in the order of their days, after one of them. */
export function flowRows(
  db: Queryable,
  span: { readonly from: Day; readonly to: Day },
  pair: { readonly debit: Account; readonly credit: Account },
  { after, limit }: { readonly after: readonly string[] | undefined; readonly limit: number },
): Promise<FlowRow[]> {
  const [afterDay, afterBorrower, afterPosting, line] = after ?? []
  const { from, to } = span
  return db.query(selectRows, {
    from,
    to,
    ...pair,
    afterDay: afterDay as Day | undefined,
    afterBorrower,
    afterPosting,
    afterLine: line === undefined ? undefined : Number(line),
    limit,
  })
}
