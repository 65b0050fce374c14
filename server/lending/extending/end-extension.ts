import { type Day, indiaDayOf, laterDay } from '#domain/day.ts'
import { feeOf } from '#domain/lending/extension-window.ts'
import {
  postExtensionPaid,
  postExtensionReleased,
  postExtensionReturned,
} from '#domain/lending/ledger.ts'
import { type ExtensionState, extensionStates } from '#domain/lending/order.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { type Paise, paise } from '#domain/money.ts'
import { lookAtNextDebit } from '#server/lending/autopay/look-at-debit.ts'
import { accrue } from '#server/lending/closing/accrue.ts'
import { lateness, latenessSoFar } from '#server/lending/closing/overdue.ts'
import {
  type Extension,
  type ExtensionEnd,
  endExtensionRow,
  extensionsOf,
  insertRelease,
} from '#server/lending/db/extension.ts'
import { post } from '#server/lending/db/ledger.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { withdrawAddendum } from '#server/lending/db/loan-document.ts'
import type { Order, OrderKey } from '#server/lending/db/order.ts'
import type { Actor } from '#server/lending/db/order-event.ts'
import { type Receipt, receiptsOf } from '#server/lending/db/payment.ts'
import { moveOrder } from '#server/lending/orders/move-order.ts'
import { owe } from '#server/lending/repaying/refund.ts'
import { afterSettling } from '#server/lending/repaying/settled.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import type { Work } from '#server/services.ts'

/** An extension that ends without its whole fee, as of a day. */
type UnpaidEnd = { readonly how: Exclude<ExtensionEnd, 'paid'>; readonly day: Day }

/**
 * The fee is paid in full: the due date moves, and penal charge and interest are settled up to the
 * day of the request (11→6).
 */
export async function payExtension(
  work: Work,
  order: Order,
  extension: Extension,
  day: Day,
): Promise<Order> {
  const { tx, at } = work
  const { borrowerId, id: orderId } = order
  const receipts = await receiptsOf(tx, borrowerId, orderId)
  await endExtensionRow(tx, extension, { how: 'paid', at, day, afterReceipts: receipts.length })
  const fee = feeOf(extension)
  const loan = await loanOf(tx, order)
  await accrue(tx, order, loan, extension.id, at)
  await post(
    tx,
    {
      borrowerId,
      orderId,
      name: `extension-paid:${extension.id}`,
      transfers: postExtensionPaid(extension),
    },
    at,
  )
  const tooMuch = paise(extension.paid - fee)
  if (tooMuch > 0) {
    const transfers = postExtensionReturned(tooMuch)
    await post(
      tx,
      { borrowerId, orderId, name: `extension-returned:${extension.id}`, transfers },
      at,
    )
    await returnHeld(
      work,
      { borrowerId, orderId },
      { ...broughtBy(extension, receipts), amount: tooMuch },
    )
  }
  const changes = {
    nextDueDay: loan && positionOn(loan, day).nextDueDay,
    extensionState: extensionStates.extended,
  }
  const extended = await moveOrder(tx, order, 'extensionPaid', changes, {
    actor: 'provider',
    at,
    details: { extensionId: extension.id, fee },
  })
  await lookAtNextDebit(work, extended, at)
  return extended
}

/**
 * Ends an unpaid extension: what was paid towards it becomes a payment on the loan as of this day,
 * so it is never lost (product §5); any excess is refunded.
 */
export async function closeExtension(
  work: Work,
  order: Order,
  extension: Extension,
  { how, day }: UnpaidEnd,
): Promise<void> {
  const { tx, at } = work
  const { borrowerId, id: orderId } = order
  const [loan, receipts] = await Promise.all([
    loanOf(tx, order),
    receiptsOf(tx, borrowerId, orderId),
  ])
  const end = { at, day, afterReceipts: receipts.length }
  await endExtensionRow(tx, extension, { how, ...end })
  await withdrawAddendum(tx, extension, at)
  const amount = extension.paid
  if (!loan || amount === 0) return
  const paidLoan = { ...loan, payments: [...loan.payments, { day, amount }] }
  const applied = positionOn(paidLoan, day).allocations.at(-1)
  if (!applied) throw new Error(`Extension ${extension.id} was not applied.`)
  await insertRelease(
    tx,
    { borrowerId, orderId },
    { extensionId: extension.id, amount, ...applied },
    end,
  )
  await accrue(tx, order, paidLoan, extension.id, at)
  const transfers = postExtensionReleased(amount, applied.parts)
  await post(tx, { borrowerId, orderId, name: `extension-released:${extension.id}`, transfers }, at)
  await returnHeld(
    work,
    { borrowerId, orderId },
    { ...broughtBy(extension, receipts), amount: applied.excess },
  )
}

/**
 * Ends an unpaid extension while the loan goes on: back to Loaned or Overdued, by the due date in
 * force (11→6, 8).
 */
export async function endExtension(
  work: Work,
  order: Order,
  extension: Extension,
  { how, day, actor }: UnpaidEnd & { readonly actor: Actor },
): Promise<Order> {
  const { tx, at } = work
  await closeExtension(work, order, extension, { how, day })
  const [loan, extensionState] = await Promise.all([
    loanOf(tx, order),
    extensionStateAfter(tx, order, how),
  ])
  if (!loan) throw new Error(`Order ${order.id} has an extension but no loan.`)
  const position = positionOn(loan, laterDay(indiaDayOf(at), day))
  // While an extension is awaited, no day counts as overdue: unpaid, it excuses none.
  const late = { ...order, ...latenessSoFar(loan, position.today) }
  const by = { actor, at, details: { extensionId: extension.id, how } }
  if (position.payoff === 0) {
    const changes = { settledAt: at, nextDueDay: undefined, extensionState }
    const settled = await moveOrder(tx, late, 'settle', changes, by)
    await afterSettling(work, settled)
    return settled
  }
  const changes = { nextDueDay: position.nextDueDay, extensionState, ...lateness(late, position) }
  const move = position.overdueDays > 0 ? 'extensionEndedOverdue' : 'extensionEndedInTime'
  const ended = await moveOrder(tx, late, move, changes, by)
  await lookAtNextDebit(work, ended)
  return ended
}

/** The order's extension fields once an extension has ended unpaid. */
export async function extensionStateAfter(
  tx: Transaction,
  { borrowerId, id }: Pick<Order, 'borrowerId' | 'id'>,
  how: UnpaidEnd['how'],
): Promise<ExtensionState> {
  if (how !== 'ended') return extensionStates[how]
  const extensions = await extensionsOf(tx, borrowerId, id)
  return extensions.some(({ state }) => state === 'paid')
    ? extensionStates.extended
    : extensionStates.none
}

/** The payments that were set aside for an extension, newest first. */
function broughtBy({ id }: Extension, receipts: readonly Receipt[]) {
  return {
    receipts: receipts.filter(({ extensionId }) => extensionId === id).reverse(),
    cause: 'extension-ended' as const,
  }
}

/** Refunds what was set aside, from the payments that brought it, in the given order. */
export async function returnHeld(
  work: Work,
  { borrowerId, orderId }: OrderKey,
  {
    receipts,
    amount,
    cause,
  }: { receipts: readonly Receipt[]; amount: Paise; cause: 'extension-ended' | 'payout-reversed' },
): Promise<void> {
  let left: number = amount
  for (const receipt of receipts) {
    const part = paise(Math.min(left, receipt.held))
    if (part > 0)
      await owe(work, { borrowerId, orderId, receiptId: receipt.id, cause, amount: part })
    left -= part
  }
  if (left > 0) throw new Error('the refund is larger than what was set aside')
}
