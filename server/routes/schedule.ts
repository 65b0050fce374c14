import type { Output } from '#contract/endpoint.ts'
import { refused } from '#contract/envelope.ts'
import { schedule } from '#contract/schedule.ts'
import { maskedAccountNumber } from '#domain/bank-account.ts'
import { bankCardSummaryOf } from '#server/db/bank-card.ts'
import { loanOf } from '#server/db/loan.ts'
import type { Queryable } from '#server/db/open.ts'
import { ordersOf } from '#server/db/order.ts'
import { activeProduct } from '#server/db/product.ts'
import { latestReservationOn, type Reservation } from '#server/db/reservation.ts'
import { bankNameOf } from '#server/flows/bank-names.ts'
import { historyOf } from '#server/flows/history.ts'
import type { LendingServices } from '#server/flows/lending-services.ts'
import { offerFor } from '#server/flows/offer.ts'
import { cancelReservation, reserve } from '#server/flows/reservation.ts'
import { type Route, routes } from '#server/http/call.ts'

/** The next loan, reserved while one runs. */
export function scheduleRoutes(services: LendingServices): Route[] {
  const { db } = services
  return routes(schedule, {
    reserve: async ({ cardId, borrowAmount: amount, orderNo }, { borrowerId, now, once }) =>
      once(async tx => {
        const reservation = await reserve(services, tx, { borrowerId, cardId: cardId ?? undefined, amount, orderNo }, now)
        return 'refused' in reservation ? reservation : view(tx, reservation)
      }),
    detail: async ({ orderId }, { borrowerId }) => {
      const reservation = await latestReservationOn(db, borrowerId, orderId)
      return reservation ? view(db, reservation) : refused('reservation-not-found')
    },
    cancel: async ({ id, orderNo }, { borrowerId, now, once }) =>
      once(async tx => {
        const reservation = await cancelReservation(tx, { borrowerId, id, orderNo }, now)
        return 'refused' in reservation ? reservation : view(tx, reservation)
      }),
  })
}

/** A reservation with what it would cost today, and when its turn comes if all is paid as agreed. */
async function view(db: Queryable, reservation: Reservation): Promise<Output<typeof schedule.detail>> {
  const { borrowerId, orderId, productId, cardId, amount } = reservation
  const [orders, card, product] = await Promise.all([
    ordersOf(db, borrowerId),
    bankCardSummaryOf(db, borrowerId, cardId),
    activeProduct(db, productId),
  ])
  const order = orders.find(({ id }) => id === orderId)
  if (!order) throw new Error(`Reservation ${reservation.id} has no order.`)
  const isWaiting = reservation.state === 'waiting'
  const loan = isWaiting ? await loanOf(db, order) : undefined
  const offer = isWaiting ? offerFor(product, historyOf(orders), { amount }) : undefined
  return {
    id: reservation.id,
    ...{ orderId, orderNo: order.orderNo, cardId, productId, productName: order.productName },
    expectBorrowAmount: amount,
    createTime: reservation.createdAt,
    state: reservation.state,
    bankNo: card ? maskedAccountNumber(card.lastFour) : '',
    bankName: card ? bankNameOf(card) : '',
    scheduledDay: loan?.instalments.at(-1)?.dueDay ?? null,
    estimate: offer && !('refused' in offer) ? estimateOf(offer.quote) : null,
    reason: reservation.reason,
    appliedOrderId: reservation.appliedOrderId,
  }
}

function estimateOf({
  arrive,
  repayment,
  interest,
  serviceFee,
  gst,
  apr,
}: Extract<ReturnType<typeof offerFor>, { quote: unknown }>['quote']): Output<typeof schedule.detail>['estimate'] {
  return { arriveAmount: arrive, repaymentAmount: repayment, interest, serviceFee, gstFee: gst, apr }
}
