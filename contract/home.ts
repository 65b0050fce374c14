import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { outcome } from '#contract/outcome.ts'
import { ladder, tiers } from '#contract/tiers.ts'
import { underWay } from '#contract/under-way.ts'
import {
  flag,
  id,
  indiaDay,
  instant,
  orderState,
  percent,
  percentPerDay,
  rupees,
  text,
  whole,
} from '#contract/wire.ts'

const product = v.object({
  id,
  name: text,
  logo: text,
  maxAmount: rupees,
  /** 1 copper, 2 silver, 3 or more gold. */
  orderNum: whole,
  /** 0 is locked. */
  productStatus: flag,
  /** 0 shows APPLY. */
  isFull: flag,
  /** 0 is an external link to h5Href. */
  productType: flag,
  h5Href: v.nullable(text),
  fullMsg: v.nullable(text),
  // ours: the full cost next to the headline figure (product §1, §4)
  tenorText: v.nullable(text),
  interestRate: v.nullable(percentPerDay),
  apr: v.nullable(percent),
  loansNeeded: whole,
})

const undway = v.object({
  orderId: id,
  orderState,
  name: text,
  logo: text,
  amountMsg: text,
  amount: rupees,
  interest: rupees,
  fullButtonName: text,
  // ours
  /** The amount that will arrive; null once it has. */
  toReceive: v.nullable(rupees),
  /** The day on which `amount` falls due. If it is past, `amount` is payable today. */
  dueDay: v.nullable(indiaDay),
  stillToRepay: v.nullable(rupees),
  overdueDays: whole,
  /** The penal charge within the amount. */
  penal: rupees,
  underWay,
  /** 1: a hardship plan can be requested now. */
  canRequestHardship: flag,
  /** Who pays `amount` on `dueDay`, AutoPay or the borrower and why; null where AutoPay is not on. */
  autoPayMsg: v.nullable(text),
  /** The last day to answer a question about the application; null where none waits. */
  answerBy: v.nullable(indiaDay),
})

export const home = {
  index: {
    does: 'The products on offer and the orders in progress.',
    method: 'GET',
    path: '/home/v1/index',
    auth: 'borrower',
    limited: true,
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({
      homeProductVos: v.array(product),
      undwayList: v.array(undway),
      loansRepaid: whole,
      loansRepaidOnTime: whole,
      // ours
      tiers,
      ladder,
      outcome: v.nullable(outcome),
      /** While the wait after a denial runs, the instant at which it ends. */
      reapplyAt: v.nullable(instant),
    }),
    refusals: [],
  },
} satisfies Endpoints
