import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, indiaDay, instant, rupees, text, whole } from '#contract/wire.ts'

export const repay = {
  repay: {
    does: 'Opens a hosted payment page for what is due now, for everything owed, or for a part of it.',
    method: 'POST',
    path: '/pay-order/v1/repay',
    auth: 'borrower',
    limited: true,
    sends: 'json',
    idempotent: true,
    input: v.pipe(
      v.strictObject({
        orderId: id,
        /**
         * The page to which the provider returns; defaults to the product home. Only one of our
         * paths.
         */
        callback: v.optional(text),
        /**
         * Ours: `due` is what is due now, `all` settles the loan, `part` pays `amount` of it. Without
         * it an amount is paid as a part, and no amount is what is due now.
         */
        scope: v.optional(v.picklist(['due', 'all', 'part'])),
        amount: v.optional(rupees),
      }),
      v.forward(
        v.check(
          ({ scope, amount }) => amount === undefined || scope === undefined || scope === 'part',
          'An amount is paid as a part only.',
        ),
        ['amount'],
      ),
    ),
    output: v.object({ paymentUrl: text, paymentId: id, amount: rupees }),
    refusals: [
      'order-not-found',
      'order-state',
      'nothing-to-pay',
      'part-not-payable',
      'payment-not-available',
    ],
  },
  upi: {
    does: 'How to pay an open payment page from a UPI app instead.',
    method: 'POST',
    path: '/pay-order/v1/upi',
    auth: 'borrower',
    limited: true,
    sends: 'json',
    input: v.strictObject({ paymentId: id }),
    output: v.object({
      /** `upi://pay?…`: opens a UPI app on this phone, and is what the code holds. */
      intent: text,
      /** The code as rows of modules: `1` is dark. */
      code: v.array(text),
      /** The name that the UPI app shows for the receiver, and the receiver's UPI address. */
      payee: text,
      address: text,
      amount: rupees,
      /** From then on it can no longer be paid. */
      closesAt: instant,
    }),
    refusals: ['payment-not-found', 'upi-not-available'],
    ours: true,
  },
  payoff: {
    does: 'The amount that ends the loan, by parts, if it is paid today or on a day up to the next due date.',
    method: 'GET',
    path: '/pay-order/v1/payoff',
    auth: 'borrower',
    limited: true,
    sends: 'query',
    input: v.strictObject({ orderId: id, day: v.optional(indiaDay) }),
    output: v.object({
      today: indiaDay,
      day: indiaDay,
      /** The last day that may be requested. */
      lastDay: indiaDay,
      /**
       * All principal, interest for the days elapsed, and penal charges, less payments. Nothing
       * else.
       */
      principal: rupees,
      interest: rupees,
      interestDays: whole,
      penal: rupees,
      paid: rupees,
      amount: rupees,
      /** Compared with paying every instalment on its day. */
      saved: rupees,
    }),
    refusals: ['order-not-found', 'order-state', 'nothing-to-pay', 'payoff-day'],
    ours: true,
  },
  status: {
    does: 'The result of a payment, read from the server and never from the redirect.',
    method: 'GET',
    path: '/pay-order/v1/status',
    auth: 'borrower',
    limited: true,
    sends: 'query',
    input: v.strictObject({ paymentId: id }),
    output: v.object({
      status: v.picklist(['pending', 'failed', 'paid']),
      /** The amount that arrived, once it is `paid`; until then the amount of the page. */
      amount: rupees,
      /** The amount of the page: other amounts can arrive on it. */
      asked: rupees,
      orderId: id,
      /** False once something else matters more: then no page shows this. */
      isNews: v.boolean(),
    }),
    refusals: ['payment-not-found'],
    ours: true,
  },
} satisfies Endpoints
