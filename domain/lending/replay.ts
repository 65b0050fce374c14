import type { Day } from '#domain/day.ts'
import {
  type Account,
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

/** The state of a loan's instalments at the end of a day. */
export type Replay = {
  readonly accounts: readonly Account[]
  /** One per payment, in order. */
  readonly allocations: readonly Allocation[]
  /** The day up to which interest and penal charge have accrued. */
  readonly accruedTo: Day
  /** The day on which the loan's hardship plan took effect; undefined if it did not by now. */
  readonly deferredOn: Day | undefined
}

/** Replays a loan to the end of an India day. Refuses a day before the money arrived. */
export function replay(loan: RunningLoan, today: Day): Replay {
  if (today < loan.startDay) throw new RangeError('a loan has no position before the money arrived')
  const accounts = loan.instalments.map(openAccount)
  const allocations: Allocation[] = []
  const { deferral } = loan
  let accruedTo = loan.startDay
  let deferredOn: Day | undefined
  const defer = ({ moveDays }: Deferral, day: Day) => {
    accruedTo = accrue(loan, accounts, accruedTo, day)
    moveDueDays(loan, accounts, moveDays, accruedTo)
    deferredOn = day
  }
  const live = (day: Day) => {
    const due = oldestUnpaid(accounts)?.dueDay
    const isUnanswered = deferral?.answer === 'awaited' && !deferredOn
    if (isUnanswered && due && due >= deferral.requestedDay && due < day) defer(deferral, due)
    accruedTo = accrue(loan, accounts, accruedTo, day)
  }
  const changeAsAgreed = (afterPayments: number) => {
    const waivers = (loan.waivers ?? []).filter(waiver => waiver.afterPayments === afterPayments)
    const waive = (until: Day) => {
      for (let next = waivers[0]; next && next.day <= until; next = waivers[0]) {
        live(next.day)
        waivePenal(loan, accounts, next)
        waivers.shift()
      }
    }
    for (const extension of loan.extensions ?? []) {
      if (extension.afterPayments !== afterPayments) continue
      waive(extension.paidDay)
      live(extension.paidDay)
      extend(loan, accounts, extension)
    }
    if (typeof deferral?.answer === 'object') {
      const { day, afterPayments: before } = deferral.answer
      if (before === afterPayments && day <= today) {
        waive(day)
        defer(deferral, day)
      }
    }
    waive(today)
  }
  changeAsAgreed(0)
  for (const [index, payment] of loan.payments.entries()) {
    live(payment.day)
    allocations.push(allocate(loan, accounts, payment))
    changeAsAgreed(index + 1)
  }
  live(today)
  return { accounts, allocations, accruedTo, deferredOn }
}

/**
 * Applies a payment: oldest instalment first; within it penal charge, interest, principal (product
 * §5).
 */
export function allocate(
  loan: RunningLoan,
  accounts: readonly Account[],
  { amount }: Payment,
): Allocation {
  let left = amount
  const allocated: Parts[] = []
  for (const account of accounts) {
    const owed = owedOn(loan, account)
    const penal = minPaise(left, owed.penal)
    const interest = minPaise(paise(left - penal), owed.interest)
    const principal = minPaise(paise(left - penal - interest), owed.principal)
    const parts = { penal, interest, principal }
    account.principalLeft = paise(account.principalLeft - principal)
    account.paid = sumParts([account.paid, parts])
    left = paise(left - totalOf(parts))
    allocated.push(parts)
  }
  return { parts: sumParts(allocated), excess: left }
}
