import type { Day } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import type { OrderState } from '#domain/lending/order.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import type { Paise } from '#domain/money.ts'

/*
 * Waivers of penal charges (decision 67): the lender gives up what a loan owes of them, or a part.
 * Interest and principal are never touched, so that a waiver repays no instalment.
 */

/**
 * True where an order's state allows a waiver: it is overdue. While an extension awaits its payment
 * there is none, because its fee names the penal charge.
 */
export function canWaive(state: OrderState): boolean {
  return state === 'overdue'
}

/**
 * The loan after a waiver on a day, in paise; undefined for an amount that is not positive, or more
 * than the penal charges owed that day.
 */
export function withPenalWaiver(
  loan: RunningLoan,
  today: Day,
  amount: Paise,
): RunningLoan | undefined {
  if (amount <= 0 || amount > positionOn(loan, today).owed.penal) return undefined
  const waiver = { day: today, afterPayments: loan.payments.length, amount }
  return { ...loan, waivers: [...(loan.waivers ?? []), waiver] }
}

/** The day of the latest waiver. */
export function waiverDay({ waivers = [] }: RunningLoan): Day | undefined {
  return waivers.at(-1)?.day
}
