import type { Day } from '#domain/day.ts'
import {
  type Account,
  type AgreedLoan,
  accrue,
  type Deferral,
  extend,
  moveDueDays,
  oldestUnpaid,
  openAccount,
  owedOn,
  type Payment,
  type RunningLoan,
  waivePenal,
} from '#domain/lending/accrual.ts'
import { minPaise, type Paise, paise } from '#domain/money.ts'
import { type Parts, sumParts, totalOf } from '#domain/parts.ts'

/*
 * Replays the events of a running loan, the agreed instalments, payments and waivers, day by
 * day; what it owes on any day is derived from them. Nothing derived is stored, so nothing can drift
 * (product §5).
 */

/**
 * The application of a payment: to which instalment, and for what. `excess` is returned to the
 * borrower.
 */
export type Allocation = { readonly parts: Parts; readonly excess: Paise }

/** A loan as it stands on a day of its replay. */
export type Standing = {
  readonly accounts: readonly Account[]
  /** The day up to which interest and penal charge have accrued. */
  accruedTo: Day
  /** The day on which the loan's hardship plan took effect; undefined if it did not by now. */
  deferredOn: Day | undefined
}

/** A loan when its money has arrived. */
export function standingAtStart(loan: AgreedLoan): Standing {
  const accounts = loan.instalments.map(openAccount)
  return { accounts, accruedTo: loan.startDay, deferredOn: undefined }
}

/** The loan as it would stand on a later day if nothing happened before. */
export function standingOn(loan: AgreedLoan, standing: Standing, day: Day): Standing {
  const then = { ...standing, accounts: standing.accounts.map(account => ({ ...account })) }
  live(loan, then, day)
  return then
}

/**
 * Carries a loan to the end of a day, on which something may then happen to it. An unanswered
 * hardship plan takes effect at the end of the first due day that is missed (decision 45).
 */
export function live(loan: AgreedLoan, standing: Standing, day: Day): void {
  const { deferral } = loan
  const due = oldestUnpaid(standing.accounts)?.dueDay
  const isUnanswered = deferral?.answer === 'awaited' && !standing.deferredOn
  if (isUnanswered && due && due >= deferral.requestedDay && due < day)
    defer(loan, standing, deferral, due)
  standing.accruedTo = accrue(loan, standing.accounts, standing.accruedTo, day)
}

/** Grants the loan's hardship plan on a day: the due days of what is unpaid move. */
export function defer(
  loan: AgreedLoan,
  standing: Standing,
  { moveDays }: Pick<Deferral, 'moveDays'>,
  day: Day,
): void {
  standing.accruedTo = accrue(loan, standing.accounts, standing.accruedTo, day)
  moveDueDays(loan, standing.accounts, moveDays, standing.accruedTo)
  standing.deferredOn = day
}

/** The state of a loan's instalments at the end of a day, and how each payment was applied, in order. */
export type Replay = Readonly<Standing> & { readonly allocations: readonly Allocation[] }

/** Replays a loan to the end of an India day. Refuses a day before the money arrived. */
export function replay(loan: RunningLoan, today: Day): Replay {
  if (today < loan.startDay) throw new RangeError('a loan has no position before the money arrived')
  const standing = standingAtStart(loan)
  const { accounts } = standing
  const allocations: Allocation[] = []
  const { deferral } = loan
  const changeAsAgreed = (afterPayments: number) => {
    const waivers = (loan.waivers ?? []).filter(waiver => waiver.afterPayments === afterPayments)
    const waive = (until: Day) => {
      for (let next = waivers[0]; next && next.day <= until; next = waivers[0]) {
        live(loan, standing, next.day)
        waivePenal(loan, accounts, next)
        waivers.shift()
      }
    }
    for (const extension of loan.extensions ?? []) {
      if (extension.afterPayments !== afterPayments) continue
      waive(extension.paidDay)
      live(loan, standing, extension.paidDay)
      extend(loan, accounts, extension)
    }
    if (typeof deferral?.answer === 'object') {
      const { day, afterPayments: before } = deferral.answer
      if (before === afterPayments && day <= today) {
        waive(day)
        defer(loan, standing, deferral, day)
      }
    }
    waive(today)
  }
  changeAsAgreed(0)
  for (const [index, payment] of loan.payments.entries()) {
    live(loan, standing, payment.day)
    allocations.push(allocate(loan, accounts, payment))
    changeAsAgreed(index + 1)
  }
  live(loan, standing, today)
  return { ...standing, allocations }
}

/**
 * Applies a payment: oldest instalment first; within it penal charge, interest, principal (product
 * §5).
 */
export function allocate(
  loan: AgreedLoan,
  accounts: readonly Account[],
  { amount }: Payment,
): Allocation {
  let remaining = amount
  const allocated: Parts[] = []
  for (const account of accounts) {
    const owed = owedOn(loan, account)
    const penal = minPaise(remaining, owed.penal)
    const interest = minPaise(paise(remaining - penal), owed.interest)
    const principal = minPaise(paise(remaining - penal - interest), owed.principal)
    const parts = { penal, interest, principal }
    account.principalLeft = paise(account.principalLeft - principal)
    account.paid = sumParts([account.paid, parts])
    remaining = paise(remaining - totalOf(parts))
    allocated.push(parts)
  }
  return { parts: sumParts(allocated), excess: remaining }
}
