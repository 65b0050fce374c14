import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, rupees, text } from '#contract/wire.ts'

export const repay = {
  repay: {
    does: 'Opens a hosted payment page for what is due now, or for all that is owed.',
    method: 'POST',
    path: '/pay-order/v1/repay',
    auth: 'borrower',
    sends: 'json',
    idempotent: true,
    input: v.strictObject({
      orderId: id,
      /** Where the provider returns to; the product home. Only a path of ours. */
      callback: v.optional(text),
      /** Ours: `due` is what is due now, `all` settles the loan. */
      scope: v.optional(v.picklist(['due', 'all']), 'due'),
    }),
    output: v.object({ paymentUrl: text, paymentId: id, amount: rupees }),
    refusals: ['order-not-found', 'order-state', 'nothing-to-pay', 'payment-not-available'],
  },
  status: {
    does: 'What became of a payment, read from the server and never from the redirect.',
    method: 'GET',
    path: '/pay-order/v1/status',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({ paymentId: id }),
    output: v.object({ status: v.picklist(['pending', 'failed', 'paid']), amount: rupees, orderId: id }),
    refusals: ['payment-not-found'],
    ours: true,
  },
} satisfies Endpoints
