/** Makes the debits that were announced, or says why one is not made. */

import { isWithin } from '#domain/contact-hours.ts'
import { indiaDayOf, startOfIndiaDay } from '#domain/day.ts'
import {
  canBeMade,
  DEBIT_HOURS,
  type DebitDecision,
  type DebitObstacle,
  debitStartsAt,
  decideDebit,
} from '#domain/lending/mandate.ts'
import { DEBIT_NOTICE_HOURS } from '#domain/limits.ts'
import { phoneOf } from '#server/accounts/phone.ts'
import { lookAtNextDebit } from '#server/lending/autopay/look-at-debit.ts'
import { debitedLoan } from '#server/lending/autopay/next-debit.ts'
import { notifyToPay } from '#server/lending/autopay/notify-to-pay.ts'
import { pollMandate } from '#server/lending/autopay/sync.ts'
import { closeEach, inTransaction } from '#server/lending/closing/close-each.ts'
import {
  type Debit,
  debitOf,
  latestDebit,
  loansToDebit,
  saveDebitAsked,
  saveDebitSent,
  saveDebitState,
  saveVendorNotice,
} from '#server/lending/db/debit.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { mandateOf } from '#server/lending/db/mandate.ts'
import { savePending } from '#server/lending/db/money-under-way.ts'
import { type Order, orderOf } from '#server/lending/db/order.ts'
import { recordEvent } from '#server/lending/db/order-event.ts'
import { paymentOf, savePaymentLink, savePaymentStatus } from '#server/lending/db/payment.ts'
import type { LendingServices, LendingWork } from '#server/lending/orders/lending-services.ts'
import { askAgainWith, isWith } from '#server/lending/payout/with-vendor.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { logTrouble } from '#server/platform/vendor-trouble.ts'
import type { DebitRequest, MandatePort } from '#server/providers/mandate/port.ts'

const HOUR_MS = 3_600_000
const NOTICE_MS = DEBIT_NOTICE_HOURS * HOUR_MS
/** Services start counting when they have the request; a few minutes more keep the day whole. */
const NOTICE_MARGIN_MS = 5 * 60_000

/** Decides every debit whose hour has come or gone, each once, on any number of servers. */
export async function makeDebits(services: LendingServices): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  const today = indiaDayOf(now)
  const hour = {
    today,
    isOpen: isWithin(DEBIT_HOURS, now),
    isOver: now >= new Date(startOfIndiaDay(today).getTime() + DEBIT_HOURS.before * HOUR_MS),
    noticedBefore: new Date(now.getTime() - NOTICE_MS),
  }
  await closeEach(services, {
    step: 'debit',
    find: portion => loansToDebit(db, hour, portion),
    close: inTransaction(services, decideOne),
  })
}

async function decideOne(work: LendingWork, order: Order): Promise<boolean> {
  const { services, tx, at } = work
  const { borrowerId, id: orderId } = order
  const debit = await latestDebit(tx, { borrowerId, orderId })
  if (debit?.state !== 'announced') return false
  const decision = await decisionOn(tx, order, debit, at)
  if (decision.kind === 'wait') return false
  if (decision.kind === 'none') {
    await drop(work, order, debit, decision.why)
    return true
  }
  const { amount, dueDay } = debit
  await saveDebitState(tx, debit, 'started', at)
  await savePending(tx, debit, at)
  await recordEvent(tx, order, {
    event: 'autopayStarted',
    actor: 'calendar',
    at,
    details: { amount, dueDay },
  })
  const { queue } = services
  await queue.enqueue(
    tx,
    'send-debit',
    { borrowerId, debitId: debit.id, round: 0 },
    { singletonKey: `${debit.id}/start` },
  )
  await queue.enqueue(
    tx,
    'ask-payment',
    { borrowerId, paymentId: debit.id, round: 0 },
    { startAfter: new Date(Date.now() + FIRST_ASK_MS), singletonKey: debit.id },
  )
  return true
}

/** The time that a service has to report a debit before it is asked. */
const FIRST_ASK_MS = 60_000

/** Decides a debit by the loan and the mandate as they are now. */
async function decisionOn(
  db: Queryable,
  order: Order,
  debit: Debit,
  at: Date,
): Promise<DebitDecision> {
  const [mandate, loan] = await Promise.all([
    mandateOf(db, debit.borrowerId, debit.mandateId),
    loanOf(db, order),
  ])
  if (!mandate || !loan) return { kind: 'none', why: 'loan-not-running' }
  const { dueDay, amount, state, noticedAt } = debit
  const standing = {
    dueDay,
    amount,
    isSkipped: state === 'skipped',
    noticedAt: noticedAt ?? undefined,
  }
  return decideDebit(debitedLoan(order, loan, mandate), standing, at)
}

/** Obstacles that the borrower did not cause, or might not know of: they are notified to pay by hand. */
const NOTIFIED_OBSTACLES: readonly DebitObstacle[] = ['amount-changed', 'not-announced', 'day-over']

async function drop(
  work: LendingWork,
  order: Order,
  debit: Debit,
  why: DebitObstacle,
): Promise<void> {
  const { tx, at } = work
  const { borrowerId, id, dueDay } = debit
  await saveDebitState(tx, debit, { dropped: why }, at)
  const payment = await paymentOf(tx, borrowerId, id)
  if (payment) await savePaymentStatus(tx, payment, 'failed', at)
  await recordEvent(tx, order, {
    event: 'autopayDropped',
    actor: 'calendar',
    at,
    details: { dueDay, reason: why },
  })
  if (NOTIFIED_OBSTACLES.includes(why)) await notifyToPay(work, order, debit)
}

