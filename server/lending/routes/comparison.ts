import { comparison } from '#contract/comparison.ts'
import { refused } from '#contract/envelope.ts'
import { trueCost } from '#domain/lending/comparison.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'

/** What a loan of another lender costs. It stands on nothing and keeps nothing: whoever asks is only answered. */
export function comparisonRoutes(): Route[] {
  return routes(comparison, {
    trueCost: async offer => {
      const reckoned = trueCost(offer)
      if (typeof reckoned === 'string') return refused(reckoned)
      const { gst, arrive, repayment, cost, apr } = reckoned
      return { gstFee: gst, arriveAmount: arrive, repaymentAmount: repayment, cost, apr }
    },
  })
}
