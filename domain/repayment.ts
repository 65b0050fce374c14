import { type Account, accrue, extend, openAccount, owedOn, type Payment, type RunningLoan } from '#domain/accrual.ts'
import { type Day, daysBetween } from '#domain/day.ts'
import { minPaise, type Paise, paise, sumPaise, ZERO_PAISE } from '#domain/money.ts'
import { type Parts, sumParts, totalOf } from '#domain/parts.ts'

/*
 * What a running loan owes, on any day, is derived by replaying what happened to it: the agreed instalments and the
 * payments, day by day. Nothing of it is stored, so nothing of it can drift (decisions §5).
 */

export type InstalmentPosition = {
  readonly number: number
  readonly dueDay: Day
  /** What it was agreed to be, its extensions included. */
  readonly agreed: Paise
  /** What is owed on it today: penal charge and interest to the day, principal whole. */
  readonly owed: Parts
  readonly paid: Parts
  readonly overdueDays: number
  readonly state: 'paid' | 'overdue' | 'upcoming'
}

/** Where a payment went: to which instalment, and for what. `excess` is returned to the borrower. */
export type Allocation = { readonly parts: Parts; readonly excess: Paise }

export type LoanPosition = {
  readonly today: Day
  readonly instalments: readonly InstalmentPosition[]
  readonly owed: Parts
  /** All that is owed if the loan is repaid today. */
  readonly payoff: Paise
  readonly paid: Parts
  /** What is asked for now: all arrears; else the next instalment, but never more than the payoff. */
  readonly dueNow: Paise
  readonly nextDueDay: Day | undefined
  readonly overdueDays: number
  /** One per payment, in order. */
  readonly allocations: readonly Allocation[]
}

/** The position of a loan at the end of an India day. Refuses a day before the money arrived. */
export function positionOn(loan: RunningLoan, today: Day): LoanPosition {
  if (today < loan.startDay) throw new RangeError('a loan has no position before the money arrived')
  const accounts = loan.instalments.map(openAccount)
  const allocations: Allocation[] = []
  let accruedTo = loan.startDay
  const extendIfPaid = (afterPayments: number) => {
    for (const extension of loan.extensions ?? []) {
      if (extension.afterPayments !== afterPayments) continue
      accruedTo = accrue(loan, accounts, accruedTo, extension.paidDay)
      extend(loan, accounts, extension)
    }
  }
  extendIfPaid(0)
  for (const [index, payment] of loan.payments.entries()) {
    accruedTo = accrue(loan, accounts, accruedTo, payment.day)
    allocations.push(allocate(loan, accounts, payment))
    extendIfPaid(index + 1)
  }
  accruedTo = accrue(loan, accounts, accruedTo, today)
  const instalments = accounts.map(account => instalmentPosition(loan, account, today))
  const owed = sumParts(instalments.map(instalment => instalment.owed))
  const payoff = totalOf(owed)
  return {
    today,
    instalments,
    owed,
    payoff,
    paid: sumParts(instalments.map(({ paid }) => paid)),
    dueNow: dueNow(loan, accounts, instalments, { today, accruedTo, payoff }),
    nextDueDay: instalments.find(({ state }) => state !== 'paid')?.dueDay,
    overdueDays: Math.max(0, ...instalments.map(({ overdueDays }) => overdueDays)),
    allocations,
  }
}

/** The last instalment that `dueNow` of a position asks for: the newest of the arrears, or else the next one. */
export function lastInstalmentAsked({ instalments, today }: LoanPosition): number | undefined {
  const unpaid = instalments.filter(({ state }) => state !== 'paid')
  const due = unpaid.filter(({ dueDay }) => dueDay <= today)
  return (due.at(-1) ?? unpaid[0])?.number
}

/** What is owed up to an instalment, itself included: on its due day where that is to come, or on the given day. */
export function owedUpTo(loan: RunningLoan, last: number, today: Day): Paise {
  const now = positionOn(loan, today)
  const dueDay = now.instalments.find(({ number }) => number === last)?.dueDay ?? today
  const { instalments } = dueDay > today ? positionOn(loan, dueDay) : now
  return sumPaise(instalments.filter(({ number }) => number <= last).map(({ owed }) => totalOf(owed)))
}

/** Oldest instalment first; within it penal charge, interest, principal (decisions §5). */
function allocate(loan: RunningLoan, accounts: readonly Account[], { amount }: Payment): Allocation {
  let left = amount
  const taken: Parts[] = []
  for (const account of accounts) {
    const owed = owedOn(loan, account)
    const penal = minPaise(left, owed.penal)
    const interest = minPaise(paise(left - penal), owed.interest)
    const principal = minPaise(paise(left - penal - interest), owed.principal)
    const parts = { penal, interest, principal }
    account.principalLeft = paise(account.principalLeft - principal)
    account.paid = sumParts([account.paid, parts])
    left = paise(left - totalOf(parts))
    taken.push(parts)
  }
  return { parts: sumParts(taken), excess: left }
}

function instalmentPosition(loan: RunningLoan, account: Account, today: Day): InstalmentPosition {
  const { agreed, dueDay } = account
  const owed = owedOn(loan, account)
  const isPaid = totalOf(owed) === 0 && account.principalLeft === 0
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

/** Everything due by today; where nothing is, the next instalment as it will stand on its due day. Never more than the payoff. */
function dueNow(
  loan: RunningLoan,
  accounts: readonly Account[],
  instalments: readonly InstalmentPosition[],
  { today, accruedTo, payoff }: { today: Day; accruedTo: Day; payoff: Paise },
): Paise {
  const due = instalments.filter(({ state, dueDay }) => state !== 'paid' && dueDay <= today)
  if (due.length > 0) return minPaise(sumPaise(due.map(({ owed }) => totalOf(owed))), payoff)
  const next = instalments.findIndex(({ state }) => state !== 'paid')
  const nextAccount = accounts[next]
  if (!nextAccount) return ZERO_PAISE
  accrue(loan, accounts, accruedTo, nextAccount.dueDay)
  return minPaise(totalOf(owedOn(loan, nextAccount)), payoff)
}
