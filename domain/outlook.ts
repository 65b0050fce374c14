import type { RunningLoan } from '#domain/accrual.ts'
import type { Day } from '#domain/day.ts'
import { leftOverPaise, type Paise, paise, sumPaise, ZERO_PAISE } from '#domain/money.ts'
import { totalOf } from '#domain/parts.ts'
import { type InstalmentPosition, type LoanPosition, positionOn } from '#domain/repayment.ts'

/** What the home page says of a running loan: the next repayment, and all that is still to come. */

/** The interest within what is asked for now (`position.dueNow`). */
export function interestInDueNow(position: LoanPosition): Paise {
  const due = position.instalments.filter(({ state, dueDay }) => state !== 'paid' && dueDay <= position.today)
  if (due.length > 0) return sumPaise(due.map(({ owed }) => owed.interest))
  const next = position.instalments.find(({ state }) => state !== 'paid')
  return next ? leftOverPaise(position.dueNow, paise(next.owed.principal + next.owed.penal)) : ZERO_PAISE
}

/** What is to be paid, on which day. */
export type Due = { readonly day: Day; readonly amount: Paise }

/** What will have been paid from now on if every instalment is paid on its day, what is overdue today. */
export function stillToRepay(loan: RunningLoan, position: LoanPosition): Paise {
  return sumPaise(repaymentsToCome(loan, position).map(({ amount }) => amount))
}

/** The same, payment by payment. */
export function repaymentsToCome(loan: RunningLoan, position: LoanPosition): readonly Due[] {
  const unpaid = position.instalments.filter(({ state }) => state !== 'paid')
  const isDue = ({ dueDay }: InstalmentPosition) => dueDay <= position.today
  const isPrepaid = unpaid.some(instalment => !isDue(instalment) && instalment.paid.principal > 0)
  if (isPrepaid) return paidOnTime(loan, position)
  return unpaid.map(instalment =>
    isDue(instalment)
      ? { day: position.today, amount: totalOf(instalment.owed) }
      : {
          day: instalment.dueDay,
          amount: leftOverPaise(instalment.agreed, paise(instalment.paid.principal + instalment.paid.interest)),
        },
  )
}

/** Principal was paid before its day, so the agreed interest is no longer the true one: play the rest of the loan. */
function paidOnTime(loan: RunningLoan, position: LoanPosition): readonly Due[] {
  let payments = loan.payments
  const days = [position.today, ...position.instalments.map(({ dueDay }) => dueDay).filter(day => day > position.today)]
  for (const day of days) {
    const { instalments } = positionOn({ ...loan, payments }, day)
    const amount = sumPaise(instalments.filter(({ dueDay }) => dueDay <= day).map(({ owed }) => totalOf(owed)))
    if (amount > 0) payments = [...payments, { day, amount }]
  }
  return payments.slice(loan.payments.length)
}
