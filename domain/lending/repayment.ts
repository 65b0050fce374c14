import { type Day, daysBetween } from '#domain/day.ts'
import { type Account, type AgreedLoan, owedOn, type RunningLoan } from '#domain/lending/accrual.ts'
import { type Allocation, replay, type Standing, standingOn } from '#domain/lending/replay.ts'
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

/** Where a loan stands on a day. */
export type Owing = {
  readonly today: Day
  readonly instalments: readonly InstalmentPosition[]
  readonly owed: Parts
  /** The total owed if the loan is repaid today. */
  readonly payoff: Paise
  readonly paid: Parts
  /** Penal charges that the lender gave up. */
  readonly waived: Paise
  /** The oldest due day on which something is unpaid. It may be past. */
  readonly nextDueDay: Day | undefined
  readonly overdueDays: number
}

export type LoanPosition = Owing & {
  /** One per payment, in order. */
  readonly allocations: readonly Allocation[]
}

/** The position of a loan at the end of an India day. Refuses a day before the money arrived. */
export function positionOn(loan: RunningLoan, today: Day): LoanPosition {
  const { allocations, ...standing } = replay(loan, today)
  return { ...owingOn(loan, standing, today), allocations }
}

/** Where a loan stands that its replay has carried to a day. */
export function owingOn(
  loan: AgreedLoan,
  { accounts }: Pick<Standing, 'accounts'>,
  today: Day,
): Owing {
  const instalments = accounts.map(account => instalmentPosition(loan, account, today))
  const owed = sumParts(instalments.map(instalment => instalment.owed))
  return {
    today,
    instalments,
    owed,
    payoff: totalOf(owed),
    paid: sumParts(instalments.map(({ paid }) => paid)),
    waived: sumPaise(accounts.map(({ waived }) => waived)),
    nextDueDay: instalments.find(({ state }) => state !== 'paid')?.dueDay,
    overdueDays: Math.max(0, ...instalments.map(({ overdueDays }) => overdueDays)),
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
 * The amount owed up to and including an instalment, on a loan that its replay has carried to a day:
 * on the instalment's due day if that is to come, otherwise on that day.
 */
export function owedUpTo(loan: AgreedLoan, standing: Standing, last: number, today: Day): Paise {
  const dueDay = standing.accounts.find(({ agreed }) => agreed.number === last)?.dueDay ?? today
  const then = dueDay > today ? standingOn(loan, standing, dueDay) : standing
  const upTo = then.accounts.filter(({ agreed }) => agreed.number <= last)
  return sumPaise(upTo.map(account => totalOf(owedOn(loan, account))))
}

function instalmentPosition(loan: AgreedLoan, account: Account, today: Day): InstalmentPosition {
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
