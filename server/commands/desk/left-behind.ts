import { type ClosingStep, listLeftBehind } from '#server/lending/db/left-behind.ts'
import type { Queryable } from '#server/platform/db/open.ts'

const STEPS: Readonly<Record<ClosingStep, string>> = {
  'end-extension': 'end an extension that was not paid',
  'fall-overdue': 'mark a loan as overdue',
  'overdue-day': 'count another day overdue',
  'lapse-offer': 'let an offer lapse',
  accrue: 'book a day of interest and penal charge',
  remind: 'remind its borrower',
}

/** Orders that the close of business left behind: what it could not do, why, how often it tried and when it tries again. */
export async function leftBehindLines(db: Queryable): Promise<string[]> {
  const orders = await listLeftBehind(db)
  if (orders.length === 0) return []
  return [
    '',
    `${orders.length} ${orders.length === 1 ? 'order is' : 'orders are'} left behind by the close of business:`,
    ...orders.map(
      ({ orderId, orderNo, step, reason, tries, since, againAt }) =>
        `  order ${orderNo}, ${orderId}: could not ${STEPS[step]}, since ${since.toISOString()}, tries: ${tries}, again from ${againAt.toISOString()}: ${reason}`,
    ),
  ]
}
