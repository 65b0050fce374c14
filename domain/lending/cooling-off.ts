import { addDays, type Day } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { type Payoff, payoffOn } from '#domain/lending/payoff.ts'
import { positionOn } from '#domain/lending/repayment.ts'

/*
 * The cooling-off period (product §11; RBI/2025-26/36, 10): for some days after the payout, one at least, a loan may be returned for
 * its principal and the interest of the days elapsed. No instalment falls due and no due date is moved in it, so nothing else can arise.
 */

/** What returning the loan takes today, and the last India day on which it may be returned. */
export type ReturnOffer = Payoff & { readonly until: Day }

/** The last India day of the period. Days are whole, so that it is never shorter than its hours. */
export function coolingOffUntil(startDay: Day, coolingOffDays: number): Day {
  return addDays(startDay, coolingOffDays)
}

/** What returning the loan takes today; nothing where the period is over, or nothing is owed. */
export function returnOffer(
  loan: RunningLoan,
  coolingOffDays: number,
  today: Day,
): ReturnOffer | undefined {
  const until = coolingOffUntil(loan.startDay, coolingOffDays)
  const payoff = today > until ? 'nothing-owed' : payoffOn(loan, today)
  return typeof payoff === 'string' ? undefined : { ...payoff, until }
}

/** Whether all of a loan was paid within the period: it was returned. Paid later, it was repaid. */
export function isReturned(loan: RunningLoan, coolingOffDays: number): boolean {
  const until = coolingOffUntil(loan.startDay, coolingOffDays)
  const inTime = loan.payments.filter(({ day }) => day <= until)
  return positionOn({ ...loan, payments: inTime }, until).payoff === 0
}
