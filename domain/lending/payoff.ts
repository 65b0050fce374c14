import { type Day, daysBetween, laterDay } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { stillToRepay } from '#domain/lending/falls-due.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { INTEREST_MIN_DAYS } from '#domain/limits.ts'
import { leftOverPaise, type Paise } from '#domain/money.ts'
import { type Parts, sumParts, totalOf } from '#domain/parts.ts'

/**
 * The amount that ends a loan on a day, and its parts: what the loan has accrued by then, less
 * payments.
 */
export type Payoff = {
  readonly today: Day
  readonly day: Day
  /** The last day that can be quoted today: the next due day, or today if that has passed. */
  readonly lastDay: Day
  /**
   * All principal, interest for the days elapsed, and penal charges. There is no charge for
   * repaying early.
   */
  readonly borne: Parts
  /** The days elapsed since the money arrived; at least one. */
  readonly interestDays: number
  readonly paid: Paise
  /** The amount to pay on the day. */
  readonly amount: Paise
  /** The saving compared with paying every instalment on its day. */
  readonly saved: Paise
}

/** The reasons why there is no quote. */
export type NoPayoff = 'nothing-owed' | 'day-not-offered'

/**
 * The early repayment quote (product §11; RBI/2024-25/30): all principal, interest for the days
 * elapsed, and no charge for repaying early. For today or any day up to the next due day, if
 * nothing is paid before. Refuses other days.
 */
export function payoffOn(loan: RunningLoan, today: Day, day: Day = today): Payoff | NoPayoff {
  const now = positionOn(loan, today)
  if (now.nextDueDay === undefined) return 'nothing-owed'
  const lastDay = laterDay(today, now.nextDueDay)
  if (day < today || day > lastDay) return 'day-not-offered'
  const { owed, paid, payoff: amount } = positionOn(loan, day)
  return {
    today,
    day,
    lastDay,
    amount,
    borne: sumParts([owed, paid]),
    interestDays: Math.max(INTEREST_MIN_DAYS, daysBetween(loan.startDay, day)),
    paid: totalOf(paid),
    saved: leftOverPaise(stillToRepay(loan, today), amount),
  }
}
