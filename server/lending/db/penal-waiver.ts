import type { Day } from '#domain/day.ts'
import type { Paise } from '#domain/money.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { OrderKey } from './order.ts'

const insert = statement(
  'penal-waiver-insert',
  `INSERT INTO penal_waiver (borrower_id, order_id, waiver_id, amount, day, after_receipts, at)
   VALUES (:borrowerId, :orderId, :waiverId, :amount, :day, :afterReceipts, :at)`,
)

export type NewPenalWaiver = OrderKey & {
  readonly waiverId: string
  /** Paise. */
  readonly amount: Paise
  readonly day: Day
  /** The number of the loan's receipts that came before it. */
  readonly afterReceipts: number
  readonly at: Date
}

/** Stores a waiver of penal charges, which stays as it is. */
export async function insertPenalWaiver(tx: Transaction, waiver: NewPenalWaiver): Promise<void> {
  await tx.query(insert, waiver)
}
