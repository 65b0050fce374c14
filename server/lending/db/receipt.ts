/** Money that came in on the pages of an order. */
import type { Day } from '#domain/day.ts'
import type { Allocation } from '#domain/lending/replay.ts'
import { type Paise, paise } from '#domain/money.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

const insertReceiptRow = statement(
  'receipt-insert',
  `INSERT INTO payment_receipt (borrower_id, receipt_id, order_id, payment_id, number, vendor, attempt_ref, amount, penal, interest,
     principal, excess, day, made_at, received_at, extension_id, held)
   VALUES (:borrowerId, :id, :orderId, :paymentId, :number, :vendor, :attemptRef, :amount, :penal, :interest, :principal, :excess,
     :day, :madeAt, :at, :extensionId, :held)`,
)
const selectReceipts = statement(
  'receipt-list',
  `SELECT receipt_id, order_id, payment_id, number, vendor, attempt_ref, amount, penal, interest, principal, excess, day,
     extension_id, held
   FROM payment_receipt WHERE borrower_id = $1 AND order_id = $2 ORDER BY number`,
)
const selectReceiptIds = statement(
  'receipt-ids-of-borrower',
  'SELECT receipt_id AS id, order_id AS "orderId" FROM payment_receipt WHERE borrower_id = $1',
)

/**
 * Money that came in, with what it is used for: the loan, or an extension, of which `held` is the
 * advance.
 */
export type Receipt = Allocation & {
  readonly id: string
  readonly extensionId: string | undefined
  readonly held: Paise
  readonly orderId: string
  readonly paymentId: string
  /** Counts the receipts of the order, in the order in which they became known. */
  readonly number: number
  readonly vendor: string
  readonly attemptRef: string
  readonly amount: Paise
  readonly day: Day
}

/** Stores money that came in, with its first use. */
export async function insertReceipt(
  tx: Transaction,
  borrowerId: string,
  receipt: Receipt & { readonly madeAt: Date },
  at: Date,
): Promise<void> {
  await tx.query(insertReceiptRow, { ...receipt, ...receipt.parts, borrowerId, at })
}

/** Every payment on an order in the order in which they became known, as each was used first. */
export async function firstReceiptsOf(
  db: Queryable,
  borrowerId: string,
  orderId: string,
): Promise<Receipt[]> {
  return (await db.query(selectReceipts, [borrowerId, orderId])).map(receiptOfRow)
}

/** The payments on all orders of a borrower. */
export function receiptIdsOf(
  db: Queryable,
  borrowerId: string,
): Promise<Pick<Receipt, 'id' | 'orderId'>[]> {
  return db.query(selectReceiptIds, [borrowerId])
}

function receiptOfRow(row: Row<'receipt-list'>): Receipt {
  return {
    id: row.receipt_id,
    orderId: row.order_id,
    paymentId: row.payment_id,
    number: row.number,
    vendor: row.vendor,
    attemptRef: row.attempt_ref,
    amount: paise(row.amount),
    parts: {
      penal: paise(row.penal),
      interest: paise(row.interest),
      principal: paise(row.principal),
    },
    excess: paise(row.excess),
    day: row.day,
    extensionId: row.extension_id ?? undefined,
    held: paise(row.held),
  }
}
