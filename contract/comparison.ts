import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { percent, rupees, whole } from '#contract/wire.ts'
import {
  COMPARED_EVERY_MOST,
  COMPARED_INSTALMENTS_MOST,
  COMPARED_LEAST,
  COMPARED_MOST,
} from '#domain/lending/comparison.ts'
import { ZERO_PAISE } from '#domain/money.ts'

const positive = v.pipe(rupees, v.minValue(COMPARED_LEAST), v.maxValue(COMPARED_MOST))
const upTo = (most: number) => v.pipe(whole, v.minValue(1), v.maxValue(most))

/** Ours: what a loan of another lender really costs, so that it can be laid beside one of ours or a third. */
export const comparison = {
  trueCost: {
    does: "The true cost of another lender's loan of level instalments, from the figures on its paper. Nothing is kept.",
    method: 'POST',
    path: '/comparison/v1/true-cost',
    auth: 'public',
    sends: 'json',
    input: v.strictObject({
      amount: positive,
      /** All that is kept back or paid besides the instalments, without GST. */
      charges: v.pipe(rupees, v.minValue(ZERO_PAISE), v.maxValue(COMPARED_MOST)),
      /** Whether 18 % GST comes on top of the charges. */
      isGstAdded: v.boolean(),
      /** Each of them, and how many. */
      instalment: positive,
      instalments: upTo(COMPARED_INSTALMENTS_MOST),
      /** How far apart they lie, the first as far from the day on which the money arrives. */
      every: v.variant('unit', [
        v.strictObject({ unit: v.literal('day'), count: upTo(COMPARED_EVERY_MOST.day) }),
        v.strictObject({ unit: v.literal('month'), count: upTo(COMPARED_EVERY_MOST.month) }),
      ]),
    }),
    output: v.object({
      gstFee: rupees,
      /** What is left to the borrower once charges and GST are taken off. */
      arriveAmount: rupees,
      repaymentAmount: rupees,
      /** Interest, charges and GST together. */
      cost: rupees,
      apr: percent,
    }),
    refusals: ['nothing-received', 'repays-less'],
    ours: true,
  },
} satisfies Endpoints
