/** Books the interest and penal charge that loans accrue, as income of the days on which they arise. */
import { type Day, indiaDayOf, laterDay } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { type Charges, chargesOf, postAccrual } from '#domain/lending/ledger.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { NO_PARTS } from '#domain/parts.ts'
import { markAccrued } from '#server/lending/db/closing.ts'
import {
  bookedCharges,
  bookedChargesOfEach,
  type Posting,
  post,
  postEach,
} from '#server/lending/db/ledger.ts'
import { stillRunning } from '#server/lending/db/loan.ts'
import type { Order, OrderKey } from '#server/lending/db/order.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { lockBorrower, lockFreeBorrowers } from '#server/platform/db/lock.ts'
import type { Transaction } from '#server/platform/db/open.ts'

/**
 * Books the interest and penal charge that a loan has accrued by today: before any payment, and with
 * whatever else changes what it owes. A loan that was cancelled owes nothing, and what was booked for
 * it is reversed. Needs the borrower's lock.
 */
export async function accrue(
  tx: Transaction,
  { borrowerId, id: orderId }: Pick<Order, 'borrowerId' | 'id'>,
  loan: RunningLoan | undefined,
  cause: string,
  at: Date,
): Promise<void> {
  const booked = await bookedCharges(tx, borrowerId, orderId)
  for (const posting of accrualOf({ borrowerId, orderId }, { loan, booked, cause, at }))
    await post(tx, posting, at)
}

/**
 * Books what these loans, of any borrowers, have accrued by today, in one transaction: the daily
 * booking of the close of business. Leaves out the orders that no longer run, and those of borrowers
 * whom others have locked: to wait for a lock while it holds many would hold up many. For one order
 * alone it waits. Returns the ids of the orders that it closed.
 */
export function accrueEach(
  { db, clock }: Pick<LendingServices, 'db' | 'clock'>,
  keys: readonly OrderKey[],
  today: Day,
): Promise<ReadonlySet<string>> {
  return db.transaction(async tx => {
    const running = await stillRunning(tx, await locked(tx, keys))
    const booked = await bookedChargesOfEach(tx, running)
    const at = clock.now()
    const postings = running.flatMap(({ loan, ...key }) =>
      accrualOf(key, {
        loan,
        booked: booked.get(key.orderId) ?? NO_PARTS,
        cause: `${key.orderId}:${today}`,
        at,
      }),
    )
    await postEach(tx, postings, at)
    await markAccrued(tx, running, today)
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

type Accruing = {
  readonly loan: RunningLoan | undefined
  readonly booked: Charges
  readonly cause: string
  readonly at: Date
}

/** The posting of what a loan has accrued and the books lack; none where they lack nothing. */
function accrualOf(key: OrderKey, { loan, booked, cause, at }: Accruing): readonly Posting[] {
  const borne = loan
    ? chargesOf(positionOn(loan, laterDay(loan.startDay, indiaDayOf(at))))
    : NO_PARTS
  const transfers = postAccrual(booked, borne)
  return transfers.length > 0 ? [{ ...key, name: `accrual:${cause}`, transfers }] : []
}
