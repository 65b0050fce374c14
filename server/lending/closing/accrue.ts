/**
 * Books the interest and penal charge that loans accrue: in sum on the days on which they arise, and
 * in a loan's journal at its next event (decision 81).
 */
import { type Day, indiaDayOf, laterDay } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import {
  type Charges,
  chargesLess,
  chargesOf,
  hasCharges,
  postAccrual,
  postTakenOver,
} from '#domain/lending/ledger.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { NO_PARTS } from '#domain/parts.ts'
import { accrualOf, accrueInSum, clearSummed } from '#server/lending/db/accrual-sum.ts'
import { bookedCharges, bookedChargesOfEach, post } from '#server/lending/db/ledger.ts'
import { stillRunning } from '#server/lending/db/loan.ts'
import type { Order, OrderKey } from '#server/lending/db/order.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { lockBorrower, lockFreeBorrowers } from '#server/platform/db/lock.ts'
import type { Transaction } from '#server/platform/db/open.ts'

/**
 * Books in a loan's journal the interest and penal charge that it has accrued by today, and takes
 * them out of the daily sums: before any payment, and with any other change of what it owes. A loan
 * that was cancelled owes nothing, and what was booked for it is reversed. Needs the borrower's
 * lock.
 */
export async function accrue(
  tx: Transaction,
  { borrowerId, id: orderId }: Pick<Order, 'borrowerId' | 'id'>,
  loan: RunningLoan | undefined,
  cause: string,
  at: Date,
): Promise<void> {
  const key = { borrowerId, orderId }
  const [booked, { summed }] = await Promise.all([
    bookedCharges(tx, borrowerId, orderId),
    accrualOf(tx, key),
  ])
  const transfers = [
    ...postAccrual(booked, loan ? chargesBy(loan, indiaDayOf(at)) : NO_PARTS),
    ...postTakenOver(summed),
  ]
  if (transfers.length > 0) await post(tx, { ...key, name: `accrual:${cause}`, transfers }, at)
  if (hasCharges(summed)) await clearSummed(tx, key)
}

/**
 * Books in sum what these loans, of any borrowers, have accrued by today, in one transaction: the
 * daily booking of the close of business. Leaves out the orders that no longer run, and those of
 * borrowers whom others have locked: a wait for one lock while it holds many would delay many. For
 * one order alone it waits. Returns the ids of the orders that it closed.
 */
export function accrueEach(
  { db, clock }: Pick<LendingServices, 'db' | 'clock'>,
  keys: readonly OrderKey[],
): Promise<ReadonlySet<string>> {
  return db.transaction(async tx => {
    const running = await stillRunning(tx, await locked(tx, keys))
    const booked = await bookedChargesOfEach(tx, running)
    const today = indiaDayOf(clock.now())
    const loans = running.map(({ loan, summed, ...about }) => {
      const inJournal = booked.get(about.orderId) ?? NO_PARTS
      return { ...about, before: summed, after: chargesLess(chargesBy(loan, today), inJournal) }
    })
    await accrueInSum(tx, loans, today)
    return new Set(running.map(({ orderId }) => orderId))
  })
}

/** Locks the borrowers of these orders; returns the orders of those whom it could lock. */
async function locked(tx: Transaction, keys: readonly OrderKey[]): Promise<readonly OrderKey[]> {
  const borrowers = [...new Set(keys.map(({ borrowerId }) => borrowerId))]
  const [only, ...others] = borrowers
  if (only !== undefined && others.length === 0) {
    await lockBorrower(tx, only)
    return keys
  }
  const free = await lockFreeBorrowers(tx, borrowers)
  return keys.filter(({ borrowerId }) => free.has(borrowerId))
}

/** The charges that a loan has accrued by a day; by its first day on any day before. */
function chargesBy(loan: RunningLoan, today: Day): Charges {
  return chargesOf(positionOn(loan, laterDay(loan.startDay, today)))
}
