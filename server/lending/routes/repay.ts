import { refused } from '#contract/envelope.ts'
import { repay as endpoints } from '#contract/repay.ts'
import { indiaDayOf } from '#domain/day.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { orderOf } from '#server/lending/db/order.ts'
import { paymentOf } from '#server/lending/db/payment.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { openUpi } from '#server/lending/repaying/pay-by-upi.ts'
import { openPayment, payoffQuote } from '#server/lending/repaying/repay.ts'
import { isStillNews, statusOfPayment } from '#server/lending/routes/order-detail.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import { modulesOf } from '#server/platform/qr-code.ts'

/** Repayment on the provider's page, and its outcome from our own books. */
export function repayRoutes(services: LendingServices): Route[] {
  return routes(endpoints, {
    repay: async (
      { orderId, scope: chosenScope, amount: part, callback },
      { borrowerId, idempotencyKey, now, once },
    ) => {
      const scope = chosenScope ?? (part === undefined ? 'due' : 'part')
      const payment = await openPayment(
        services,
        { borrowerId, orderId, scope, part, callback },
        idempotencyKey,
        now,
      )
      if ('refused' in payment) return payment
      const { id, amount, url } = payment
      return once(async () => ({ paymentUrl: url, paymentId: id, amount }))
    },
    upi: async ({ paymentId }, { borrowerId }) => {
      const upi = await openUpi(services, borrowerId, paymentId)
      return 'refused' in upi ? upi : { ...upi, code: await modulesOf(upi.intent) }
    },
    payoff: async ({ orderId, day }, { borrowerId, now }) => {
      const order = await orderOf(services.db, borrowerId, orderId)
      if (!order) return refused('order-not-found')
      const payoff = await payoffQuote(services.db, order, day, now)
      return 'refused' in payoff ? payoff : { ...payoff, ...payoff.borne }
    },
    status: async ({ paymentId }, { borrowerId, now }) => {
      const { db } = services
      const payment = await paymentOf(db, borrowerId, paymentId)
      const order = payment && (await orderOf(db, borrowerId, payment.orderId))
      if (!order) return refused('payment-not-found')
      const { orderId } = payment
      const loan = payment.status === 'failed' ? await loanOf(db, order) : undefined
      const position = loan && positionOn(loan, indiaDayOf(now))
      const isNews = isStillNews(payment, order, position, now)
      return { ...statusOfPayment(payment), orderId, isNews }
    },
  })
}
