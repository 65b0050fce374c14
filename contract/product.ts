import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { ladder, tiers } from '#contract/tiers.ts'
import { flag, id, percent, percentPerDay, rupees, text, whole } from '#contract/wire.ts'

export const product = {
  info: {
    does: 'Everything shown about a product before an application; also the product config of specification §7.',
    method: 'GET',
    path: '/product/v1/product-info',
    auth: 'borrower',
    limited: true,
    sends: 'query',
    input: v.strictObject({ id }),
    output: v.object({
      loanProcessingTime: text,
      period: whole,
      /** The processing-fee rate, before any discount. */
      serviceRate: percent,
      interestRate: percentPerDay,
      score: v.string(),
      slogan: text,
      /** Ascending: the first is the minimum, the last the maximum. */
      amountList: v.array(rupees),
      /** [0] the eligibility list, [1] the requirements list. */
      detail: v.array(v.object({ content: v.array(text) })),
      // ours
      id,
      name: text,
      logo: text,
      orderNum: whole,
      productStatus: flag,
      isFull: flag,
      fullMsg: v.nullable(text),
      instalments: whole,
      maxTenorDays: whole,
      tenorText: text,
      /** The APR of the largest amount, with this borrower's discount. */
      apr: percent,
      annualRate: percent,
      discount: percent,
      tiers,
      ladder,
      penalRate: percentPerDay,
      loansNeeded: whole,
      /** The borrower's own ceiling, where it leaves out amounts of the product. */
      ownCeiling: v.nullable(rupees),
      /** The borrower's own pause or ceiling rules out every amount; `fullMsg` says so. */
      isHeldBack: v.boolean(),
    }),
    refusals: ['product-not-found', 'product-external'],
  },
} satisfies Endpoints
