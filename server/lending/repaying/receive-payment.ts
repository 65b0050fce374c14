import { type Day, indiaDayOf } from '#domain/day.ts'
import { courseOf } from '#domain/lending/course.ts'
import { postPayment } from '#domain/lending/ledger.ts'
import type { ReceivedPayment } from '#domain/lending/loan-facts.ts'
import { paymentInstant } from '#domain/lending/paid-day.ts'
import { ZERO_PAISE } from '#domain/money.ts'
import { NO_PARTS } from '#domain/parts.ts'
import { lookAtNextDebit } from '#server/lending/autopay/look-at-debit.ts'
import { notifyToPay } from '#server/lending/autopay/notify-to-pay.ts'
import { debitOf } from '#server/lending/db/debit.ts'
import { extensionsOf } from '#server/lending/db/extension.ts'
import { post } from '#server/lending/db/ledger.ts'
import { factsOf } from '#server/lending/db/loan.ts'
import { type Order, orderOf } from '#server/lending/db/order.ts'
import { recordEvent } from '#server/lending/db/order-event.ts'
import { recordOutcome } from '#server/lending/db/outcome.ts'
import {
  type Attempt,
  type DoubtfulAttempt,
  isNewAttempt,
  isNewEvent,
  ownerOfPayment,
  type Payment,
  paymentOf,
  savePaymentStatus,
} from '#server/lending/db/payment.ts'
import { firstReceiptsOf, insertReceipt, type Receipt } from '#server/lending/db/receipt.ts'
import type { LendingServices, LendingWork } from '#server/lending/orders/lending-services.ts'
import { followCourse } from '#server/lending/repaying/follow-course.ts'
import { owe } from '#server/lending/repaying/refund.ts'
import { notify } from '#server/notices/notify.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { PaymentEvent } from '#server/providers/payment/port.ts'

/**
 * Accepts a provider's message, once per message id and once per attempt. The result is committed
 * when this returns.
 */
export async function receiveEvent(services: LendingServices, event: PaymentEvent): Promise<void> {
  const { db, clock, log, payment } = services
  const at = clock.now()
  const { state } = event
  const vendor = payment.name
  if (state === 'doubtful') return reportDoubt(services, { ...event, state, vendor })
  const attempt = { ...event, state, vendor }
  await db.transaction(async tx => {
    const borrowerId = await ownerOfPayment(tx, event.paymentId)
    const message = { eventId: event.eventId, isOurs: borrowerId !== undefined }
    if (!(await isNewEvent(tx, message, attempt, at))) return
    if (borrowerId === undefined)
      log.error(
        { eventId: event.eventId },
        'a payment names no payment request of ours: a person must look',
      )
    else await workOnAttempt({ services, tx, at }, borrowerId, attempt)
  })
}

/** Accepts the provider's answer to a question: the same as its message, whichever comes first. */
export async function receiveAttempt(
  services: LendingServices,
  borrowerId: string,
  attempt: Attempt | DoubtfulAttempt,
): Promise<void> {
  const at = services.clock.now()
  if (attempt.state === 'doubtful') return reportDoubt(services, attempt)
  await services.db.transaction(tx => workOnAttempt({ services, tx, at }, borrowerId, attempt))
}

/**
 * Puts a payment that is not in rupees, or not captured, before a person, once: nothing of it is
 * booked, and the page stays unpaid. If the vendor captures it later, its message is like any other.
 */
async function reportDoubt(
  { db, clock, log }: LendingServices,
  attempt: DoubtfulAttempt,
): Promise<void> {
  const { vendor, attemptRef, currency } = attempt
  const doubt = currency === undefined ? 'not-captured' : 'not-in-rupees'
  const message = { eventId: `doubt/${attemptRef}`, isOurs: false, doubt, currency } as const
  const isNew = await db.transaction(tx =>
    isNewEvent(tx, message, { ...attempt, state: 'paid' }, clock.now()),
  )
  if (isNew)
    log.error(
      { vendor, attemptRef, doubt, currency },
      'a payment was not booked: a person must look',
    )
}

async function workOnAttempt(
  work: LendingWork,
  borrowerId: string,
  attempt: Attempt,
): Promise<void> {
  const { tx, at } = work
  await lockBorrower(tx, borrowerId)
  const payment = await paymentOf(tx, borrowerId, attempt.paymentId)
  if (!payment || !(await isNewAttempt(tx, borrowerId, attempt, at))) return
  await savePaymentStatus(tx, payment, attempt.state, at)
  if (attempt.state === 'failed') return notifyOfFailedDebit(work, payment)
  if (attempt.amount === 0) return
  const day = await takeMoney(work, payment, attempt)
  await recordOutcome(tx, payment, 'payment', at)
  const order = await orderOf(tx, borrowerId, payment.orderId)
  if (!order) return
  await notifyOfPayment(work, order, { ...attempt, day })
  await lookAtNextDebit(work, order, attempt.paidAt ?? at)
}

