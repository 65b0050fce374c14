/** Many loans in a moment, for tests of work on all of them. */
import type { LendingWorld } from '#server/testing/lending.ts'

type Copies = {
  readonly count: number
  /** The id of a copy's borrower, as an expression of its number `n`. */
  readonly borrowerId: string
  /** The day to which a copy is accrued, as an expression of its number `n`. */
  readonly accruedDay: string
}

/** Copies a loan to other borrowers; the copy `n` is the order `md5('order' || n)`, `COPY-n`. */
export async function copyLoan(
  { services: { db } }: LendingWorld,
  orderId: string,
  { count, borrowerId, accruedDay }: Copies,
): Promise<void> {
  const like = (table: string, alias: string, changes: string) =>
    `INSERT INTO ${table} SELECT (jsonb_populate_record(${alias}, jsonb_build_object('borrower_id', ${borrowerId}, ${changes}))).*
     FROM ${table} ${alias}, generate_series(1, ${count}) AS copy (n)`
  const order = `'order_id', md5('order' || n)::uuid`
  const changes = `${order}, 'order_no', 'COPY-' || n, 'accrued_day', ${accruedDay}`
  await db.raw(like('borrower', 'b', `'created_at', b.created_at`))
  await db.raw(like('bank_card', 'c', `'account_hash', c.account_hash`))
  await db.raw(`${like('loan_order', 'o', changes)} WHERE o.order_id = '${orderId}'`)
  await db.raw(`${like('order_instalment', 'i', order)} WHERE i.order_id = '${orderId}'`)
}
