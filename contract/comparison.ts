import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { percent, rupees, whole } from '#contract/wire.ts'
import {
  COMPARED_EVERY_MAX,
  COMPARED_INSTALMENTS_MAX,
  COMPARED_MAX,
  COMPARED_MIN,
} from '#domain/lending/comparison.ts'
import { ZERO_PAISE } from '#domain/money.ts'

const positive = v.pipe(rupees, v.minValue(COMPARED_MIN), v.maxValue(COMPARED_MAX))
const upTo = (max: number) => v.pipe(whole, v.minValue(1), v.maxValue(max))

/** Ours: the true cost of another lender's loan, for comparison with ours or with a third one. */
export const comparison = {
  trueCost: {
    does: "The true cost of another lender's loan of level instalments, from the figures in its offer. Nothing is stored.",
    method: 'POST',
    path: '/comparison/v1/true-cost',
    auth: 'public',
    sends: 'json',
    input: v.strictObject({
      amount: positive,
      /** Everything deducted or paid in addition to the instalments, without GST. */
      charges: v.pipe(rupees, v.minValue(ZERO_PAISE), v.maxValue(COMPARED_MAX)),
      /** True if 18 % GST is added to the charges. */
      isGstAdded: v.boolean(),
      /** The size and number of the instalments. */
      instalment: positive,
      instalments: upTo(COMPARED_INSTALMENTS_MAX),
      /** The interval between them; the first falls due one interval after the money arrives. */
      every: v.variant('unit', [
        v.strictObject({ unit: v.literal('day'), count: upTo(COMPARED_EVERY_MAX.day) }),
        v.strictObject({ unit: v.literal('month'), count: upTo(COMPARED_EVERY_MAX.month) }),
      ]),
    }),
    output: v.object({
      gstFee: rupees,
      /** The amount that the borrower receives after charges and GST. */
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
