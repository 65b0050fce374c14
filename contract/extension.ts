import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { keyFactsHash, keyFactsStatement } from '#contract/key-facts.ts'
import {
  flag,
  id,
  indiaDay,
  instant,
  orderState,
  percent,
  rupees,
  text,
  whole,
} from '#contract/wire.ts'

const wish = v.strictObject({ extensionId: id, orderId: id, orderRepayId: id })

export const extension = {
  calculate: {
    does: 'The cost of moving the due date of an order, by parts: an offer, or a requested extension that awaits payment.',
    method: 'GET',
    path: '/order-repay-extension/v1/extension-calc/{id}',
    auth: 'borrower',
    limited: true,
    sends: 'query',
    input: v.strictObject({ id }),
    output: v.object({
      /** Identifies exactly this offer: another day or fee has another id. */
      extensionId: id,
      /** The instalment that falls due on the new day. */
      orderRepayId: id,
      /**
       * What remains to be paid: service fee, penal charge and interest to date, less what was
       * already paid towards it.
       */
      extensionFee: rupees,
      extensionFeePaid: rupees,
      /** GST included. */
      extensionServiceFee: rupees,
      /** The service fee as a share of the outstanding principal. */
      extensionRate: percent,
      interest: rupees,
      extensionApplyTime: v.nullable(instant),
      /** Days from the request to the new due date. */
      extensionDay: whole,
      /** The new due date. */
      extensionTime: indiaDay,
      // ours
      /** 1: requested, and awaiting payment. */
      isAwaiting: flag,
      /** The GST within the service fee. */
      gst: rupees,
      /** The penal charge to date. */
      penal: rupees,
      dueDay: indiaDay,
      newDueDay: indiaDay,
      /** The amount due on the new due date if nothing is paid before. */
      newDueAmount: rupees,
      /** Why AutoPay would not pay it; null where it would, or is not on. */
      autoPayMsg: v.nullable(text),
      /** The deadline for payment; afterwards it fails. */
      expiresAt: instant,
      /** The time left to pay, by the server's clock. */
      secondsLeft: whole,
      arriveAmount: rupees,
      /** The total paid for the loan if it is extended and then repaid on time. */
      totalRepaid: rupees,
      /** The same if the loan is repaid today instead. */
      totalIfPaidNow: rupees,
      /** The amount that repays the loan today. */
      payoff: rupees,
      /** The APR of the whole loan with this extension. */
      apr: percent,
    }),
    refusals: [
      'order-not-found',
      'order-state',
      'nothing-to-pay',
      'extension-cooling-off',
      'extension-hardship-plan',
      'extension-not-available',
      'extension-longest-tenor',
    ],
  },
  keyFacts: {
    does: 'The addendum to the Key Facts Statement for an extension on offer, or as issued when it was requested.',
    method: 'GET',
    path: '/order-repay-extension/v1/key-facts',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({ orderId: id, extensionId: id }),
    output: v.object({ ...keyFactsStatement.entries, proposalNo: text }),
    refusals: ['order-not-found', 'document-not-found'],
    ours: true,
  },
  apply: {
    does: 'Requests an extension on the terms shown, and opens the page for paying its fee within 24 hours.',
    method: 'POST',
    path: '/order-repay-extension/v1/apply-extension',
    auth: 'borrower',
    sends: 'json',
    idempotent: true,
    /**
     * The hash of the addendum that the borrower read; not needed once the extension was requested.
     */
    input: v.strictObject({ ...wish.entries, keyFactsHash }),
    /** The payment request of the open page; null where nothing of the fee is left to pay. */
    output: v.object({ paymentUrl: text, paymentId: v.nullable(id) }),
    refusals: [
      'order-not-found',
      'order-state',
      'nothing-to-pay',
      'extension-cooling-off',
      'extension-hardship-plan',
      'extension-not-available',
      'extension-longest-tenor',
      'extension-expired',
      'terms-changed',
      'key-facts-required',
      'key-facts-changed',
      'payment-not-available',
    ],
  },
  giveUp: {
    does: 'Cancels an extension. Money paid towards it counts as a repayment.',
    method: 'POST',
    path: '/order-repay-extension/v1/giveup-extension',
    auth: 'borrower',
    sends: 'json',
    idempotent: true,
    input: wish,
    output: v.object({
      // ours
      orderState,
      extensionState: v.picklist([0, 2, 3, 4, 5]),
    }),
    refusals: ['order-not-found', 'order-state'],
  },
} satisfies Endpoints
