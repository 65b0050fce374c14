/** Waives penal charges of an overdue loan, which two persons decided (decision 67). */
import { indiaDayOf } from '#domain/day.ts'
import { postPenalWaiver } from '#domain/lending/ledger.ts'
import { canWaive, withPenalWaiver } from '#domain/lending/penal-waiver.ts'
import type { Paise } from '#domain/money.ts'
import { accrue } from '#server/lending/closing/accrue.ts'
import { post } from '#server/lending/db/ledger.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { type Order, type OrderKey, orderOf } from '#server/lending/db/order.ts'
import { recordEvent } from '#server/lending/db/order-event.ts'
import { insertPenalWaiver } from '#server/lending/db/penal-waiver.ts'
import { firstReceiptsOf } from '#server/lending/db/receipt.ts'
import { notify } from '#server/notices/notify.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Services, Work } from '#server/services.ts'

type Waivable = { readonly order: Order; readonly loan: NonNullable<Loan> }
type Loan = Awaited<ReturnType<typeof loanOf>>

/** The order and its loan, if this amount of penal charges, in paise, can be waived at a moment. */
export async function waivable(
  db: Queryable,
  { borrowerId, orderId }: OrderKey,
  amount: Paise,
  at: Date,
): Promise<Waivable | undefined> {
  const order = await orderOf(db, borrowerId, orderId)
  if (!order || !canWaive(order.state)) return undefined
  const loan = await loanOf(db, order)
  return loan && withPenalWaiver(loan, indiaDayOf(at), amount) ? { order, loan } : undefined
}

/**
 * Waives an amount of penal charges, in paise: books it, and notifies the borrower. False where
 * less is owed of them, or the loan is not overdue any more.
 */
export async function waivePenalCharges(
  work: Work<Pick<Services, 'ids' | 'queue'>>,
  key: OrderKey,
  amount: Paise,
): Promise<boolean> {
  const { services, tx, at } = work
  await lockBorrower(tx, key.borrowerId)
  const target = await waivable(tx, key, amount, at)
  if (!target) return false
  const { order, loan } = target
  const waiverId = services.ids.uuid(at)
  const receipts = await firstReceiptsOf(tx, key.borrowerId, key.orderId)
  await accrue(tx, order, loan, waiverId, at)
  const about = { ...key, waiverId, amount, afterReceipts: receipts.length }
  await insertPenalWaiver(tx, { ...about, day: indiaDayOf(at), at })
  const transfers = postPenalWaiver(amount)
  await post(tx, { ...key, name: `waiver:${waiverId}`, transfers }, at)
  await recordEvent(tx, order, { event: 'penalWaived', actor: 'desk', at, details: { amount } })
  const notice = { kind: 'penal-waived', causedAt: undefined, occasion: waiverId, amount } as const
  await notify(work, order, notice)
  return true
}
