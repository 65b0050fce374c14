import type { Output } from '#contract/endpoint.ts'
import { refused } from '#contract/envelope.ts'
import { schedule } from '#contract/schedule.ts'
import { type Day, indiaDayOf } from '#domain/day.ts'
import { maskedAccountNumber } from '#domain/identity/bank-account.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { bankNameOf } from '#server/identity/bank-names.ts'
import { bankCardSummaryOf } from '#server/identity/db/bank-card.ts'
import { offerFor } from '#server/lending/borrowing/offer.ts'
import { limitsInForceFor } from '#server/lending/borrowing/own-limits.ts'
import { cancelReservation, reserve } from '#server/lending/borrowing/reservation.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { ordersOf } from '#server/lending/db/order.ts'
import { activeProduct } from '#server/lending/db/product.ts'
import { latestReservationOn, type Reservation } from '#server/lending/db/reservation.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { withSentence } from '#words/say.ts'

/** The next loan, reserved while one runs. */
export function scheduleRoutes(services: LendingServices): Route[] {
  const { db } = services
  return routes(schedule, {
    reserve: async ({ cardId, borrowAmount: amount, orderNo }, { borrowerId, now, once }) =>
      once(async tx => {
        const reservation = await reserve(
          { services, tx, at: now },
          { borrowerId, cardId: cardId ?? undefined, amount, orderNo },
        )
        return 'refused' in reservation ? reservation : view(tx, reservation, now)
      }),
    detail: async ({ orderId }, { borrowerId, now }) => {
      const reservation = await latestReservationOn(db, borrowerId, orderId)
      return reservation ? view(db, reservation, now) : refused('reservation-not-found')
    },
    cancel: async ({ id, orderNo }, { borrowerId, now, once }) =>
      once(async tx => {
        const reservation = await cancelReservation(tx, { borrowerId, id, orderNo }, now)
        return 'refused' in reservation ? reservation : view(tx, reservation, now)
      }),
  })
}

/**
 * A reservation with its cost as of today, and the day on which it is applied for if all is paid as
 * agreed.
 */
async function view(
  db: Queryable,
  reservation: Reservation,
  now: Date,
): Promise<Output<typeof schedule.detail>> {
  const { borrowerId, orderId, productId, cardId, amount } = reservation
  const [orders, card, product, limits] = await Promise.all([
    ordersOf(db, borrowerId),
    bankCardSummaryOf(db, borrowerId, cardId),
    activeProduct(db, productId, indiaDayOf(now)),
    limitsInForceFor(db, borrowerId, now),
  ])
  const order = orders.find(({ id }) => id === orderId)
  if (!order) throw new Error(`Reservation ${reservation.id} has no order.`)
  const refusal = reservation.refusal && withSentence('refusal', reservation.refusal)
  const isWaiting = reservation.state === 'waiting'
  const loan = isWaiting ? await loanOf(db, order) : undefined
  const offer = isWaiting ? offerFor(product, orders, limits, { amount }) : undefined
  return {
    id: reservation.id,
    orderId,
    orderNo: order.orderNo,
    cardId,
    productId,
    productName: order.productName,
    expectBorrowAmount: amount,
    createTime: reservation.createdAt,
    state: reservation.state,
    bankNo: card ? maskedAccountNumber(card.lastFour) : '',
    bankName: card ? bankNameOf(card) : '',
    scheduledDay: (loan && lastDueDay(loan, indiaDayOf(now))) ?? null,
    estimate: offer && !('refused' in offer) ? estimateOf(offer.quote) : null,
    reason: refusal?.msg ?? null,
    refusal,
    appliedOrderId: reservation.appliedOrderId,
  }
}

/**
 * The day on which the loan ends if all is paid as agreed, as moved by extensions; undefined once
 * past.
 */
function lastDueDay(loan: RunningLoan, today: Day): Day | undefined {
  const last = positionOn(loan, today).instalments.at(-1)?.dueDay
  return last !== undefined && last >= today ? last : undefined
}

function estimateOf({
  arrive,
  repayment,
  interest,
  serviceFee,
  gst,
  apr,
}: Extract<ReturnType<typeof offerFor>, { quote: unknown }>['quote']): Output<
  typeof schedule.detail
>['estimate'] {
  return {
    arriveAmount: arrive,
    repaymentAmount: repayment,
    interest,
    serviceFee,
    gstFee: gst,
    apr,
  }
}
