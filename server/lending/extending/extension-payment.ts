import { type Day, indiaDayOf } from '#domain/day.ts'
import { isReturned } from '#domain/lending/cooling-off.ts'
import { feeAfterPayment, feeOf } from '#domain/lending/extension-window.ts'
import { postExtensionPayment } from '#domain/lending/ledger.ts'
import type { LoanPosition } from '#domain/lending/repayment.ts'
import { leftOverPaise, minPaise, type Paise, paise, ZERO_PAISE } from '#domain/money.ts'
import { NO_PARTS } from '#domain/parts.ts'
import { latenessSoFar } from '#server/lending/closing/overdue.ts'
import { type Extension, extensionsOf, lowerFee } from '#server/lending/db/extension.ts'
import { post } from '#server/lending/db/ledger.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { type Order, saveProgress } from '#server/lending/db/order.ts'
import { recordEvent } from '#server/lending/db/order-event.ts'
import { insertReceipt, type Payment, type Receipt } from '#server/lending/db/payment.ts'
import {
  closeExtension,
  endExtension,
  extensionStateAfter,
  payExtension,
} from '#server/lending/extending/end-extension.ts'
import { dayOn } from '#server/lending/extending/extend.ts'
import type { LendingWork } from '#server/lending/orders/lending-services.ts'
import { moveOrder } from '#server/lending/orders/move-order.ts'
import { sendBack } from '#server/lending/repaying/refund.ts'
import { afterSettling } from '#server/lending/repaying/settled.ts'
import type { Transaction } from '#server/platform/db/open.ts'

/** Money that came in and is not yet allocated. */
export type Incoming = Omit<Receipt, 'extensionId' | 'held' | 'parts' | 'excess'>

/**
 * The extension that a payment is for; where it has ended unpaid, undefined: the payment is one on
 * the loan.
 */
export async function extensionPaidBy(
  tx: Transaction,
  payment: Payment,
): Promise<Extension | undefined> {
  const { extensionId, borrowerId, orderId } = payment
  if (extensionId === undefined) return undefined
  const extension = (await extensionsOf(tx, borrowerId, orderId)).find(
    ({ id }) => id === extensionId,
  )
  return extension?.state === 'awaiting' || extension?.state === 'paid' ? extension : undefined
}

/**
 * Ends the extension that was still unpaid at that time, after its 24 hours (specification §4).
 * False where there is none.
 */
export async function lapseUnpaid(
  work: LendingWork,
  order: Order,
  unpaidBy: Date,
): Promise<boolean> {
  const { tx } = work
  const awaiting = (await extensionsOf(tx, order.borrowerId, order.id)).find(
    ({ state }) => state === 'awaiting',
  )
  if (!awaiting || awaiting.expiresAt > unpaidBy) return false
  const day = await dayOn(tx, order, indiaDayOf(awaiting.expiresAt))
  await endExtension(work, order, awaiting, { how: 'lapsed', actor: 'calendar', day })
  return true
}

/** Sets money aside for an extension, up to its fee. A second payment of the fee is refunded. */
export async function takeFee(
  work: LendingWork,
  {
    order,
    extension,
    incoming,
  }: { readonly order: Order; readonly extension: Extension; readonly incoming: Incoming },
): Promise<void> {
  const { tx, at } = work
  const { amount, day, id } = incoming
  const isAwaited = extension.state === 'awaiting'
  const held = isAwaited
    ? minPaise(amount, leftOverPaise(feeOf(extension), extension.paid))
    : ZERO_PAISE
  const receipt: Receipt = {
    ...incoming,
    extensionId: extension.id,
    parts: NO_PARTS,
    held,
    excess: paise(amount - held),
  }
  await insertReceipt(tx, order.borrowerId, receipt, at)
  const posting = {
    borrowerId: order.borrowerId,
    orderId: order.id,
    name: `payment:${id}`,
  } as const
  await post(tx, { ...posting, transfers: postExtensionPayment(amount, held) }, at)
  const event = isAwaited ? 'payExtension' : 'paidTooMuch'
  await recordEvent(tx, order, {
    event,
    actor: 'provider',
    at,
    details: { amount, extensionId: extension.id },
  })
  if (receipt.excess > 0) await sendBack(work, order, receipt, 'excess')
  const whole: Extension = { ...extension, paid: paise(extension.paid + held) }
  if (isAwaited && whole.paid === feeOf(whole)) await payExtension(work, order, whole, day)
}

/** A payment on the loan: the whole amount received, and the loan after it. */
type Paid = {
  readonly day: Day
  readonly received: Paise
  readonly after: LoanPosition
}

/**
 * A payment on the loan while an extension is awaited: it is applied first, and the fee is
 * calculated anew. It may settle the loan or leave nothing to extend; or what was set aside may now
 * cover the fee.
 */
export async function advanceAwaiting(
  work: LendingWork,
  order: Order,
  { day, received, after }: Paid,
): Promise<void> {
  const { tx, at } = work
  const by = { actor: 'provider', at, details: { amount: received } } as const
  const extension = (await extensionsOf(tx, order.borrowerId, order.id)).find(
    ({ state }) => state === 'awaiting',
  )
  const loan = await loanOf(tx, order)
  if (!extension || !loan)
    throw new Error(`Order ${order.id} awaits an extension, but none is stored.`)
  if (after.payoff === 0) {
    await closeExtension(work, order, extension, { how: 'ended', day })
    const extensionState = await extensionStateAfter(tx, order, 'ended')
    const changes = {
      settledAt: at,
      nextDueDay: undefined,
      extensionState,
      wasReturned: isReturned(loan, order.terms.coolingOffDays),
      ...latenessSoFar(loan, day),
    }
    return afterSettling(work, await moveOrder(tx, order, 'settle', changes, by))
  }
  await recordEvent(tx, order, { event: 'pay', ...by })
  const fee = feeAfterPayment(loan, order.terms, extension, day)
  if (!fee) {
    const end = { how: 'ended', actor: by.actor, day } as const
    return void (await endExtension(work, order, extension, end))
  }
  await lowerFee(tx, extension, fee)
  const further = { ...order, nextDueDay: after.nextDueDay }
  await saveProgress(tx, order.state, further)
  const lower: Extension = { ...extension, ...fee }
  if (lower.paid >= feeOf(lower)) await payExtension(work, further, lower, day)
}
