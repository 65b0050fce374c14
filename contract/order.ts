import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { instalmentPosition, parts, quotedInstalment } from '#contract/instalment.ts'
import { keyFactsHash, keyFactsStatement } from '#contract/key-facts.ts'
import { outcome } from '#contract/outcome.ts'
import { underWay } from '#contract/under-way.ts'
import {
  flag,
  id,
  indiaDay,
  instant,
  nothing,
  orderState,
  percent,
  percentPerDay,
  rupees,
  shownOrderState,
  statedReason,
  text,
  whole,
} from '#contract/wire.ts'

const extensionState = v.picklist([0, 2, 3, 4, 5])

/** The terms that determine a loan's cost, included wherever an amount is. */
const costFacts = {
  instalments: whole,
  tenorText: text,
  interestRate: percentPerDay,
  annualRate: percent,
  apr: percent,
  feeRate: percent,
  discount: percent,
  penalRate: percentPerDay,
  /** The cap on penal charges for one instalment. */
  penalCap: rupees,
  coolingOffDays: whole,
}

export const order = {
  quote: {
    does: 'The total cost of an amount, with its schedule.',
    method: 'GET',
    path: '/order/v1/calculate',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({ productId: id, amount: rupees, period: whole }),
    output: v.object({
      repaymentAmount: rupees,
      serviceFee: rupees,
      /** The service fee under the name that the apply page uses. */
      processFee: rupees,
      gstFee: rupees,
      interest: rupees,
      interestFee: rupees,
      // ours
      arriveAmount: rupees,
      cost: rupees,
      ...costFacts,
      schedule: v.array(quotedInstalment),
      /**
       * Identifies exactly these terms; send it with the application, and any other terms are
       * refused.
       */
      termsHash: v.string(),
    }),
    refusals: [
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
  precheck: {
    does: 'Whether the borrower may apply: 0 denied, 1 may apply, 2 has an order in progress.',
    method: 'GET',
    path: '/order/v1/precheck',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({ productId: id }),
    output: v.object({
      orderStatus: v.picklist([0, 1, 2]),
      rejectStatusVO: v.nullable(v.object({ day: whole, hour: whole })),
      // ours
      reasons: v.array(statedReason),
      /** When the wait after the latest denial ends or ended; null if nothing was ever denied. */
      reapplyAt: v.nullable(instant),
    }),
    refusals: ['product-not-found'],
  },
  apply: {
    does: 'Applies for a loan.',
    method: 'POST',
    path: '/order/v1/apply',
    auth: 'borrower',
    sends: 'json',
    idempotent: true,
    input: v.strictObject({
      cardId: v.optional(v.nullable(id)),
      borrowAmount: rupees,
      periods: whole,
      productId: id,
      checkEmail: v.optional(whole),
      autoGetMoney: v.optional(flag, 0),
      autoMoney: v.optional(v.nullable(flag)),
      // ours
      loanPurpose: v.optional(
        v.picklist(['shopping', 'medical', 'education', 'tourism', 'living', 'vehicle']),
      ),
      termsHash: v.optional(v.string()),
      /**
       * The Key Facts Statement acknowledged for exactly these terms; without it an approved loan
       * waits for Get Money.
       */
      keyFactsHash,
    }),
    output: v.object({ orderId: id, orderNo: text, orderState }),
    refusals: [
      'bank-card-required',
      'bank-card-not-found',
      'bank-card-not-checked',
      'product-not-found',
      'product-locked',
      'product-full',
      'product-external',
      'amount-not-offered',
      'own-pause',
      'own-ceiling',
      'period-not-offered',
      'verification-incomplete',
      'terms-changed',
      'key-facts-changed',
      'order-in-progress',
      'reapply-too-soon',
    ],
  },
  list: {
    does: "The borrower's orders, newest first.",
    method: 'GET',
    path: '/order/v1/list',
    auth: 'borrower',
    limited: true,
    sends: 'query',
    input: v.strictObject({}),
    output: v.array(
      v.object({
        orderId: id,
        orderState,
        extensionState,
        productName: text,
        orderNo: text,
        loanAmount: rupees,
        /** The amount that arrives or arrived, as agreed; null for an order without one. */
        arriveAmount: v.nullable(rupees),
        repaymentAmount: v.nullable(rupees),
        // ours
        /**
         * For an overdue loan: the amount payable today, the penal charge within it, the days
         * overdue, and the due day that was missed first.
         */
        overdue: v.nullable(
          v.object({ days: whole, since: indiaDay, amount: rupees, penal: rupees }),
        ),
        /** For a loan that runs and is not overdue: the next due day, and what falls due on it. */
        next: v.nullable(v.object({ day: indiaDay, amount: rupees })),
        /** For a settled loan: everything that was paid for it, extensions included. */
        paidInAll: v.nullable(rupees),
        underWay,
      }),
    ),
    refusals: [],
  },
  detail: {
    does: 'One order with all its details. With scene=audit it returns 10 once the order is past 1 and 2 (native audit page).',
    method: 'GET',
    path: '/order/v1/detail',
    auth: 'borrower',
    limited: true,
    sends: 'query',
    input: v.strictObject({ orderId: id, scene: v.optional(v.literal('audit')) }),
    output: v.object({
      orderId: id,
      orderNo: text,
      productId: id,
      productName: text,
      loanAmount: rupees,
      arriveAmount: rupees,
      repaymentAmount: rupees,
      /** The days that the loan runs if it is repaid as agreed. */
      period: whole,
      loanDate: v.nullable(indiaDay),
      /** The next due day; null for a loan not paid out. */
      repaymentDate: v.nullable(indiaDay),
      overdueDays: whole,
      /** The penal charge owed today. */
      overdueFee: rupees,
      /** Ours: the penal charges that the lender waived. They are in no other amount. */
      penalWaived: rupees,
      serviceFee: rupees,
      gstFee: rupees,
      /** As agreed, over the whole tenor. */
      interest: rupees,
      applyTime: instant,
      orderState: shownOrderState,
      extensionState,
      isExtension: flag,
      extensionMsg: v.nullable(text),
      /** Ours: the day to which the due date can be moved now. */
      extensionDueDay: v.nullable(indiaDay),
      /**
       * Ours: the service fees paid for extensions, GST included. Penal charge and interest are in
       * `position.paid`.
       */
      extensionFees: rupees,
      /** 1: the next loan is reserved. */
      reservation: flag,
      bankNo: text,
      canChooseAmount: flag,
      // ours
      /** 1: the next loan can be reserved now. */
      canReserve: flag,
      bankName: text,
      cost: rupees,
      ...costFacts,
      /**
       * As agreed, on due days after extensions; for an unpaid instalment also what falls due on
       * its day.
       */
      schedule: v.array(v.object({ ...quotedInstalment.entries, fallsDue: v.nullable(parts) })),
      reasons: v.array(statedReason),
      /** 1: a person decides the application, since the rules could not. */
      isWithPerson: flag,
      /** The number of questions about the application, and the last day to answer the waiting one. */
      questions: v.object({ asked: whole, answerBy: v.nullable(indiaDay) }),
      /** For an order that has ended: when it did. */
      endedAt: v.nullable(instant),
      /** For a denied order: from when the borrower may apply again. */
      reapplyAt: v.nullable(instant),
      offerUntil: v.nullable(indiaDay),
      autoGetMoney: flag,
      /** For a loan that runs or ran: what is owed today, and its parts. */
      position: v.nullable(
        v.object({
          today: indiaDay,
          /** The charge of the repayment button today: what falls due next, at most `payoff`. */
          dueNow: rupees,
          /** The amount that closes the loan today. */
          payoff: rupees,
          /** The amount due or overdue today, otherwise the amount of the next due day. */
          fallsDue: v.nullable(v.object({ day: indiaDay, parts, amount: rupees })),
          owed: parts,
          paid: parts,
          interestDays: whole,
          nextDueDay: v.nullable(indiaDay),
          instalments: v.array(instalmentPosition),
        }),
      ),
      /**
       * While the loan may be returned: the last day and the amount. It contains no charge; the
       * fees are those of the statement.
       */
      coolingOff: v.nullable(
        v.object({
          until: indiaDay,
          principal: rupees,
          interest: rupees,
          interestDays: whole,
          paid: rupees,
          amount: rupees,
        }),
      ),
      /** 1: it was repaid in full within the cooling-off period. */
      wasReturned: flag,
      /** 1: a hardship plan can be requested now. */
      canRequestHardship: flag,
      /** The hardship plan that was requested, and the reason if a person refused it. */
      hardship: v.nullable(
        v.object({
          state: v.picklist(['awaiting', 'granted', 'refused']),
          moveDays: whole,
          requestedDay: indiaDay,
          refusal: v.nullable(text),
        }),
      ),
      /** 1: a due date was moved, which makes the loan a restructured one (regulation C7). */
      isRestructured: flag,
      /**
       * The status line of the latest payment (specification §8 says nothing about failures, and
       * the borrower must not be left guessing); null once it matters no more.
       */
      payment: v.nullable(
        v.object({
          status: v.picklist(['pending', 'failed', 'paid']),
          /** The amount that arrived, once it is `paid`; until then the amount of its page. */
          amount: rupees,
          asked: rupees,
          at: instant,
        }),
      ),
      /** `overdueDays` and `overdueFee` count up to its beginning; `position` is what is payable today. */
      underWay,
    }),
    refusals: ['order-not-found'],
  },
  loan: {
    does: 'Get Money: the borrower accepts the offer, and the payout starts.',
    method: 'POST',
    path: '/order/v1/loan',
    auth: 'borrower',
    sends: 'json',
    idempotent: true,
    input: v.strictObject({ orderId: id, keyFactsHash }),
    output: v.object({ orderState }),
    refusals: [
      'order-not-found',
      'order-state',
      'offer-lapsed',
      'key-facts-required',
      'key-facts-changed',
    ],
  },
  keyFactsOffered: {
    does: 'The Key Facts Statement of an amount not yet applied for.',
    method: 'GET',
    path: '/order/v1/key-facts-offered',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({ productId: id, amount: rupees, period: whole }),
    output: keyFactsStatement,
    refusals: [
      'product-not-found',
      'product-locked',
      'product-full',
      'product-external',
      'amount-not-offered',
      'own-pause',
      'own-ceiling',
      'period-not-offered',
    ],
    ours: true,
  },
  keyFacts: {
    does: 'The Key Facts Statement of an order, as issued with the application.',
    method: 'GET',
    path: '/order/v1/key-facts',
    auth: 'borrower',
    limited: true,
    sends: 'query',
    input: v.strictObject({ orderId: id }),
    output: v.object({ ...keyFactsStatement.entries, orderNo: text }),
    refusals: ['order-not-found'],
    ours: true,
  },
  withdraw: {
    does: 'Withdraws an application that is not confirmed yet.',
    method: 'POST',
    path: '/order/v1/withdraw',
    auth: 'borrower',
    sends: 'json',
    idempotent: true,
    input: v.strictObject({ orderId: id }),
    output: v.object({ orderState }),
    refusals: ['order-not-found', 'order-state'],
    ours: true,
  },
  outcome: {
    does: 'The latest outcome that the borrower has not seen, on any device.',
    method: 'GET',
    path: '/order/v1/outcome',
    auth: 'borrower',
    limited: true,
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({ outcome: v.nullable(outcome) }),
    refusals: [],
    ours: true,
  },
  outcomeSeen: {
    does: 'Notes that the borrower has seen the outcome of that instant, and so all earlier ones.',
    method: 'POST',
    path: '/order/v1/outcome-seen',
    auth: 'borrower',
    limited: true,
    sends: 'json',
    input: v.strictObject({ at: instant }),
    output: nothing,
    refusals: [],
    ours: true,
  },
} satisfies Endpoints
