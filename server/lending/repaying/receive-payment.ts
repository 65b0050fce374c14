import { type Day, indiaDayOf, laterDay } from '#domain/day.ts'
import type { Payment as PaymentMade, RunningLoan } from '#domain/lending/accrual.ts'
import { isReturned } from '#domain/lending/cooling-off.ts'
import { planDay } from '#domain/lending/hardship.ts'
import { postPayment } from '#domain/lending/ledger.ts'
import { paidDay } from '#domain/lending/paid-day.ts'
import { waiverDay } from '#domain/lending/penal-waiver.ts'
import { type LoanPosition, owedUpTo, positionOn } from '#domain/lending/repayment.ts'
import { leftOverPaise, minPaise, type Paise, sumPaise, ZERO_PAISE } from '#domain/money.ts'
import { NO_PARTS, totalOf } from '#domain/parts.ts'
import { lookAtNextDebit } from '#server/lending/autopay/look-at-debit.ts'
import { tellToPay } from '#server/lending/autopay/tell-to-pay.ts'
import { accrue } from '#server/lending/closing/accrue.ts'
import { fallOverdue, latenessSoFar } from '#server/lending/closing/overdue.ts'
import { debitOf } from '#server/lending/db/debit.ts'
import { post } from '#server/lending/db/ledger.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { type Order, orderOf, saveProgress } from '#server/lending/db/order.ts'
import { recordEvent } from '#server/lending/db/order-event.ts'
import { recordOutcome } from '#server/lending/db/outcome.ts'
import {
  type Attempt,
  type DoubtfulAttempt,
  insertReceipt,
  isNewAttempt,
  isNewEvent,
  ownerOfPayment,
  type Payment,
  paymentOf,
  type Receipt,
  receiptsOf,
  savePaymentStatus,
} from '#server/lending/db/payment.ts'
import {
  advanceAwaiting,
  extensionPaidBy,
  lapseUnpaid,
  takeFee,
} from '#server/lending/extending/extension-payment.ts'
import type { LendingServices, LendingWork } from '#server/lending/orders/lending-services.ts'
import { moveOrder } from '#server/lending/orders/move-order.ts'
import { sendBack } from '#server/lending/repaying/refund.ts'
import { afterSettling } from '#server/lending/repaying/settled.ts'
import { grantUnanswered } from '#server/lending/restructuring/answer-plan.ts'
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
  if (attempt.state === 'failed') return tellOfFailedDebit(work, payment)
  if (attempt.amount === 0) return
  const day = await takeMoney(work, payment, attempt)
  await recordOutcome(tx, payment, 'payment', at)
  const order = await orderOf(tx, borrowerId, payment.orderId)
  if (!order) return
  await notifyOfPayment(work, order, { ...attempt, day })
  await lookAtNextDebit(work, order, attempt.paidAt ?? at)
}

