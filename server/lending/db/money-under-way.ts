/**
 * Money that is under way at its vendor: an AutoPay debit that was started, or a payment that was begun
 * on a page, until the vendor says how it ended (decision 6).
 */
import { underWaySince } from '#domain/lending/payment-page.ts'
import { type Paise, paise } from '#domain/money.ts'
import type { OrderKey } from '#server/lending/db/order.ts'
import type { Payment } from '#server/lending/db/payment.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

export type MoneyUnderWay = { readonly amount: Paise; readonly since: Date }

/** The condition that none is under way on an order. `since` is a placeholder for `underWaySince`. */
export const noneUnderWay = (order: string, since: `$${number}`) =>
  `NOT EXISTS (SELECT FROM payment AS pending WHERE pending.borrower_id = ${order}.borrower_id
     AND pending.order_id = ${order}.order_id AND pending.pending_since > ${since})`

const selectOfBorrower = statement(
  'money-under-way',
  `SELECT order_id AS "orderId", amount, pending_since AS "since!" FROM payment
   WHERE borrower_id = $1 AND pending_since > $2 ORDER BY pending_since DESC`,
)
const setPending = statement(
  'payment-pending',
  'UPDATE payment SET pending_since = $3 WHERE borrower_id = $1 AND payment_id = $2',
)

/** The money under way that was begun first, by the ids of a borrower's orders. */
export async function moneyUnderWay(
  db: Queryable,
  borrowerId: string,
  now: Date,
): Promise<ReadonlyMap<string, MoneyUnderWay>> {
  const rows = await db.query(selectOfBorrower, [borrowerId, underWaySince(now)])
  return new Map(
    rows.map(({ orderId, amount, since }) => [orderId, { amount: paise(amount), since }]),
  )
}

/** The money under way on one order that was begun first. */
export async function moneyUnderWayOn(
  db: Queryable,
  { borrowerId, orderId }: OrderKey,
  now: Date,
): Promise<MoneyUnderWay | undefined> {
  return (await moneyUnderWay(db, borrowerId, now)).get(orderId)
}

/** Stores since when a payment is under way; undefined once it is not. */
export async function savePending(
  db: Queryable,
  { borrowerId, id }: Pick<Payment, 'borrowerId' | 'id'>,
  since: Date | undefined,
): Promise<void> {
  await db.query(setPending, [borrowerId, id, since ?? null])
}
