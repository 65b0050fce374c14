/** Grants and refuses requests for hardship plans, and ends those that nobody has answered. */
import { type Day, indiaDayOf } from '#domain/day.ts'
import { unansweredSince } from '#domain/lending/hardship.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { lookAtNextDebit } from '#server/lending/autopay/look-at-debit.ts'
import {
  endHardshipRow,
  endMootHardshipRow,
  grantHardshipRow,
  hardshipPlanOf,
  refuseHardshipRow,
} from '#server/lending/db/hardship.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { withdrawDocuments } from '#server/lending/db/loan-document.ts'
import { type Order, type OrderKey, orderOf } from '#server/lending/db/order.ts'
import type { Actor } from '#server/lending/db/order-event.ts'
import { firstReceiptsOf } from '#server/lending/db/receipt.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { moveOrder } from '#server/lending/orders/move-order.ts'
import { notify } from '#server/notices/notify.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Work } from '#server/services.ts'

type AnswerServices = Pick<LendingServices, 'db' | 'clock' | 'ids' | 'queue'>
type AnswerWork = Work<Pick<AnswerServices, 'ids' | 'queue'>>

/**
 * Grants the awaited plan of an order as of a day: the due days move, and the borrower is notified.
 * Needs the borrower's lock. Returns the order after it.
 */
export async function grantPlan(
  work: AnswerWork,
  order: Order,
  { day, actor }: { readonly day: Day; readonly actor: Actor },
): Promise<Order> {
  const { tx, at } = work
  const { borrowerId, id: orderId } = order
  const receipts = await firstReceiptsOf(tx, borrowerId, orderId)
  const afterReceipts = receipts.filter(receipt => receipt.day <= day).length
  if (!(await grantHardshipRow(tx, { borrowerId, orderId }, { at, day, afterReceipts })))
    throw new Error(`The hardship plan of order ${orderId} was answered before.`)
  const loan = await loanOf(tx, order)
  const nextDueDay = loan && positionOn(loan, indiaDayOf(at)).nextDueDay
  const details = { grantedDay: day, nextDueDay }
  // A payment after the due day may have repaid the loan, which then owes nothing on a later day.
  const granted = await moveOrder(
    tx,
    order,
    'grantHardshipPlan',
    { nextDueDay: nextDueDay ?? order.nextDueDay },
    { actor, at, details },
  )
  const causedAt = actor === 'rules' ? at : undefined
  const about = nextDueDay ? { day: nextDueDay } : {}
  await notify(work, order, { kind: 'hardship-granted', causedAt, ...about })
  await lookAtNextDebit(work, granted, causedAt)
  return granted
}

/**
 * Grants, for a person, the plan that waits for one; refuses it if there is a reason, which the
 * borrower reads. False where none waits.
 */
export async function answerAwaitedPlan(
  work: AnswerWork,
  key: OrderKey,
  refusal: string | undefined,
): Promise<boolean> {
  const { tx, at } = work
  const [, order] = await Promise.all([
    lockBorrower(tx, key.borrowerId),
    orderOf(tx, key.borrowerId, key.orderId),
  ])
  if (!order || (await grantUnanswered(work, order, indiaDayOf(at))) !== order) return false
  if ((await hardshipPlanOf(tx, key))?.state !== 'awaiting') return false
  if (refusal === undefined) await grantPlan(work, order, { day: indiaDayOf(at), actor: 'desk' })
  else await refusePlan(work, order, refusal)
  return true
}

async function refusePlan(work: AnswerWork, order: Order, refusal: string): Promise<void> {
  const { tx, at } = work
  const { borrowerId, id: orderId } = order
  await refuseHardshipRow(tx, { borrowerId, orderId }, refusal, at)
  const refused = await moveOrder(tx, order, 'refuseHardshipPlan', {}, { actor: 'desk', at })
  await withdrawDocuments(tx, order, ['hardship-addendum'], 'hardship-ended', at)
  const about = order.nextDueDay ? { day: order.nextDueDay } : {}
  await notify(work, order, { kind: 'hardship-refused', causedAt: undefined, ...about })
  await lookAtNextDebit(work, refused)
}

/**
 * Records as granted a request whose due day had passed without an answer, as of a day (decision
 * 45). Returns the order after it, or the same order where there is none. Needs the borrower's lock.
 */
export async function grantUnanswered(work: AnswerWork, order: Order, asOf: Day): Promise<Order> {
  const loan = await loanOf(work.tx, order)
  const day = loan && unansweredSince(loan, asOf)
  return day ? grantPlan(work, order, { day, actor: 'calendar' }) : order
}

/** Ends the request of a loan on which nothing is owed any more. Needs the borrower's lock. */
export async function endAwaitedPlan(
  { tx, at }: Pick<AnswerWork, 'tx' | 'at'>,
  order: Pick<Order, 'borrowerId' | 'id'>,
): Promise<void> {
  const { borrowerId, id: orderId } = order
  if (await endHardshipRow(tx, { borrowerId, orderId }, at))
    await withdrawDocuments(tx, order, ['hardship-addendum'], 'hardship-ended', at)
}

/** Ends a granted plan where later reports show that all was repaid before it. Needs the borrower's lock. */
export async function endMootPlan(
  { tx, at }: Pick<AnswerWork, 'tx' | 'at'>,
  order: Pick<Order, 'borrowerId' | 'id'>,
): Promise<void> {
  await endMootHardshipRow(tx, { borrowerId: order.borrowerId, orderId: order.id })
  await withdrawDocuments(tx, order, ['hardship-addendum'], 'hardship-ended', at)
}
