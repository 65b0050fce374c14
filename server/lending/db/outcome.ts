/** The outcomes that borrowers have not seen: kept with their orders, so that all devices agree. */

import type { Outcome } from '#domain/lending/outcome.ts'
import type { OrderKey } from '#server/lending/db/order.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

const setOutcome = statement(
  'outcome-set',
  'UPDATE loan_order SET outcome = $3, outcome_at = $4 WHERE borrower_id = $1 AND order_id = $2',
)
const clearOutcomes = statement(
  'outcome-clear',
  'UPDATE loan_order SET outcome = NULL, outcome_at = NULL WHERE borrower_id = $1 AND outcome_at <= $2',
)

/** Stores an outcome that the borrower has yet to see, in place of an earlier one of the order. */
export async function recordOutcome(
  tx: Transaction,
  { borrowerId, orderId }: OrderKey,
  outcome: Outcome,
  at: Date,
): Promise<void> {
  await tx.query(setOutcome, [borrowerId, orderId, outcome, at])
}

/** The borrower has seen the outcome of that instant, and so the earlier ones. */
export async function forgetOutcomes(
  db: Queryable,
  borrowerId: string,
  seenAt: Date,
): Promise<void> {
  await db.query(clearOutcomes, [borrowerId, seenAt])
}
