import { indiaDayOf, laterDay } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { chargesOf, postAccrual } from '#domain/lending/ledger.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { NO_PARTS } from '#domain/parts.ts'
import { bookedCharges, post } from '#server/lending/db/ledger.ts'
import type { Order } from '#server/lending/db/order.ts'
import type { Transaction } from '#server/platform/db/open.ts'

/**
 * Books what a loan has borne by today and is not booked: each day by the close of business, and before anything is paid. Nothing
 * is owed on a loan that came to nothing, and what was booked for it is taken back. Needs the borrower's lock.
 */
export async function accrue(
  tx: Transaction,
  { borrowerId, id: orderId }: Pick<Order, 'borrowerId' | 'id'>,
  loan: RunningLoan | undefined,
  cause: string,
  at: Date,
): Promise<void> {
  const booked = await bookedCharges(tx, borrowerId, orderId)
  const borne = loan
    ? chargesOf(positionOn(loan, laterDay(loan.startDay, indiaDayOf(at))))
    : NO_PARTS
  const transfers = postAccrual(booked, borne)
  if (transfers.length > 0)
    await post(tx, { borrowerId, orderId, name: `accrual:${cause}`, transfers }, at)
}
