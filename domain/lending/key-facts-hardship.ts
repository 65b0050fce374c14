import { type Day, daysBetween } from '#domain/day.ts'
import { aprOfFlows } from '#domain/lending/apr.ts'
import type { FallsDue } from '#domain/lending/falls-due.ts'
import type { HardshipPlan } from '#domain/lending/hardship.ts'
import { type About, flowOf, paidBefore } from '#domain/lending/key-facts-addendum.ts'
import { type BasisPoints, type Paise, paise, sumPaise } from '#domain/money.ts'

/**
 * The figures in the addendum to a Key Facts Statement for a hardship plan (decision 45). There is
 * no charge in them: only interest, for more days.
 */
export type HardshipFacts = {
  readonly plan: HardshipPlan
  /** The next repayment as agreed so far, and with the plan. */
  readonly next: FallsDue
  readonly newNext: FallsDue
  readonly lastDay: Day
  /** The loan's age in days on its last due day. */
  readonly tenorDays: number
  readonly received: Paise
  readonly paidSoFar: Paise
  /** The cost of the whole loan as agreed so far, and with the plan. */
  readonly costBefore: Paise
  readonly costAfter: Paise
  /** The APR of the whole loan from the day the money arrived, with the new days. */
  readonly apr: BasisPoints
}

/** The addendum figures of a plan that is requested today. */
export function hardshipFactsOf({
  loan,
  plan,
  serviceFees,
  received,
  periodDays,
}: About & { readonly plan: HardshipPlan }): HardshipFacts {
  const [next] = plan.before
  const [newNext] = plan.after
  const lastDay = plan.after.at(-1)?.day
  if (!next || !newNext || !lastDay) throw new RangeError('a loan with nothing owed has no plan')
  const paid = paidBefore(loan, serviceFees)
  const paidSoFar = sumPaise(paid.map(({ amount }) => amount))
  const flows = [...paid, ...plan.after].map(due => flowOf(loan, due))
  return {
    plan,
    next,
    newNext,
    lastDay,
    tenorDays: daysBetween(loan.startDay, lastDay),
    received,
    paidSoFar,
    costBefore: paise(paidSoFar + plan.totalBefore - received),
    costAfter: paise(paidSoFar + plan.totalAfter - received),
    apr: aprOfFlows(received, flows, periodDays),
  }
}
