/** The movements of money in a period, as sums and one by one. */
import { addDays, type Day, laterDay } from '#domain/day.ts'
import { type Account, postSum, type Transfer } from '#domain/lending/ledger.ts'
import { paise } from '#domain/money.ts'
import { sumsBetween } from '#server/lending/db/accrual-sum.ts'
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
     CASE WHEN t.debit = ANY (:debits::text[]) THEN t.amount ELSE -t.amount END AS "amount!"
   FROM ledger_transfer t JOIN loan_order o ON o.borrower_id = t.borrower_id AND o.order_id = t.order_id
   WHERE t.day = :day AND t.debit || ' ' || t.credit = ANY (:pairs::text[])
     AND (:afterBorrower::uuid IS NULL
       OR (t.borrower_id, t.posting, t.line) > (:afterBorrower::uuid, :afterPosting::text, :afterLine::smallint))
   ORDER BY t.borrower_id, t.posting, t.line LIMIT :limit`,
)

/** A row of a movement: an entry of an order, or a daily sum, which has no order. */
export type FlowRow = Omit<Row<'report-flow-rows'>, 'orderNo'> & { readonly orderNo: string | null }

/** Sums of the entries of each day, by pair of accounts; the daily sums count each loan as an entry. */
export async function flowsBetween(db: Queryable, from: Day, to: Day) {
  const [journals, sums] = await Promise.all([
    db.query(selectSums, [from, to]),
    sumsBetween(db, from, to),
  ])
  const inSum = sums.flatMap(({ day, loans, ...sum }) =>
    entriesOf(sum).map(entry => ({ day, count: loans, ...entry })),
  )
  return [...journals, ...inSum].toSorted((one, other) => one.day.localeCompare(other.day))
}

type Pair = Pick<Transfer, 'debit' | 'credit'>

/**
 * The entries of pairs of accounts in either direction, in the order of their days, after one of
 * them. They are read day by day, so that a page does not sort the entries of a month. The sums of
 * a day follow the entries of its orders.
 */
export async function flowRows(
  db: Queryable,
  span: { readonly from: Day; readonly to: Day },
  pairs: readonly Pair[],
  { after, limit }: { readonly after: readonly string[] | undefined; readonly limit: number },
): Promise<FlowRow[]> {
  const [afterDay = span.from, ...place] = after ?? []
  const parameters = {
    debits: pairs.map(({ debit }) => debit),
    pairs: pairs.flatMap(({ debit, credit }) => [`${debit} ${credit}`, `${credit} ${debit}`]),
  }
  const rows: FlowRow[] = []
  const sums = await sumRows(db, { from: afterDay as Day, to: span.to }, pairs)
  for (let day = laterDay(span.from, afterDay as Day); day <= span.to; day = addDays(day, 1)) {
    const [afterBorrower, afterPosting, line] = day === afterDay ? place : []
    const afterLine = line === undefined ? undefined : Number(line)
    const missing = limit - rows.length
    rows.push(
      ...(await db.query(selectRows, {
        ...parameters,
        day,
        afterBorrower,
        afterPosting,
        afterLine,
        limit: missing,
      })),
    )
    const lastPosting = afterBorrower === NO_BORROWER ? afterPosting : undefined
    const ofDay = sums.filter(row => row.day === day)
    rows.push(...ofDay.filter(row => lastPosting === undefined || row.posting > lastPosting))
    if (rows.length >= limit) break
  }
  return rows.slice(0, limit)
}

/** Stands for a daily sum, after all borrowers. */
const NO_BORROWER = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The daily sums of a span on these pairs of accounts; those of one day by their names. */
async function sumRows(
  db: Queryable,
  { from, to }: { readonly from: Day; readonly to: Day },
  pairs: readonly Pair[],
): Promise<FlowRow[]> {
  const rows = (await sumsBetween(db, from, to)).flatMap(({ day, slot, productId, ...sum }) =>
    entriesOf(sum).flatMap(({ debit, credit, amount }) => {
      const isAsked = (one: Account, other: Account) =>
        pairs.some(pair => pair.debit === one && pair.credit === other)
      const posting = `accrual-sum:${productId}:${String(slot).padStart(2, '0')}`
      const row = { borrowerId: NO_BORROWER, posting, line: 1, day, orderNo: null }
      if (isAsked(debit, credit)) return [{ ...row, amount }]
      return isAsked(credit, debit) ? [{ ...row, amount: -amount }] : []
    }),
  )
  return rows.toSorted((one, other) => (one.posting < other.posting ? -1 : 1))
}

function entriesOf({
  interest,
  penal,
}: {
  readonly interest: number
  readonly penal: number
}): Transfer[] {
  return postSum({ interest: paise(interest), penal: paise(penal) })
}