/** The borrower saw a failed attempt on a page, but not that of a debit. */
async function notifyOfFailedDebit(work: LendingWork, payment: Payment): Promise<void> {
  const { borrowerId, id, orderId } = payment
  const debit = payment.scope === 'autopay' && (await debitOf(work.tx, borrowerId, id))
  const order = debit && (await orderOf(work.tx, borrowerId, orderId))
  if (debit && order) await notifyToPay(work, order, debit)
}

/** Notifies the borrower that their money came, and once that it was the last. */
async function notifyOfPayment(
  work: LendingWork,
  order: Order,
  { paidAt, amount, vendor, attemptRef, day }: Attempt & { readonly day: Day },
): Promise<void> {
  const { at } = work
  const about = { causedAt: paidAt ?? at, amount, day }
  const isLast = order.settledAt?.getTime() === at.getTime()
  if (isLast) return notify(work, order, { kind: 'settled', ...about })
  return notify(work, order, {
    kind: 'payment-received',
    occasion: `${vendor}/${attemptRef}`,
    ...about,
  })
}

/**
 * Books and applies money that came in, in any state of its order, and refunds the excess (product
 * §5). Returns its India day.
 */
async function takeMoney(work: LendingWork, payment: Payment, attempt: Attempt): Promise<Day> {
  const { services, tx, at } = work
  const { borrowerId, orderId, extensionId } = payment
  const order = await orderOf(tx, borrowerId, orderId)
  if (!order) throw new Error(`Payment ${payment.id} has no order.`)
  const [facts, earlier, instant] = await Promise.all([
    factsOf(tx, order),
    firstReceiptsOf(tx, borrowerId, orderId),
    instantOf(work, payment, attempt),
  ])
  const { vendor, attemptRef, amount } = attempt
  const id = services.ids.uuid(at)
  const number = earlier.length + 1
  const next: ReceivedPayment = {
    id,
    number,
    amount,
    at: instant,
    ref: attemptRef,
    sentBack: ZERO_PAISE,
    page: { ...payment, extensionId },
  }
  const use = facts && courseOf({ ...facts, payments: [...facts.payments, next] }).uses.get(id)
  const receipt = {
    id,
    orderId,
    paymentId: payment.id,
    number,
    vendor,
    attemptRef,
    amount,
    madeAt: instant,
    ...(use ?? { ...UNUSED, excess: amount, day: indiaDayOf(instant) }),
  }
  const isForFee = use !== undefined && use.held > 0
  await insertReceipt(
    tx,
    borrowerId,
    { ...receipt, extensionId: isForFee ? extensionId : undefined },
    at,
  )
  const cause = {
    id,
    actor: 'provider',
    payment: { id, amount, extensionId, instant },
  } as const
  if (facts) await followCourse(work, order, cause)
  else await sendWholeBack(work, order, receipt)
  return receipt.day
}

const UNUSED = { parts: NO_PARTS, held: ZERO_PAISE }

/**
 * When money counts as made (decision 6). Money for the fee of an extension of which the provider says
 * no time counts as paid in time as long as the request is open: its end is not recorded yet.
 */
async function instantOf(
  { tx, at }: LendingWork,
  { borrowerId, orderId, extensionId, createdAt }: Payment,
  { paidAt }: Attempt,
): Promise<Date> {
  const instant = paymentInstant(paidAt, { requestedAt: createdAt, reportedAt: at })
  if (paidAt || extensionId === undefined) return instant
  const extensions = await extensionsOf(tx, borrowerId, orderId)
  const open = extensions.find(({ id, state }) => id === extensionId && state === 'awaiting')
  return open && open.expiresAt <= instant ? new Date(open.expiresAt.getTime() - 1) : instant
}

/** Money for an order whose loan was cancelled goes back. */
async function sendWholeBack(
  work: LendingWork,
  order: Order,
  { id: receiptId, amount }: Pick<Receipt, 'id' | 'amount'>,
): Promise<void> {
  const { tx, at } = work
  const { borrowerId, id: orderId } = order
  const name = `payment:${receiptId}` as const
  await post(tx, { borrowerId, orderId, name, transfers: postPayment(amount, NO_PARTS) }, at)
  const event = { event: 'paidForNothing', actor: 'provider', at, details: { amount } } as const
  await recordEvent(tx, order, event)
  await owe(work, { borrowerId, orderId, receiptId, cause: 'excess', amount })
}
