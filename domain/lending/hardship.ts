import { addDays, type Day } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { coolingOffUntil } from '#domain/lending/cooling-off.ts'
import { type FallsDue, repaymentsToCome } from '#domain/lending/falls-due.ts'
import { type LoanPosition, positionOn } from '#domain/lending/repayment.ts'
import { replay } from '#domain/lending/replay.ts'
import type { ProductTerms } from '#domain/lending/terms.ts'
import { HARDSHIP_MOVES_DAYS, HARDSHIP_RULE_MAX_DAYS } from '#domain/limits.ts'
import { leftOverPaise, type Paise, sumPaise } from '#domain/money.ts'

/*
 * The hardship plan: later due days for all unpaid instalments, without a fee, requested before the
 * loan is overdue, once for each loan (decision 45). Interest goes on as agreed.
 */

/** A plan on offer: what it changes, compared with paying as agreed so far. */
export type HardshipPlan = {
  /** By how many days every unpaid instalment moves. */
  readonly moveDays: number
  /** Every repayment as agreed so far, and with the plan, each on its day. */
  readonly before: readonly FallsDue[]
  readonly after: readonly FallsDue[]
  /** The interest for the days between: all that the plan costs. */
  readonly addedInterest: Paise
  readonly totalBefore: Paise
  readonly totalAfter: Paise
}

/** The reason why no plan is offered. */
export type NoHardshipPlan =
  | 'nothing-owed'
  | 'requested-before'
  | 'cooling-off'
  | 'overdue'
  | 'longest-tenor-reached'

export type HardshipTerms = Pick<ProductTerms, 'maxTenorDays' | 'coolingOffDays'>

/**
 * By how many days the due days can be moved on a day, the least first, or why they cannot. Refuses
 * a loan that is overdue, that may still be returned, or for which a plan was requested before; no
 * plan goes beyond the longest tenor that the loan was agreed with.
 */
export function hardshipMoves(
  loan: RunningLoan,
  { maxTenorDays, coolingOffDays }: HardshipTerms,
  { today, instalments, overdueDays }: LoanPosition,
): readonly number[] | NoHardshipPlan {
  const last = instalments.findLast(({ state }) => state !== 'paid')
  if (!last) return 'nothing-owed'
  if (loan.deferral) return 'requested-before'
  if (today <= coolingOffUntil(loan.startDay, coolingOffDays)) return 'cooling-off'
  if (overdueDays > 0) return 'overdue'
  const end = addDays(loan.startDay, maxTenorDays)
  const moves = HARDSHIP_MOVES_DAYS.filter(moveDays => addDays(last.dueDay, moveDays) <= end)
  return moves.length > 0 ? moves : 'longest-tenor-reached'
}

/** The plans on offer on a day, the shortest first, or the reason for none. */
export function hardshipPlans(
  loan: RunningLoan,
  terms: HardshipTerms,
  today: Day,
): readonly HardshipPlan[] | NoHardshipPlan {
  const moves = hardshipMoves(loan, terms, positionOn(loan, today))
  return typeof moves === 'string' ? moves : moves.map(moveDays => planOf(loan, today, moveDays))
}

/**
 * The effect of granting the awaited request on a day; undefined if none is awaited, or if it
 * counts as granted because it was unanswered in time.
 */
export function awaitedHardshipPlan(loan: RunningLoan, today: Day): HardshipPlan | undefined {
  const { deferral } = loan
  if (deferral?.answer !== 'awaited' || unansweredSince(loan, today)) return undefined
  return planOf(loan, today, deferral.moveDays)
}

function planOf(loan: RunningLoan, today: Day, moveDays: number): HardshipPlan {
  const before = repaymentsToCome(loan, today)
  const after = repaymentsToCome(withHardshipPlan(loan, today, moveDays), today)
  const totalBefore = sumPaise(before.map(({ amount }) => amount))
  const totalAfter = sumPaise(after.map(({ amount }) => amount))
  const addedInterest = leftOverPaise(totalAfter, totalBefore)
  return { moveDays, before, after, addedInterest, totalBefore, totalAfter }
}

/** The loan after a plan is granted on the day of its request. */
export function withHardshipPlan(loan: RunningLoan, today: Day, moveDays: number): RunningLoan {
  const answer = { day: today, afterPayments: loan.payments.length }
  return { ...loan, deferral: { moveDays, requestedDay: today, answer } }
}

/** The due day at whose end an unanswered request counted as granted; undefined in all other cases. */
export function unansweredSince(loan: RunningLoan, today: Day): Day | undefined {
  return loan.deferral?.answer === 'awaited' ? replay(loan, today).deferredOn : undefined
}

/** The day on which a plan was granted, which no payment known later precedes. */
export function planDay({ deferral }: RunningLoan): Day | undefined {
  return typeof deferral?.answer === 'object' ? deferral.answer.day : undefined
}

/** True if the due days were moved by a plan, which makes the loan a restructured one. */
export function hasHardshipPlan(loan: RunningLoan, today: Day): boolean {
  return replay(loan, today).deferredOn !== undefined
}

/** The facts for the decision on a request. */
export type HardshipRequest = {
  readonly moveDays: number
  /** The most days that this loan was ever overdue. */
  readonly worstOverdueDays: number
  readonly extensionsPaid: number
  /** The number of the borrower's earlier loans with a plan. */
  readonly earlierPlans: number
}

/** The reason why a person decides on a request. */
export type HardshipReason = 'long-move' | 'was-overdue' | 'was-extended' | 'earlier-plan'

const rules: readonly {
  readonly reason: HardshipReason
  readonly holds: (request: HardshipRequest) => boolean
}[] = [
  { reason: 'long-move', holds: ({ moveDays }) => moveDays > HARDSHIP_RULE_MAX_DAYS },
  { reason: 'was-overdue', holds: ({ worstOverdueDays }) => worstOverdueDays > 0 },
  { reason: 'was-extended', holds: ({ extensionsPaid }) => extensionsPaid > 0 },
  { reason: 'earlier-plan', holds: ({ earlierPlans }) => earlierPlans > 0 },
]

/** The reasons for a person's decision on a request, by every rule; empty if the rules grant it. */
export function whyAPersonDecides(request: HardshipRequest): readonly HardshipReason[] {
  return rules.filter(({ holds }) => holds(request)).map(({ reason }) => reason)
}
