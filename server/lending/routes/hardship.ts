import type { Output } from '#contract/endpoint.ts'
import { refused } from '#contract/envelope.ts'
import { hardship as endpoints } from '#contract/hardship.ts'
import { withHardshipPlan } from '#domain/lending/hardship.ts'
import { penalCapPaise } from '#domain/lending/terms.ts'
import { selfPaidWords, storedAutoPay } from '#server/lending/autopay/next-debit.ts'
import { hardshipPlanOf } from '#server/lending/db/hardship.ts'
import { type Order, orderOf } from '#server/lending/db/order.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import {
  type HardshipOffer,
  hardshipOffer,
  optionOf,
} from '#server/lending/restructuring/hardship-offer.ts'
import {
  offeredAddendum,
  proposalNoOf,
  requestPlan,
} from '#server/lending/restructuring/request-plan.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'

/** Later due days without a fee: the plans on offer, their addendum, the request. */
export function hardshipRoutes(services: LendingServices): Route[] {
  const { db } = services
  return routes(endpoints, {
    plans: async ({ orderId }, { borrowerId, now, language }) => {
      const order = await orderOf(db, borrowerId, orderId)
      if (!order) return refused('order-not-found')
      const offer = await hardshipOffer(db, order, now)
      if ('refused' in offer) return offer
      const autoPay = await storedAutoPay(db, { borrowerId, orderId: order.id })
      return plansAnswer(order, offer, moveDays => {
        const moved = withHardshipPlan(offer.loan, offer.today, moveDays)
        return selfPaidWords(moved, autoPay, { now, language })
      })
    },
    keyFacts: async ({ orderId, moveDays }, { borrowerId, language, now }) => {
      const order = await orderOf(db, borrowerId, orderId)
      if (!order) return refused('order-not-found')
      const offer = await hardshipOffer(db, order, now)
      const option = 'refused' in offer ? undefined : optionOf(offer, moveDays)
      if (!option) return refused('document-not-found')
      const { hash, text } = offeredAddendum(services, order, option, language)
      return { hash, sections: JSON.parse(text), proposalNo: proposalNoOf(order) }
    },
    request: async (input, { borrowerId, now, once }) =>
      once(async tx => {
        const order = await requestPlan(
          { services, tx, at: now },
          { ...input, borrowerId, keyFactsHash: input.keyFactsHash },
        )
        if ('refused' in order) return order
        const plan = await hardshipPlanOf(tx, { borrowerId, orderId: order.id })
        return {
          isGranted: plan?.state === 'granted' ? 1 : 0,
          nextDueDay: order.nextDueDay ?? null,
        }
      }),
  })
}

function plansAnswer(
  { terms }: Order,
  { plans }: HardshipOffer,
  autoPayMsgOf: (moveDays: number) => string | null,
): Output<typeof endpoints.plans> {
  return {
    penalRate: terms.penalRate,
    penalCap: penalCapPaise(terms),
    plans: plans.map(({ facts: { plan, apr }, referredFor }) => ({
      ...plan,
      before: [...plan.before],
      after: [...plan.after],
      autoPayMsg: autoPayMsgOf(plan.moveDays),
      isReferred: referredFor.length > 0 ? 1 : 0,
      apr,
    })),
  }
}