/**
 * Has the service announce a debit, or make it once it was decided. The service knows it by its id:
 * running again announces and debits nothing twice. The service then reports the result.
 */
export async function sendDebit(
  services: LendingServices,
  key: { readonly borrowerId: string; readonly debitId: string; readonly round: number },
): Promise<void> {
  const { db, queue, mandate: holder, log } = services
  const { borrowerId, debitId, round } = key
  const debit = await debitOf(db, borrowerId, debitId)
  const payment = debit && (await paymentOf(db, borrowerId, debitId))
  if (!debit || !payment) return
  if (isTooLate(debit, services.clock.now())) return notifyTooLate(services, debit)
  const isToAnnounce = debit.state === 'announced' && !payment.link
  if (!isToAnnounce && (debit.state !== 'started' || debit.sentAt !== null)) return
  if (!isToAnnounce && (await isGivenUp(services, debit))) return
  const isHere =
    holder !== undefined && isWith(holder, { vendor: payment.vendor, paymentId: debitId }, log)
  const isDone = isHere && (await attempt(services, holder, debit).catch(unreachable(services)))
  if (isDone || indiaDayOf(services.clock.now()) > debit.dueDay) return
  await db.transaction(tx =>
    queue.enqueue(
      tx,
      'send-debit',
      { borrowerId, debitId, round: round + 1 },
      {
        startAfter: askAgainWith(holder ?? { name: '' }, payment.vendor, round),
        singletonKey: debitId,
      },
    ),
  )
}

/** True if a debit certainly cannot be made, before its day: a notice came too late, or not at all. */
function isTooLate({ state, dueDay, noticedAt }: Debit, at: Date): boolean {
  const isBefore = state === 'announced' && indiaDayOf(at) < dueDay
  return isBefore && !canBeMade({ dueDay, noticedAt: noticedAt ?? undefined }, at)
}

/** Notifies the borrower of such a debit before its day is over; it is dropped on that day. */
async function notifyTooLate(
  services: LendingServices,
  { borrowerId, orderId }: Debit,
): Promise<void> {
  const at = services.clock.now()
  await services.db.transaction(async tx => {
    const [, order] = await Promise.all([
      lockBorrower(tx, borrowerId),
      orderOf(tx, borrowerId, orderId),
    ])
    if (order) await lookAtNextDebit({ services, tx, at }, order)
  })
}

const unreachable =
  ({ log }: LendingServices) =>
  (error: Error): false => {
    logTrouble(log, error, { who: 'the holder of mandates', rest: ' and will be asked again' })
    return false
  }

/**
 * Gives up a debit that could not be sent while it could be made: the borrower is notified to pay
 * by hand. If the service took it after all, its report is booked like any late payment.
 */
async function isGivenUp(services: LendingServices, debit: Debit): Promise<boolean> {
  const { db, clock } = services
  const at = clock.now()
  return db.transaction(async tx => {
    const { borrowerId, orderId } = debit
    const [, order, payment] = await Promise.all([
      lockBorrower(tx, borrowerId),
      orderOf(tx, borrowerId, orderId),
      paymentOf(tx, borrowerId, debit.id),
    ])
    if (!order || !payment) return true
    if ((await decisionOn(tx, order, debit, at)).kind === 'debit') return false
    if (payment.status === 'pending') await savePaymentStatus(tx, payment, 'failed', at)
    await notifyToPay({ services, tx, at }, order, debit)
    return true
  })
}

/** Takes the next step of the debit's state. True once there is nothing more to send. */
async function attempt(
  services: LendingServices,
  holder: MandatePort,
  debit: Debit,
): Promise<boolean> {
  const { db, clock } = services
  const { borrowerId, id: debitId, amount, state } = debit
  const mandate = await mandateOf(db, borrowerId, debit.mandateId)
  if (!mandate || mandate.vendorRef === null || mandate.state !== 'active')
    return state === 'announced'
  const { vendorRef: mandateRef } = mandate
  const mandateState = await pollMandate(services, holder, { ...mandate, vendorRef: mandateRef })
  if (mandateState !== 'active') return false
  const request = { debitId, mandateRef, amount, payerPhone: await phoneOf(services, borrowerId) }
  if (state === 'announced') return announce(services, holder, debit, request)
  const payment = await paymentOf(db, borrowerId, debitId)
  if (!payment?.link) return true
  if (!(await saveDebitAsked(db, debit, clock.now()))) return false
  await holder.debit({ ...request, debitRef: payment.link.linkRef })
  await saveDebitSent(db, debit, clock.now())
  return true
}

async function announce(
  { db, clock, publicOrigin }: LendingServices,
  holder: MandatePort,
  debit: Debit,
  request: DebitRequest,
): Promise<boolean> {
  const now = clock.now()
  const noticedAt = new Date(now.getTime() + NOTICE_MARGIN_MS)
  if (!canBeMade({ dueDay: debit.dueDay, noticedAt }, now)) return false
  const from = noticedAt.getTime() + NOTICE_MS
  const debitAt = new Date(Math.max(debitStartsAt(debit.dueDay).getTime(), from))
  const { debitRef } = await holder.announce({ ...request, debitAt })
  const url = `${publicOrigin()}/orders/${debit.orderId}/detail`
  await db.transaction(async tx => {
    const payment = await paymentOf(tx, debit.borrowerId, debit.id)
    if (payment) await savePaymentLink(tx, payment, { linkRef: debitRef, url })
    await saveVendorNotice(tx, debit, new Date(debitAt.getTime() - NOTICE_MS))
  })
  return true
}
