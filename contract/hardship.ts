import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { keyFactsHash, keyFactsStatement } from '#contract/key-facts.ts'
import { flag, id, indiaDay, percent, percentPerDay, rupees, text, whole } from '#contract/wire.ts'

const repayments = v.array(v.object({ day: indiaDay, amount: rupees }))

/** Later due days without a fee, requested before the loan is overdue (product §6). */
export const hardship = {
  plans: {
    does: 'The hardship plans that an order could have now, the shortest first.',
    method: 'GET',
    path: '/order-hardship/v1/plans',
    auth: 'borrower',
    limited: true,
    sends: 'query',
    input: v.strictObject({ orderId: id }),
    output: v.object({
      /** The charge if a new date is missed. */
      penalRate: percentPerDay,
      penalCap: rupees,
      plans: v.array(
        v.object({
          /** By how many days every unpaid instalment moves. */
          moveDays: whole,
          /** 1: a person decides; 0: the rules grant it at once. */
          isReferred: flag,
          /** Every repayment as agreed so far, and with the plan. */
          before: repayments,
          after: repayments,
          addedInterest: rupees,
          /** Why AutoPay would not pay the next one with the plan; null where it would, or is not on. */
          autoPayMsg: v.nullable(text),
          totalBefore: rupees,
          totalAfter: rupees,
          /** The APR of the whole loan with the plan. */
          apr: percent,
        }),
      ),
    }),
    refusals: [
      'order-not-found',
      'order-state',
      'nothing-to-pay',
      'hardship-requested',
      'hardship-cooling-off',
      'hardship-overdue',
      'hardship-longest-tenor',
    ],
    ours: true,
  },
  keyFacts: {
    does: 'The addendum to the Key Facts Statement for a hardship plan on offer.',
    method: 'GET',
    path: '/order-hardship/v1/key-facts',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({ orderId: id, moveDays: whole }),
    output: v.object({ ...keyFactsStatement.entries, proposalNo: text }),
    refusals: ['order-not-found', 'document-not-found'],
    ours: true,
  },
  request: {
    does: 'Requests a hardship plan on the terms shown: granted at once, or waiting for a person.',
    method: 'POST',
    path: '/order-hardship/v1/request',
    auth: 'borrower',
    sends: 'json',
    idempotent: true,
    /** The hash of the addendum that the borrower read. */
    input: v.strictObject({ orderId: id, moveDays: whole, keyFactsHash }),
    output: v.object({ isGranted: flag, nextDueDay: v.nullable(indiaDay) }),
    refusals: [
      'order-not-found',
      'order-state',
      'nothing-to-pay',
      'hardship-requested',
      'hardship-cooling-off',
      'hardship-overdue',
      'hardship-longest-tenor',
      'hardship-not-offered',
      'key-facts-required',
      'key-facts-changed',
    ],
    ours: true,
  },
} satisfies Endpoints
