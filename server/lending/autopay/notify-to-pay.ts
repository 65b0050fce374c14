import { type Day, indiaDayOf, laterDay } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { fallsDueOn, overdueToday } from '#domain/lending/falls-due.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { type Paise, ZERO_PAISE } from '#domain/money.ts'
import type { Debit } from '#server/lending/db/debit.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import type { Order } from '#server/lending/db/order.ts'
import { markReminded } from '#server/lending/db/reminder.ts'
import type { LendingWork } from '#server/lending/orders/lending-services.ts'
import { notify } from '#server/notices/notify.ts'

/**
 * Notifies the borrower that no money was debited, and of the amount to pay by hand: on the due day, or
 * later if the failure becomes known later, as nobody is to pay while a debit is under way.
 */
export async function notifyToPay(
  work: LendingWork,
  order: Order,
  { id, dueDay }: Pick<Debit, 'id' | 'dueDay'>,
): Promise<void> {
  const { tx, at } = work
  const loan = await loanOf(tx, order)
  if (!loan || (order.state !== 'loaned' && order.state !== 'overdue')) return
  const today = indiaDayOf(at)
  const amount = amountToPay(loan, dueDay, today)
  if (amount === 0) return
  const day = laterDay(dueDay, today)
  // On the due day it is the reminder of that day.
  if (today === dueDay)
    await markReminded(tx, { borrowerId: order.borrowerId, orderId: order.id }, today)
  await notify(work, order, {
    kind: 'autopay-failed',
    causedAt: undefined,
    occasion: id,
    day,
    amount,
  })
}

function amountToPay(loan: RunningLoan, dueDay: Day, today: Day): Paise {
  if (today <= dueDay) return fallsDueOn(loan, dueDay).amount
  return overdueToday(loan, positionOn(loan, today))?.amount ?? ZERO_PAISE
}