/** A failed attempt on a page was seen there; that of a debit nobody saw. */
async function tellOfFailedDebit(work: LendingWork, payment: Payment): Promise<void> {
  const { borrowerId, id, orderId } = payment
  const debit = payment.scope === 'autopay' && (await debitOf(work.tx, borrowerId, id))
  const order = debit && (await orderOf(work.tx, borrowerId, orderId))
  if (debit && order) await tellToPay(work, order, debit)
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
 * Books and applies money that came in, whatever state its order is in, and refunds the excess
 * (product §5). Returns its India day.
 */
async function takeMoney(work: LendingWork, payment: Payment, attempt: Attempt): Promise<Day> {
  const { services, tx, at } = work
  const { borrowerId, orderId } = payment
  const [found, earlier] = await Promise.all([
    orderAt(work, payment, attempt),
    receiptsOf(tx, borrowerId, orderId),
  ])
  if (!found) throw new Error(`Payment ${payment.id} has no order.`)
  const [loan, extension] = await Promise.all([loanOf(tx, found), extensionPaidBy(tx, payment)])
  const { vendor, attemptRef, amount } = attempt
  const earlierDays = [
    found.disbursedDay,
    earlier.at(-1)?.day,
    loan?.payments.at(-1)?.day,
    loan && planDay(loan),
    loan && waiverDay(loan),
  ]
  const money = {
    day: paidDay(attempt.paidAt, { askedAt: payment.createdAt, learnedAt: at }, earlierDays),
    amount,
  }
  const order = await grantUnanswered(work, found, money.day)
  const about = {
    id: services.ids.uuid(at),
    orderId,
    paymentId: payment.id,
    number: earlier.length + 1,
    vendor,
    attemptRef,
  }
  if (extension) {
    await accrue(tx, order, loan, about.id, at)
    await takeFee(work, { order, extension, incoming: { ...about, ...money } })
    return money.day
  }

  const used = loan ? { ...money, amount: usedOf(payment, earlier, loan, money) } : undefined
  const paidLoan =
    loan && used && used.amount > 0 ? { ...loan, payments: [...loan.payments, used] } : undefined
  const after = paidLoan && positionOn(paidLoan, laterDay(money.day, indiaDayOf(at)))
  const parts = after?.allocations.at(-1)?.parts ?? NO_PARTS
  const excess = leftOverPaise(amount, totalOf(parts))
  const receipt: Receipt = {
    ...about,
    ...money,
    parts,
    excess,
    extensionId: undefined,
    held: ZERO_PAISE,
  }
  await insertReceipt(tx, borrowerId, receipt, at)
  await accrue(tx, order, paidLoan ?? loan, receipt.id, at)
  await post(
    tx,
    { borrowerId, orderId, name: `payment:${receipt.id}`, transfers: postPayment(amount, parts) },
    at,
  )
  if (loan && used && after)
    await advance(work, order, loan, { money: used, received: amount, after })
  else
    await recordEvent(tx, order, {
      event: loan ? 'paidTooMuch' : 'paidForNothing',
      actor: 'provider',
      at,
      details: { amount },
    })
  if (excess > 0) await sendBack(work, order, receipt, 'excess')
  return money.day
}

/**
 * Computes how much of the money may be used for the loan; the rest is a duplicate and is refunded
 * (product §5). A page that was paid in full is not meant to be paid again, and a page for one
 * instalment must not pay later ones: another page may have paid that instalment meanwhile.
 */
function usedOf(
  { id, amount: requestedAmount, lastInstalment }: Payment,
  earlier: readonly Receipt[],
  loan: RunningLoan,
  { day, amount }: PaymentMade,
): Paise {
  const paidOnPage = sumPaise(
    earlier.filter(({ paymentId }) => paymentId === id).map(receipt => receipt.amount),
  )
  if (paidOnPage >= requestedAmount) return ZERO_PAISE
  return lastInstalment === undefined
    ? amount
    : minPaise(amount, owedUpTo(loan, lastInstalment, day))
}

/**
 * The order as of the time of payment: an extension whose time was over by then is ended before the
 * money is applied. Money for something else does not end it: its fee may have been paid in time
 * without our knowing yet.
 */
async function orderAt(
  work: LendingWork,
  { borrowerId, orderId, extensionId }: Payment,
  { paidAt }: Attempt,
): Promise<Order | undefined> {
  const { tx } = work
  const order = await orderOf(tx, borrowerId, orderId)
  const isForFee = extensionId !== undefined && paidAt !== undefined
  const isOver = order !== undefined && isForFee && (await lapseUnpaid(work, order, paidAt))
  return isOver ? orderOf(tx, borrowerId, orderId) : order
}

/** `received`: all that came, including what is refunded. */
type Applied = {
  readonly money: PaymentMade
  readonly received: Paise
  readonly after: LoanPosition
}

/**
 * Applies a payment to the order's state: overdue first if it came late, then settled, cured, or
 * simply further on. Evaluated as of today, even for a payment made earlier.
 */
async function advance(
  work: LendingWork,
  order: Order,
  loan: RunningLoan,
  { money, received, after }: Applied,
): Promise<void> {
  const { tx, at } = work
  const { day } = money
  const before = positionOn(loan, day)
  const paidLoan = { ...loan, payments: [...loan.payments, money] }
  const timely = after.today > day ? { ...order, ...latenessSoFar(paidLoan, after.today) } : order
  const current = before.overdueDays > 0 ? await fallOverdue(tx, timely, before, at) : timely
  const by = { actor: 'provider', at, details: { amount: received } } as const
  if (current.state === 'extension') return advanceAwaiting(work, current, { day, received, after })
  if (current.state === 'settled') return recordEvent(tx, current, { event: 'paidTooMuch', ...by })
  if (after.payoff === 0) {
    const wasReturned = isReturned(paidLoan, current.terms.coolingOffDays)
    const settled = await moveOrder(
      tx,
      current,
      'settle',
      { settledAt: at, nextDueDay: undefined, wasReturned },
      by,
    )
    return afterSettling(work, settled)
  }
  const changes = { nextDueDay: after.nextDueDay }
  if (current.state === 'overdue' && after.overdueDays === 0)
    return void (await moveOrder(tx, current, 'cure', changes, by))
  await saveProgress(tx, current.state, { ...current, ...changes })
  await recordEvent(tx, current, { event: 'pay', ...by })
}
