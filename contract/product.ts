import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { flag, id, percent, percentPerDay, rupees, text, whole } from '#contract/wire.ts'

export const product = {
  info: {
    does: 'Everything that is said about a product before a loan is asked for; also the product config of specification §7.',
    method: 'GET',
    path: '/product/v1/product-info',
    auth: 'borrower',
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
      /** Ascending: the first is the least, the last the most. */
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
      /** Of the largest amount, with this borrower's discount. */
      apr: percent,
      annualRate: percent,
      discount: percent,
      penalRate: percentPerDay,
      loansNeeded: whole,
    }),
    refusals: ['product-not-found', 'product-external'],
  },
} satisfies Endpoints
