import { type Day, daysBetween } from '#domain/day.ts'
import { type Account, owedOn, type RunningLoan } from '#domain/lending/accrual.ts'
import { type Allocation, replay } from '#domain/lending/replay.ts'
import { type Paise, paise, sumPaise } from '#domain/money.ts'
import { type Parts, sumParts, totalOf } from '#domain/parts.ts'

/* Computes what a running loan owes on a day, from its replay (product §5). */

export type InstalmentPosition = {
  readonly number: number
  readonly dueDay: Day
  /** The agreed amount, its extensions included. */
  readonly agreed: Paise
  /** The amount owed on it today: penal charge and interest to date, and all of the principal. */
  readonly owed: Parts
  readonly paid: Parts
  readonly overdueDays: number
  readonly state: 'paid' | 'overdue' | 'upcoming'
}

export type LoanPosition = {
  readonly today: Day
  readonly instalments: readonly InstalmentPosition[]
  readonly owed: Parts
  /** The total owed if the loan is repaid today. */
  readonly payoff: Paise
  readonly paid: Parts
  /** The oldest due day on which something is unpaid. It may be past. */
  readonly nextDueDay: Day | undefined
  readonly overdueDays: number
  /** One per payment, in order. */
  readonly allocations: readonly Allocation[]
}

/** The position of a loan at the end of an India day. Refuses a day before the money arrived. */
export function positionOn(loan: RunningLoan, today: Day): LoanPosition {
  const { accounts, allocations } = replay(loan, today)
  const instalments = accounts.map(account => instalmentPosition(loan, account, today))
  const owed = sumParts(instalments.map(instalment => instalment.owed))
  return {
    today,
    instalments,
    owed,
    payoff: totalOf(owed),
    paid: sumParts(instalments.map(({ paid }) => paid)),
    nextDueDay: instalments.find(({ state }) => state !== 'paid')?.dueDay,
    overdueDays: Math.max(0, ...instalments.map(({ overdueDays }) => overdueDays)),
    allocations,
  }
}

/**
 * The position of a loan at the end of a past day, from what is known of the loan now: what happened
 * after that day does not count. Refuses a day before the money arrived.
 */
export function pastPositionOn(loan: RunningLoan, day: Day): LoanPosition {
  const until = {
    ...loan,
    payments: loan.payments.filter(payment => payment.day <= day),
    extensions: (loan.extensions ?? []).filter(({ paidDay }) => paidDay <= day),
  }
  return positionOn(until, day)
}

/** The due days of several loans on which something is unpaid, past ones included, in order. */
export function unpaidDueDays(loans: readonly RunningLoan[], today: Day): Day[] {
  const unpaid = loans.flatMap(loan =>
    positionOn(loan, today).instalments.filter(({ state }) => state !== 'paid'),
  )
  return [...new Set(unpaid.map(({ dueDay }) => dueDay))].sort()
}

/**
 * The last instalment that the repayment button includes: the latest one due, or else the next one.
 */
export function lastInstalmentAsked({ instalments, today }: LoanPosition): number | undefined {
  const unpaid = instalments.filter(({ state }) => state !== 'paid')
  const due = unpaid.filter(({ dueDay }) => dueDay <= today)
  return (due.at(-1) ?? unpaid[0])?.number
}

/**
 * The amount owed up to and including an instalment: on its due day if that is to come, otherwise
 * on the given day.
 */
export function owedUpTo(loan: RunningLoan, last: number, today: Day): Paise {
  const now = positionOn(loan, today)
  const dueDay = now.instalments.find(({ number }) => number === last)?.dueDay ?? today
  const { instalments } = dueDay > today ? positionOn(loan, dueDay) : now
  return sumPaise(
    instalments.filter(({ number }) => number <= last).map(({ owed }) => totalOf(owed)),
  )
}

function instalmentPosition(loan: RunningLoan, account: Account, today: Day): InstalmentPosition {
  const { agreed, dueDay } = account
  const owed = owedOn(loan, account)
  const isPaid = totalOf(owed) === 0
  const overdueDays = isPaid ? 0 : Math.max(0, daysBetween(dueDay, today))
  return {
    number: agreed.number,
    dueDay,
    agreed: paise(agreed.principal + account.agreedInterest),
    owed,
    paid: account.paid,
    overdueDays,
    state: isPaid ? 'paid' : overdueDays > 0 ? 'overdue' : 'upcoming',
  }
}
