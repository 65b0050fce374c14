import { type Day, indiaDayOf } from '#domain/day.ts'
import type { Account, Transfer } from '#domain/ledger.ts'
import { paise } from '#domain/money.ts'
import type { Queryable, Transaction } from '#server/db/open.ts'
import { statement } from '#server/db/statement.ts'

const insertTransfers = statement(
  'ledger-post',
  `INSERT INTO ledger_transfer (borrower_id, posting, line, order_id, debit, credit, amount, day, at)
   SELECT $1, $2, line, $3, debit, credit, amount, $7, $8
   FROM unnest($4::text[], $5::text[], $6::bigint[]) WITH ORDINALITY AS t (debit, credit, amount, line)`,
)
const selectTransfers = statement(
  'ledger-of-order',
  `SELECT posting, debit, credit, amount, day FROM ledger_transfer WHERE borrower_id = $1 AND order_id = $2
   ORDER BY at, posting, line`,
)
const selectAll = statement(
  'ledger-trial-balance',
  'SELECT debit, credit, sum(amount)::bigint AS amount FROM ledger_transfer GROUP BY debit, credit ORDER BY debit, credit',
)

/** One movement of money. Its name makes sure that it is booked once: a second booking fails. */
export type Posting = {
  readonly borrowerId: string
  readonly orderId: string
  readonly name: `${string}:${string}`
  readonly transfers: readonly Transfer[]
}

export type BookedTransfer = Transfer & { readonly posting: string; readonly day: Day }

export async function post(tx: Transaction, { borrowerId, orderId, name, transfers }: Posting, at: Date): Promise<void> {
  const debits = transfers.map(({ debit }) => debit)
  const credits = transfers.map(({ credit }) => credit)
  const amounts = transfers.map(({ amount }) => amount)
  await tx.query(insertTransfers, [borrowerId, name, orderId, debits, credits, amounts, indiaDayOf(at), at])
}

/** Everything that was booked for an order, in the order in which it happened. */
export async function transfersOf(db: Queryable, borrowerId: string, orderId: string): Promise<BookedTransfer[]> {
  const rows = await db.query<BookedTransfer>(selectTransfers, [borrowerId, orderId])
  return rows.map(row => ({ ...row, amount: paise(row.amount) }))
}

/** All that was ever booked, summed up by pair of accounts. */
export async function allTransfers(db: Queryable): Promise<Transfer[]> {
  const rows = await db.query<{ debit: Account; credit: Account; amount: number }>(selectAll)
  return rows.map(row => ({ ...row, amount: paise(row.amount) }))
}
