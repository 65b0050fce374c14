import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, indiaDay, instant, percent, rupees, statedReason, text } from '#contract/wire.ts'

/**
 * The next loan, reserved while one runs (product §6, "Scheduled order"). It is not binding: the
 * application is made when the running loan is settled.
 */
const reservation = v.object({
  id,
  orderNo: text,
  cardId: id,
  expectBorrowAmount: rupees,
  createTime: instant,
  // ours
  orderId: id,
  state: v.picklist(['waiting', 'applied', 'refused', 'cancelled']),
  productId: id,
  productName: text,
  bankNo: text,
  bankName: text,
  /**
   * The last due day of the running loan, when the reservation is applied for if everything is paid
   * as agreed.
   */
  scheduledDay: v.nullable(indiaDay),
  /**
   * The cost on today's terms; the terms are agreed only with the application. Null if it is no
   * longer on offer.
   */
  estimate: v.nullable(
    v.object({
      arriveAmount: rupees,
      repaymentAmount: rupees,
      interest: rupees,
      serviceFee: rupees,
      gstFee: rupees,
      apr: percent,
    }),
  ),
  /** The reason why it could not be applied for: the sentence and, ours, its reason and details. */
  reason: v.nullable(text),
  refusal: v.nullable(statedReason),
  /** The order created from it. */
  appliedOrderId: v.nullable(id),
})

export const schedule = {
  reserve: {
    does: 'Reserves the next loan of the same product while one runs.',
    method: 'POST',
    path: '/order/v1/order-auto-apply',
    auth: 'borrower',
    sends: 'json',
    idempotent: true,
    input: v.strictObject({
      cardId: v.optional(v.nullable(id)),
      borrowAmount: rupees,
      orderNo: text,
    }),
    output: reservation,
    refusals: [
      'bank-card-required',
      'bank-card-not-found',
      'bank-card-not-checked',
      'order-not-found',
      'order-state',
      'reservation-exists',
      'product-not-found',
      'product-locked',
      'product-full',
      'product-external',
      'amount-not-offered',
      'own-pause',
      'own-ceiling',
      'period-not-offered',
    ],
  },
  detail: {
    does: 'The current reservation of an order, or its last one.',
    method: 'GET',
    path: '/order/v1/get-auto-apply',
    auth: 'borrower',
    limited: true,
    sends: 'query',
    input: v.strictObject({ orderId: id }),
    output: reservation,
    refusals: ['reservation-not-found'],
  },
  cancel: {
    does: 'Cancels a reservation.',
    method: 'POST',
    path: '/order/v1/cancel-auto-apply',
    auth: 'borrower',
    sends: 'json',
    idempotent: true,
    input: v.strictObject({ id, orderNo: text }),
    output: reservation,
    refusals: ['reservation-not-found', 'reservation-ended'],
  },
} satisfies Endpoints
