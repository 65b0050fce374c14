import { type Day, laterDay } from '#domain/day.ts'
import { accrue, owedOn, type RunningLoan } from '#domain/lending/accrual.ts'
import { type LoanPosition, positionOn } from '#domain/lending/repayment.ts'
import { allocate, type Replay, replay } from '#domain/lending/replay.ts'
import { minPaise, type Paise, sumPaise, ZERO_PAISE } from '#domain/money.ts'
import { NO_PARTS, type Parts, sumParts, totalOf } from '#domain/parts.ts'

/*
 * The amounts that fall due on a day. Any code that shows an amount together with a due day takes
 * both from here.
 */

export type FallsDue = { readonly day: Day; readonly parts: Parts; readonly amount: Paise }

/**
 * The amount that falls due on a day, today or later, if nothing is paid before: everything overdue
 * by then, with penal charge to that day, and the instalment of the day itself.
 */
export function fallsDueOn(loan: RunningLoan, day: Day): FallsDue {
  return dueBy(loan, replay(loan, day), day)
}

function dueBy(loan: RunningLoan, { accounts }: Replay, day: Day): FallsDue {
  const due = accounts.filter(({ dueDay }) => dueDay <= day)
  const parts = sumParts(due.map(account => owedOn(loan, account)))
  return { day, parts, amount: totalOf(parts) }
}

/**
 * The next repayment: today's if something is due or overdue, else that of the next due day;
 * undefined if nothing is owed.
 */
export function nextRepayment(
  loan: RunningLoan,
  { today, nextDueDay }: Pick<LoanPosition, 'today' | 'nextDueDay'>,
): FallsDue | undefined {
  return nextDueDay && fallsDueOn(loan, laterDay(today, nextDueDay))
}

/**
 * The amount to pay today on an overdue loan, the penal charge within it, the days overdue, and the
 * due day that was missed first.
 */
export type Overdue = {
  readonly days: number
  readonly since: Day
  readonly amount: Paise
  readonly penal: Paise
}

/** Undefined while nothing is overdue. */
export function overdueToday(
  loan: RunningLoan,
  { today, overdueDays, nextDueDay }: LoanPosition,
): Overdue | undefined {
  if (overdueDays === 0 || nextDueDay === undefined) return undefined
  const { amount, parts } = fallsDueOn(loan, today)
  return { days: overdueDays, since: nextDueDay, amount, penal: parts.penal }
}

/**
 * The amount that the repayment button charges today: the next repayment, but never more than
 * closes the loan today.
 */
export function payableToday(loan: RunningLoan, position: LoanPosition): Paise {
  return minPaise(nextRepayment(loan, position)?.amount ?? ZERO_PAISE, position.payoff)
}

/**
 * Every repayment from today on, if each is paid on its day: first what is due or overdue today,
 * then each instalment.
 */
export function repaymentsToCome(loan: RunningLoan, today: Day): readonly FallsDue[] {
  const life = replay(loan, today)
  const dueDays = life.accounts.map(({ dueDay }) => dueDay)
  let accruedTo = life.accruedTo
  // Nothing is left for a past due day: it was due today.
  return [today, ...dueDays].flatMap(day => {
    accruedTo = accrue(loan, life.accounts, accruedTo, day)
    const due = dueBy(loan, life, day)
    allocate(loan, life.accounts, due)
    return due.amount > 0 ? [due] : []
  })
}

/**
 * The total still to be paid if every instalment is paid on its day and what is overdue is paid
 * today.
 */
export function stillToRepay(loan: RunningLoan, today: Day): Paise {
  return sumPaise(repaymentsToCome(loan, today).map(({ amount }) => amount))
}

/**
 * The amount that falls due on each unpaid instalment on its due day, by its number. For a future
 * one, the ones before it are assumed paid on their days.
 */
export function dueByInstalment(
  loan: RunningLoan,
  { today, instalments }: LoanPosition,
): ReadonlyMap<number, Parts> {
  const toCome = new Map(repaymentsToCome(loan, today).map(({ day, parts }) => [day, parts]))
  const unpaid = instalments.filter(({ state }) => state !== 'paid')
  return new Map(
    unpaid.map(({ number, dueDay }) => [
      number,
      dueDay > today ? (toCome.get(dueDay) ?? NO_PARTS) : fellDueOf(loan, number, dueDay),
    ]),
  )
}

/**
 * The amount that fell due on an instalment on its past due day: payments up to that day count,
 * later ones do not.
 */
function fellDueOf(loan: RunningLoan, number: number, dueDay: Day): Parts {
  const payments = loan.payments.filter(({ day }) => day <= dueDay)
  const { instalments } = positionOn({ ...loan, payments }, dueDay)
  return instalments.find(instalment => instalment.number === number)?.owed ?? NO_PARTS
}
