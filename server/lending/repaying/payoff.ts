import { type Refusal, refused } from '#contract/envelope.ts'
import { type Day, indiaDayOf } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { type OrderState, owingStates } from '#domain/lending/order.ts'
import { type NoPayoff, type Payoff, payoffOn } from '#domain/lending/payoff.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import type { Order } from '#server/lending/db/order.ts'
import type { Queryable } from '#server/platform/db/open.ts'

export type NothingOwed = Refusal<'order-state' | 'nothing-to-pay'>

const REASONS = {
  'nothing-owed': 'nothing-to-pay',
  'day-not-offered': 'payoff-day',
} as const satisfies Record<NoPayoff, string>

/** The loan on which something is owed; or why nothing can be paid on the order. */
export async function owingLoanOf(db: Queryable, order: Order): Promise<RunningLoan | NothingOwed> {
  if (order.state === 'settled') return refused('nothing-to-pay')
  const owing: readonly OrderState[] = owingStates
  return (
    (owing.includes(order.state) ? await loanOf(db, order) : undefined) ?? refused('order-state')
  )
}

/** What ends the loan of an order, today or on a day until its next due date. */
export async function payoffQuote(
  db: Queryable,
  order: Order,
  day: Day | undefined,
  now: Date,
): Promise<Payoff | NothingOwed | Refusal<'payoff-day'>> {
  const loan = await owingLoanOf(db, order)
  if ('refused' in loan) return loan
  const payoff = payoffOn(loan, indiaDayOf(now), day)
  return typeof payoff === 'string' ? refused(REASONS[payoff]) : payoff
}
