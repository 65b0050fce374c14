import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, indiaDay, instant, percent, rupees, text, told } from '#contract/wire.ts'

/** The next loan, reserved while one runs (product §6, "Scheduled order"). A wish: it is applied for when the running one is settled. */
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
  /** The last due day of the running loan: when the reservation is applied for, if all is paid as agreed. */
  scheduledDay: v.nullable(indiaDay),
  /** What it would cost on today's terms; the terms are only agreed when it is applied for. Null once it is not on offer. */
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
  /** Why it could not be applied for: the sentence, and ours what it is made of. */
  reason: v.nullable(text),
  refusal: v.nullable(told),
  /** The order that came of it. */
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
      'order-not-found',
      'order-state',
      'reservation-exists',
      'product-not-found',
      'product-locked',
      'product-full',
      'product-external',
      'amount-not-offered',
      'period-not-offered',
    ],
  },
  detail: {
    does: 'The reservation that stands on an order, or the last one that did.',
    method: 'GET',
    path: '/order/v1/get-auto-apply',
    auth: 'borrower',
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
