/**
 * The daily sums: charges that loans have accrued and their journals do not yet hold, by day, slot of
 * borrowers and product (decision 81). Each loan's row holds its own share of them.
 */
import type { Day } from '#domain/day.ts'
import { type Charges, chargesLess, hasCharges, sumCharges } from '#domain/lending/ledger.ts'
import { paise } from '#domain/money.ts'
import { NO_PARTS } from '#domain/parts.ts'
import { slotOfBorrower } from '#domain/slot.ts'
import type { OrderKey } from '#server/lending/db/order.ts'
import { listsOf } from '#server/lending/db/portion.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

const selectOfLoan = statement(
  'accrual-of-loan',
  `SELECT accrued_day AS day, accrued_interest AS interest, accrued_penal AS penal FROM loan_order
   WHERE borrower_id = $1 AND order_id = $2`,
)
const clearOfLoan = statement(
  'accrual-of-loan-clear',
  'UPDATE loan_order SET accrued_interest = 0, accrued_penal = 0 WHERE borrower_id = $1 AND order_id = $2',
)
const updateOfLoans = statement(
  'accrual-of-loans-set',
  `UPDATE loan_order o SET accrued_day = $5, accrued_interest = input.interest, accrued_penal = input.penal
   FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[]), (SELECT $3::bigint[]), (SELECT $4::bigint[]))
     AS input (borrower_id, order_id, interest, penal)
   WHERE o.borrower_id = input.borrower_id AND o.order_id = input.order_id AND o.borrower_id = ANY ($1::uuid[])`,
)
const addSums = statement(
  'accrual-sum-add',
  `INSERT INTO accrual_sum AS s (day, slot, product_id, loans, interest, penal)
   SELECT $1, slot, product_id, loans, interest, penal
   FROM unnest($2::smallint[], $3::text[], $4::int[], $5::bigint[], $6::bigint[]) AS t (slot, product_id, loans, interest, penal)
   ORDER BY slot, product_id
   ON CONFLICT (day, slot, product_id)
   DO UPDATE SET loans = s.loans + excluded.loans, interest = s.interest + excluded.interest, penal = s.penal + excluded.penal`,
)
const selectSums = statement(
  'accrual-sums-of-days',
  `SELECT day, slot, product_id AS "productId", loans, interest, penal FROM accrual_sum WHERE day BETWEEN $1 AND $2
   ORDER BY day, slot, product_id`,
)
const selectTotals = statement(
  'accrual-sum-totals',
  `SELECT slot, product_id AS "productId", sum(interest)::bigint AS "interest!", sum(penal)::bigint AS "penal!" FROM accrual_sum
   GROUP BY slot, product_id ORDER BY slot, product_id`,
)

/** The accrual of a loan by the calendar: the day up to which, and the charges that the sums hold. */
export type AccrualOfLoan = { readonly day: Day | undefined; readonly summed: Charges }

export async function accrualOf(
  db: Queryable,
  { borrowerId, orderId }: OrderKey,
): Promise<AccrualOfLoan> {
  const row = await db.maybeOne(selectOfLoan, [borrowerId, orderId])
  return row ? { day: row.day ?? undefined, summed: chargesIn(row) } : NOTHING_ACCRUED
}
const NOTHING_ACCRUED: AccrualOfLoan = { day: undefined, summed: NO_PARTS }

/** Records that a loan's journal now holds the charges that the sums held; needs the borrower's lock. */
export async function clearSummed(
  tx: Transaction,
  { borrowerId, orderId }: OrderKey,
): Promise<void> {
  await tx.query(clearOfLoan, [borrowerId, orderId])
}

/** A loan with the charges that the sums hold of it, and those that they are to hold. */
export type Summed = OrderKey & {
  readonly productId: string
  readonly before: Charges
  readonly after: Charges
}

/**
 * Accrues loans, of any borrowers, up to a day: sets the charges that the sums hold of each, and
 * adds the difference to the sums of that day. Needs the lock of every borrower.
 */
export async function accrueInSum(
  tx: Transaction,
  loans: readonly Summed[],
  today: Day,
): Promise<void> {
  if (loans.length === 0) return
  const interests = loans.map(({ after }) => after.interest)
  const penals = loans.map(({ after }) => after.penal)
  await tx.query(updateOfLoans, [...listsOf(loans), interests, penals, today])
  // Last, since other transactions of the slot wait for these rows.
  const sums = sumsOf(loans)
  await tx.query(addSums, [
    today,
    sums.map(({ slot }) => slot),
    sums.map(({ productId }) => productId),
    sums.map(each => each.loans),
    sums.map(({ interest }) => interest),
    sums.map(({ penal }) => penal),
  ])
}

type Sum = Omit<Row<'accrual-sums-of-days'>, 'day'>

function sumsOf(loans: readonly Summed[]): Sum[] {
  const groups = Map.groupBy(loans, loan =>
    sumName(slotOfBorrower(loan.borrowerId), loan.productId),
  )
  return [...groups.values()].flatMap(group => {
    const [first] = group
    if (!first) return []
    const { interest, penal } = sumCharges(
      group.map(({ after, before }) => chargesLess(after, before)),
    )
    const slot = slotOfBorrower(first.borrowerId)
    return [{ slot, productId: first.productId, loans: group.length, interest, penal }]
  })
}

/** The name of a sum, for people and as a key. */
export function sumName(slot: number, productId: string): string {
  return `slot ${slot} of ${productId}`
}

/** The sums of each day of a span. */
export function sumsBetween(db: Queryable, from: Day, to: Day) {
  return db.query(selectSums, [from, to])
}

/** The sums of all days, by their names, without those that come to nothing. */
export async function allSums(db: Queryable): Promise<ReadonlyMap<string, Charges>> {
  const rows = await db.query(selectTotals)
  return new Map(
    rows
      .map(row => [sumName(row.slot, row.productId), chargesIn(row)] as const)
      .filter(([, charges]) => hasCharges(charges)),
  )
}

function chargesIn({
  interest,
  penal,
}: {
  readonly interest: number
  readonly penal: number
}): Charges {
  return { interest: paise(interest), penal: paise(penal) }
}
