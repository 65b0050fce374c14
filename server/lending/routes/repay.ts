import { refused } from '#contract/envelope.ts'
import { repay as endpoints } from '#contract/repay.ts'
import { orderOf } from '#server/lending/db/order.ts'
import { paymentOf } from '#server/lending/db/payment.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { openPayment, payoffQuote } from '#server/lending/repaying/repay.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'

/** Repayment on the provider's page, and its outcome from our own books. */
export function repayRoutes(services: LendingServices): Route[] {
  return routes(endpoints, {
    repay: async ({ orderId, scope, callback }, { borrowerId, idempotencyKey, now, once }) => {
      const payment = await openPayment(
        services,
        { borrowerId, orderId, scope, callback },
        idempotencyKey,
        now,
      )
      if ('refused' in payment) return payment
      const { id, amount, url } = payment
      return once(async () => ({ paymentUrl: url, paymentId: id, amount }))
    },
    payoff: async ({ orderId, day }, { borrowerId, now }) => {
      const order = await orderOf(services.db, borrowerId, orderId)
      if (!order) return refused('order-not-found')
      const payoff = await payoffQuote(services.db, order, day, now)
      return 'refused' in payoff ? payoff : { ...payoff, ...payoff.borne }
    },
    status: async ({ paymentId }, { borrowerId }) => {
      const payment = await paymentOf(services.db, borrowerId, paymentId)
      if (!payment) return refused('payment-not-found')
      return { status: payment.status, amount: payment.amount, orderId: payment.orderId }
    },
  })
}
