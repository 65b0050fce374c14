/**
 * The next loan, reserved while one runs (product §6, "Scheduled order"; regulation C5: a reminder,
 * and terms that need a tap of their own).
 */

import type { RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { schedule as endpoints } from '#contract/schedule.ts'
import { indiaDayOf } from '#domain/day.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { reservationStep, whyNotReserve } from '#domain/lending/reservation.ts'
import type { Paise } from '#domain/money.ts'
import { bankCardSummaryOf } from '#server/identity/db/bank-card.ts'
import { apply } from '#server/lending/borrowing/apply.ts'
import { offerFor } from '#server/lending/borrowing/offer.ts'
import { limitsInForceFor } from '#server/lending/borrowing/own-limits.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { type Order, orderOf, ordersOf } from '#server/lending/db/order.ts'
import { recordEvent } from '#server/lending/db/order-event.ts'
import { activeProduct } from '#server/lending/db/product.ts'
import {
  dueReservations,
  endReservation,
  insertReservation,
  type Reservation,
  reservationOf,
  waitingReservationOf,
} from '#server/lending/db/reservation.ts'
import type { LendingServices, LendingWork } from '#server/lending/orders/lending-services.ts'
import { enqueuePush } from '#server/notices/push.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import type { Work } from '#server/services.ts'

export type ReservationWish = {
  readonly borrowerId: string
  readonly cardId: string | undefined
  readonly amount: Paise
  /** The running order's number, as the borrower reads it. */
  readonly orderNo: string
}

type ReserveRefusal = Refusal<RefusalOf<typeof endpoints.reserve>>

/**
 * Reserves the next loan. Checks the card first, as an application does, then the running order,
 * then whether the amount is on offer.
 */
export async function reserve(
  { services, tx, at }: Work,
  { borrowerId, cardId, amount, orderNo }: ReservationWish,
): Promise<Reservation | ReserveRefusal> {
  if (cardId === undefined) return refused('bank-card-required')
  const [, card, orders, waiting, limits] = await Promise.all([
    lockBorrower(tx, borrowerId),
    bankCardSummaryOf(tx, borrowerId, cardId),
    ordersOf(tx, borrowerId),
    waitingReservationOf(tx, borrowerId),
    limitsInForceFor(tx, borrowerId, at),
  ])
  if (!card) return refused('bank-card-not-found')
  if (card.nameCheck !== 'passed') return refused('bank-card-not-checked')
  const order = orders.find(each => each.orderNo === orderNo)
  if (!order) return refused('order-not-found')
  const loan = await loanOf(tx, order)
  const overdueDays = loan ? positionOn(loan, indiaDayOf(at)).overdueDays : 0
  const reason = whyNotReserve({ state: order.state, overdueDays }, waiting !== undefined)
  if (reason) return refused(reason)
  const product = await activeProduct(tx, order.productId, indiaDayOf(at))
  const offer = offerFor(product, orders, limits, { amount })
  if ('refused' in offer) return offer
  const row = {
    borrowerId,
    id: services.ids.uuid(at),
    orderId: order.id,
    productId: order.productId,
    cardId: card.id,
    amount,
    createdAt: at,
  }
  await insertReservation(tx, row)
  await recordEvent(tx, order, {
    event: 'reserve',
    actor: 'borrower',
    at,
    details: { amount },
  })
  return { ...row, state: 'waiting', refusal: null, appliedOrderId: null }
}

/** Cancels a waiting reservation; names it by the number of its order. */
export async function cancelReservation(
  tx: Transaction,
  { borrowerId, id, orderNo }: { borrowerId: string; id: string; orderNo: string },
  now: Date,
): Promise<Reservation | Refusal<RefusalOf<typeof endpoints.cancel>>> {
  await lockBorrower(tx, borrowerId)
  const reservation = await reservationOf(tx, borrowerId, id)
  const order = reservation && (await orderOf(tx, borrowerId, reservation.orderId))
  if (!reservation || order?.orderNo !== orderNo) return refused('reservation-not-found')
  if (reservation.state !== 'waiting') return refused('reservation-ended')
  await cancel(tx, reservation, order, 'borrower', now)
  return { ...reservation, state: 'cancelled' }
}

/**
 * Enqueues the work on a reservation whose order has just ended; it runs once that is committed.
 */
export async function workOnReservationLater({ services, tx }: Work, order: Order): Promise<void> {
  const waiting = await waitingReservationOf(tx, order.borrowerId)
  if (waiting?.orderId !== order.id) return
  await services.queue.enqueue(tx, 'apply-reserved', {
    borrowerId: order.borrowerId,
    reservationId: waiting.id,
  })
}

/**
 * Applies for the reserved loan on today's terms. Never starts the payout by itself: the borrower
 * has not read these terms. Where the loan is no longer possible, records the reason.
 */
export async function applyReserved(
  services: LendingServices,
  { borrowerId, reservationId }: { borrowerId: string; reservationId: string },
): Promise<void> {
  const at = services.clock.now()
  await services.db.transaction(async tx => {
    await lockBorrower(tx, borrowerId)
    const reservation = await reservationOf(tx, borrowerId, reservationId)
    const order = reservation && (await orderOf(tx, borrowerId, reservation.orderId))
    if (reservation?.state !== 'waiting' || !order) return
    const step = reservationStep(order.state)
    if (step === 'cancel') await cancel(tx, reservation, order, 'calendar', at)
    if (step === 'apply') await applyNow({ services, tx, at }, reservation, order)
  })
}

/** Works on every reservation whose order has ended, however it ended. */
export async function applyDueReservations(services: LendingServices): Promise<void> {
  for (const key of await dueReservations(services.db)) {
    await applyReserved(services, key).catch((error: Error) =>
      services.log.error(
        { err: error, ...key },
        'a reservation could not be applied for and will be tried again',
      ),
    )
  }
}

async function applyNow(work: LendingWork, reservation: Reservation, order: Order): Promise<void> {
  const { tx, at } = work
  const { borrowerId, productId, cardId, amount } = reservation
  const unsaid = {
    period: undefined,
    termsHash: undefined,
    purpose: undefined,
    keyFactsHash: undefined,
  }
  const wish = { borrowerId, cardId, productId, amount, ...unsaid }
  const applied = await apply(work, { ...wish, autoGetMoney: false })
  if ('refused' in applied) {
    const refusal = { reason: applied.refused, details: applied.details }
    await endReservation(tx, reservation, { state: 'refused', refusal }, at)
    await enqueuePush(work, order, 'reservation-refused')
    return
  }
  await endReservation(tx, reservation, { state: 'applied', appliedOrderId: applied.orderId }, at)
  await enqueuePush(work, { borrowerId, id: applied.orderId }, 'reservation-applied')
}

async function cancel(
  tx: Transaction,
  reservation: Reservation,
  order: Order,
  actor: 'borrower' | 'calendar',
  at: Date,
): Promise<void> {
  await endReservation(tx, reservation, { state: 'cancelled' }, at)
  await recordEvent(tx, order, { event: 'cancelReservation', actor, at })
}
