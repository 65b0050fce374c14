import { type Day, indiaDayOf } from '#domain/day.ts'
import { underWaySince } from '#domain/lending/payment-page.ts'
import { noneUnderWay } from '#server/lending/db/money-under-way.ts'
import { inSlots, type Portion, valuesOf } from '#server/lending/db/portion.ts'
import { notSkipped } from '#server/lending/db/skipped-order.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { OrderKey } from './order.ts'

const KEY = 'borrower_id AS "borrowerId", order_id AS "orderId"'
const OF_PORTION = inSlots('loan_order', '$3', '$4')
/** The index of the loans to accrue names the same expression. */
const ACCRUED_TO = "coalesce(accrued_day, '-infinity'::date)"
const selectPastDue = statement(
  'closing-past-due',
  `SELECT ${KEY} FROM loan_order WHERE state = 'loaned' AND next_due_day < $1 AND ${OF_PORTION}
     AND ${notSkipped('loan_order', 'fall-overdue')} AND ${noneUnderWay('loan_order', '$5')}
   ORDER BY next_due_day LIMIT $2`,
)
const selectStillOverdue = statement(
  'closing-still-overdue',
  `SELECT ${KEY} FROM loan_order WHERE state = 'overdue' AND closed_day < $1 AND ${OF_PORTION}
     AND ${notSkipped('loan_order', 'overdue-day')} AND ${noneUnderWay('loan_order', '$5')}
   ORDER BY closed_day LIMIT $2`,
)
const selectLapsed = statement(
  'closing-lapsed-offers',
  `SELECT ${KEY} FROM loan_order WHERE state = 'pass' AND offer_until < $1 AND ${OF_PORTION}
     AND ${notSkipped('loan_order', 'lapse-offer')}
   ORDER BY offer_until LIMIT $2`,
)

const selectToAccrue = statement(
  'closing-to-accrue',
  `SELECT ${KEY} FROM loan_order WHERE state IN ('loaned', 'overdue', 'extension') AND ${ACCRUED_TO} < $1 AND ${OF_PORTION}
     AND ${notSkipped('loan_order', 'accrue')}
   ORDER BY ${ACCRUED_TO} LIMIT $2`,
)

/** Running loans with an instalment that was due before today, and no money under way. */
export function loansPastDue(db: Queryable, now: Date, portion: Portion): Promise<OrderKey[]> {
  return db.query(selectPastDue, [indiaDayOf(now), ...valuesOf(portion), underWaySince(now)])
}

/** Overdue loans that the close of business has not looked at today, and no money under way. */
export function loansStillOverdue(db: Queryable, now: Date, portion: Portion): Promise<OrderKey[]> {
  return db.query(selectStillOverdue, [indiaDayOf(now), ...valuesOf(portion), underWaySince(now)])
}

/** Offers that were open until before a day. */
export function lapsedOffers(db: Queryable, today: Day, portion: Portion): Promise<OrderKey[]> {
  return db.query(selectLapsed, [today, ...valuesOf(portion)])
}

/** Running loans whose charges are not accrued up to a day. */
export function loansToAccrue(db: Queryable, today: Day, portion: Portion): Promise<OrderKey[]> {
  return db.query(selectToAccrue, [today, ...valuesOf(portion)])
}
