import { type Paise, paise } from '#domain/money.ts'
import { isUuid } from '#server/lending/db/order.ts'
import type { Payment } from '#server/lending/db/payment.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

/** Money on its way back to the borrower. */
export type Refund = {
  readonly borrowerId: string
  /** The key under which the provider knows it. */
  readonly id: string
  readonly orderId: string
  readonly receiptId: string
  readonly cause: 'excess' | 'payout-reversed' | 'extension-ended'
  readonly amount: Paise
}

const insertRow = statement(
  'refund-insert',
  `INSERT INTO refund (borrower_id, refund_id, order_id, receipt_id, cause, amount, state, created_at)
   VALUES (:borrowerId, :id, :orderId, :receiptId, :cause, :amount, 'pending', :at)`,
)
const selectPending = statement(
  'refund-pending',
  `SELECT f.borrower_id, f.refund_id, f.order_id, f.receipt_id, f.cause, f.amount, r.attempt_ref, r.vendor, p.scope
   FROM refund f JOIN payment_receipt r ON r.borrower_id = f.borrower_id AND r.receipt_id = f.receipt_id
     JOIN payment p ON p.borrower_id = r.borrower_id AND p.payment_id = r.payment_id
   WHERE f.borrower_id = $1 AND f.refund_id = $2 AND f.state = 'pending'`,
)
const selectOfOrder = statement(
  'refund-of-order',
  `SELECT receipt_id AS "receiptId", cause, amount, state = 'done' AS "isDone!" FROM refund WHERE borrower_id = $1 AND order_id = $2`,
)
const finishRow = statement(
  'refund-done',
  `UPDATE refund SET state = 'done', done_at = $3 WHERE borrower_id = $1 AND refund_id = $2 AND state = 'pending' RETURNING refund_id`,
)
const giveUpRow = statement(
  'refund-give-up',
  `UPDATE refund SET state = 'given-up', given_up_at = $3
   WHERE borrower_id = $1 AND refund_id = $2 AND state = 'pending' RETURNING refund_id`,
)

const selectGivenUp = statement(
  'refund-given-up',
  `SELECT f.borrower_id AS "borrowerId", f.refund_id AS id, f.order_id AS "orderId", o.order_no AS "orderNo", f.amount
   FROM refund f JOIN loan_order o ON o.borrower_id = f.borrower_id AND o.order_id = f.order_id
   WHERE f.refund_id = $1 AND f.state = 'given-up'`,
)
const settleRow = statement(
  'refund-settle',
  `UPDATE refund SET state = 'done', done_at = $3, hand_reference = $4
   WHERE borrower_id = $1 AND refund_id = $2 AND state = 'given-up' RETURNING refund_id`,
)

export async function insertRefund(tx: Transaction, refund: Refund, at: Date): Promise<void> {
  await tx.query(insertRow, { ...refund, at })
}

/**
 * An unfinished refund, with the attempt whose money it sends back, and the vendor of that attempt.
 */
export async function pendingRefund(
  db: Queryable,
  borrowerId: string,
  refundId: string,
): Promise<
  (Refund & Pick<Payment, 'scope' | 'vendor'> & { readonly attemptRef: string }) | undefined
> {
  const row = await db.maybeOne(selectPending, [borrowerId, refundId])
  if (!row) return undefined
  return {
    borrowerId: row.borrower_id,
    id: row.refund_id,
    orderId: row.order_id,
    receiptId: row.receipt_id,
    cause: row.cause,
    amount: paise(row.amount),
    attemptRef: row.attempt_ref,
    vendor: row.vendor,
    scope: row.scope,
  }
}

/** Marks a refund as done; false if it was already. */
export async function finishRefund(
  tx: Transaction,
  { borrowerId, id }: Refund,
  at: Date,
): Promise<boolean> {
  return (await tx.query(finishRow, [borrowerId, id, at])).length === 1
}

/**
 * Marks a refund as one that the provider will not send: it stays owed. False if it had ended
 * already.
 */
export async function giveUpRefund(
  tx: Queryable,
  { borrowerId, id }: Refund,
  at: Date,
): Promise<boolean> {
  return (await tx.query(giveUpRow, [borrowerId, id, at])).length === 1
}

/** A refund that its provider gave up and that is still owed, with the number of its order. */
export async function givenUpRefund(
  db: Queryable,
  refundId: string,
): Promise<
  | (Pick<Refund, 'borrowerId' | 'id' | 'orderId' | 'amount'> & { readonly orderNo: string })
  | undefined
> {
  const row = isUuid(refundId) ? await db.maybeOne(selectGivenUp, [refundId]) : undefined
  return row && { ...row, amount: paise(row.amount) }
}

/** Marks a given-up refund as paid by hand, with the bank's reference. False if it is not given up. */
export async function settleRefundRow(
  tx: Transaction,
  { borrowerId, id }: Pick<Refund, 'borrowerId' | 'id'>,
  reference: string,
  at: Date,
): Promise<boolean> {
  return (await tx.query(settleRow, [borrowerId, id, at, reference])).length === 1
}

/** A refund that was ordered, and whether the provider has sent it. */
export type OrderedRefund = Pick<Refund, 'receiptId' | 'cause' | 'amount'> & {
  readonly isDone: boolean
}

/** The refunds of an order's payments, sent or still to be sent. */
export async function refundsOf(
  db: Queryable,
  borrowerId: string,
  orderId: string,
): Promise<OrderedRefund[]> {
  const rows = await db.query(selectOfOrder, [borrowerId, orderId])
  return rows.map(row => ({ ...row, amount: paise(row.amount) }))
}
