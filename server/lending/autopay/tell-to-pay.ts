import { indiaDayOf } from '#domain/day.ts'
import { fallsDueOn } from '#domain/lending/falls-due.ts'
import type { Debit } from '#server/lending/db/debit.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import type { Order } from '#server/lending/db/order.ts'
import type { LendingWork } from '#server/lending/orders/lending-services.ts'
import { notify } from '#server/notices/notify.ts'

/** Tells the borrower on the due day that nothing was taken, and what they can pay themselves. */
export async function tellToPay(
  work: LendingWork,
  order: Order,
  { id, dueDay }: Pick<Debit, 'id' | 'dueDay'>,
): Promise<void> {
  const { tx, at } = work
  const loan = await loanOf(tx, order)
  if (!loan || order.state !== 'loaned' || indiaDayOf(at) > dueDay) return
  const { amount } = fallsDueOn(loan, dueDay)
  if (amount === 0) return
  await notify(work, order, {
    kind: 'autopay-failed',
    causedAt: undefined,
    occasion: id,
    day: dueDay,
    amount,
  })
}
