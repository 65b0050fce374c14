import type { Output } from '#contract/endpoint.ts'
import { refused } from '#contract/envelope.ts'
import { extension as endpoints } from '#contract/extension.ts'
import { EXTENSION_DAYS } from '#domain/limits.ts'
import { selfPaidWords, storedAutoPay } from '#server/lending/autopay/next-debit.ts'
import { type Order, orderOf } from '#server/lending/db/order.ts'
import { abandonExtension, applyForExtension } from '#server/lending/extending/extend.ts'
import { extensionKeyFacts } from '#server/lending/extending/extension-key-facts.ts'
import {
  type ExtensionQuote,
  extensionQuote,
  orderRepayId,
} from '#server/lending/extending/extension-quote.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'

/** Moving a due date: its cost, the request, giving it up. */
export function extensionRoutes(services: LendingServices): Route[] {
  const { db } = services
  return routes(endpoints, {
    calculate: async ({ id }, { borrowerId, now, language }) => {
      const order = await orderOf(db, borrowerId, id)
      if (!order) return refused('order-not-found')
      const quote = await extensionQuote(db, order, now)
      if ('refused' in quote) return quote
      const autoPay = await storedAutoPay(db, { borrowerId, orderId: order.id })
      const autoPayMsg = selfPaidWords(quote.extended, autoPay, { now, language })
      return { ...quoteAnswer(order, quote, now), autoPayMsg }
    },
    keyFacts: async ({ orderId, extensionId }, { borrowerId, language, now }) => {
      const order = await orderOf(db, borrowerId, orderId)
      return order
        ? extensionKeyFacts(services, { order, extensionId }, language, now)
        : refused('order-not-found')
    },
    apply: async (input, { borrowerId, idempotencyKey, now, once }) => {
      const page = await applyForExtension(services, { borrowerId, ...input }, idempotencyKey, now)
      return 'refused' in page
        ? page
        : once(async () => ({ paymentUrl: page.url, paymentId: page.paymentId ?? null }))
    },
    giveUp: async (input, { borrowerId, now, once }) =>
      once(async tx => {
        const order = await abandonExtension({ services, tx, at: now }, { borrowerId, ...input })
        if ('refused' in order) return order
        return { orderState: order.state, extensionState: order.extensionState }
      }),
  })
}

function quoteAnswer(
  order: Order,
  quote: ExtensionQuote,
  now: Date,
): Omit<Output<typeof endpoints.calculate>, 'autoPayMsg'> {
  const { fee, newDueDay, awaiting, facts } = quote
  return {
    extensionId: quote.id,
    orderRepayId: orderRepayId(order, quote.instalment),
    extensionFee: quote.toPay,
    extensionFeePaid: quote.alreadyPaid,
    extensionServiceFee: fee.serviceFee,
    extensionRate: order.terms.extensionFee,
    interest: fee.interest,
    extensionApplyTime: awaiting?.requestedAt ?? null,
    extensionDay: EXTENSION_DAYS,
    extensionTime: newDueDay,
    isAwaiting: awaiting ? 1 : 0,
    gst: fee.gst,
    penal: fee.penal,
    dueDay: facts.dueDay,
    newDueDay,
    newDueAmount: facts.dueThen.amount,
    expiresAt: quote.expiresAt,
    secondsLeft: Math.max(0, Math.floor((quote.expiresAt.getTime() - now.getTime()) / 1_000)),
    arriveAmount: facts.received,
    totalRepaid: facts.totalIfExtended,
    totalIfPaidNow: facts.totalIfPaidNow,
    payoff: facts.payoff,
    apr: facts.apr,
  }
}
