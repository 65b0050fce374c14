import { addDays, type Day } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { type Payoff, payoffOn } from '#domain/lending/payoff.ts'
import { positionOn } from '#domain/lending/repayment.ts'

/*
 * The cooling-off period (product §11; RBI/2025-26/36, 10): for one or more days after the payout,
 * the borrower may return a loan for its principal and the interest for the days elapsed. No
 * instalment falls due and no due date can be moved within it, so nothing else is ever owed.
 */

/** The cost of returning the loan today, and the last India day on which it may be returned. */
export type ReturnOffer = Payoff & { readonly until: Day }

/**
 * The last India day of the period. Whole days are counted, so the period is never shorter than its
 * hours.
 */
export function coolingOffUntil(startDay: Day, coolingOffDays: number): Day {
  return addDays(startDay, coolingOffDays)
}

/** The cost of returning the loan today; undefined if the period is over or nothing is owed. */
export function returnOffer(
  loan: RunningLoan,
  coolingOffDays: number,
  today: Day,
): ReturnOffer | undefined {
  const until = coolingOffUntil(loan.startDay, coolingOffDays)
  const payoff = today > until ? 'nothing-owed' : payoffOn(loan, today)
  return typeof payoff === 'string' ? undefined : { ...payoff, until }
}

/**
 * True if a loan was paid in full within the period, which makes it returned. Paid later, it is
 * repaid.
 */
export function isReturned(loan: RunningLoan, coolingOffDays: number): boolean {
  const until = coolingOffUntil(loan.startDay, coolingOffDays)
  const inTime = loan.payments.filter(({ day }) => day <= until)
  return positionOn({ ...loan, payments: inTime }, until).payoff === 0
}
