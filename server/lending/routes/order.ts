import type { Output } from '#contract/endpoint.ts'
import { refused } from '#contract/envelope.ts'
import { order as endpoints } from '#contract/order.ts'
import { type Day, indiaDayOf } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { eligibilityAt, orderStatusOf, reapplyAt } from '#domain/lending/eligibility.ts'
import { nextRepayment, overdueToday } from '#domain/lending/falls-due.ts'
import { extensionStates, hasEnded, moneyOf } from '#domain/lending/order.ts'
import { paidInAll } from '#domain/lending/paid-in-all.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { type Paise, ZERO_PAISE } from '#domain/money.ts'
import { bankCardSummaryOf } from '#server/identity/db/bank-card.ts'
import { applyOnce, withdraw } from '#server/lending/borrowing/apply.ts'
import { batchedApply } from '#server/lending/borrowing/apply-batched.ts'
import { getMoney } from '#server/lending/borrowing/confirm.ts'
import { offeredKeyFacts, orderKeyFacts } from '#server/lending/borrowing/key-facts.ts'
import {
  discloses,
  type Offer,
  type OfferRefusal,
  offerFor,
  type Wish,
} from '#server/lending/borrowing/offer.ts'
import { limitsInForceFor } from '#server/lending/borrowing/own-limits.ts'
import { extensionFeesOf, extensionsOf } from '#server/lending/db/extension.ts'
import { hardshipPlanOf } from '#server/lending/db/hardship.ts'
import { loanOf, loansOf } from '#server/lending/db/loan.ts'
import { moneyUnderWay, moneyUnderWayOn } from '#server/lending/db/money-under-way.ts'
import { type Order, orderOf, ordersOf } from '#server/lending/db/order.ts'
import { enteredStateAt } from '#server/lending/db/order-event.ts'
import { findSessionsWithOrders } from '#server/lending/db/order-list.ts'
import { forgetOutcomes } from '#server/lending/db/outcome.ts'
import { latestPayment } from '#server/lending/db/payment.ts'
import { activeProduct } from '#server/lending/db/product.ts'
import { questionRowsOf } from '#server/lending/db/question.ts'
import { waitingReservationOf } from '#server/lending/db/reservation.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { costFacts, orderDetail, scheduleFrom } from '#server/lending/routes/order-detail.ts'
import { latestOutcome } from '#server/lending/routes/outcome.ts'
import {
  type BorrowerCall,
  type Route,
  routes,
  withSessionRows,
} from '#server/platform/actions/call.ts'
import type { Database, Queryable } from '#server/platform/db/open.ts'
import { withSentence } from '#words/say.ts'

/** The life of an order, from the quote to Get Money. */
export function orderRoutes(services: LendingServices): Route[] {
  const { db } = services
  const apply = batchedApply(services, request => applyOnce(services, request))
  return routes(endpoints, {
    quote: async (wish, call) => {
      const offer = await offerOn(db, wish, call)
      return 'refused' in offer ? offer : quoteAnswer(offer, call.now)
    },
    precheck: async ({ productId }, { borrowerId, now }) => {
      const [product, orders] = await Promise.all([
        activeProduct(db, productId, indiaDayOf(now)),
        ordersOf(db, borrowerId),
      ])
      return product ? precheckAnswer(orders, now) : refused('product-not-found')
    },
    apply: async (input, call) => {
      const application = {
        borrowerId: call.borrowerId,
        cardId: input.cardId ?? undefined,
        productId: input.productId,
        amount: input.borrowAmount,
        period: input.periods,
        termsHash: input.termsHash,
        purpose: input.loanPurpose,
        keyFactsHash: input.keyFactsHash,
        autoGetMoney: input.autoGetMoney === 1,
      }
      return apply({ action: call.action, application })
    },
    list: (_input, { borrowerId, now }) => listedOrders(db, borrowerId, now),
    detail: ({ orderId, scene }, call) => detailOf(db, orderId, scene, call),
    loan: async ({ orderId, keyFactsHash }, call) => {
      if (!(await orderOf(db, call.borrowerId, orderId))) return refused('order-not-found')
      return call.once(async tx => {
        const order = await getMoney(
          { services, tx, at: call.now },
          { borrowerId: call.borrowerId, orderId, keyFactsHash },
        )
        return 'refused' in order ? order : { orderState: order.state }
      })
    },
    keyFactsOffered: async (wish, call) => {
      const offer = await offerOn(db, wish, call)
      return 'refused' in offer ? offer : offeredKeyFacts(services, discloses(offer), call.language)
    },
    keyFacts: async ({ orderId }, { borrowerId, language, now }) => {
      const order = await orderOf(db, borrowerId, orderId)
      if (!order) return refused('order-not-found')
      return { ...(await orderKeyFacts(services, order, language, now)), orderNo: order.orderNo }
    },
    outcome: withSessionRows(findSessionsWithOrders, async (_input, { now }, { orders }) => ({
      outcome: await latestOutcome(db, orders, now),
    })),
    outcomeSeen: async ({ at }, { borrowerId }) => {
      await forgetOutcomes(db, borrowerId, at)
      return null
    },
    withdraw: async ({ orderId }, { borrowerId, now, once }) =>
      once(async tx => {
        const order = await withdraw(tx, { borrowerId, orderId }, now)
        return 'refused' in order ? order : { orderState: order.state }
      }),
  })
}

/** The offer to this borrower today, before they apply. */
async function offerOn(
  db: Database,
  { productId, ...wish }: Wish,
  { borrowerId, now }: BorrowerCall,
): Promise<Offer | OfferRefusal> {
  const [product, orders, limits] = await Promise.all([
    activeProduct(db, productId, indiaDayOf(now)),
    ordersOf(db, borrowerId),
    limitsInForceFor(db, borrowerId, now),
  ])
  return offerFor(product, orders, limits, wish)
}

/**
 * One order with everything that its page shows; another borrower's order answers like a missing
 * one.
 */
async function detailOf(
  db: Database,
  orderId: string,
  scene: Parameters<typeof orderDetail>[1],
  { borrowerId, now, language }: BorrowerCall,
) {
  const order = await orderOf(db, borrowerId, orderId)
  if (!order) return refused('order-not-found')
  const [
    card,
    loan,
    payment,
    reservation,
    extensions,
    hardship,
    questions,
    endedAt,
    orders,
    underWay,
  ] = await Promise.all([
    bankCardSummaryOf(db, borrowerId, order.cardId),
    loanOf(db, order),
    latestPayment(db, borrowerId, orderId),
    waitingReservationOf(db, borrowerId),
    order.extensionState === extensionStates.none ? [] : extensionsOf(db, borrowerId, orderId),
    order.disbursedDay ? hardshipPlanOf(db, { borrowerId, orderId }) : undefined,
    questionRowsOf(db, { borrowerId, orderId }),
    hasEnded(order.state) ? enteredStateAt(db, order) : undefined,
    order.state === 'denied' ? ordersOf(db, borrowerId) : [],
    order.disbursedDay ? moneyUnderWayOn(db, { borrowerId, orderId }, now) : undefined,
  ])
  const today = indiaDayOf(now)
  const view = {
    order,
    card,
    loan,
    payment,
    underWay,
    reservation,
    extensions,
    hardship,
    questions,
    now,
    today,
    endedAt,
    reapplyAt: reapplyAt(orders),
    language,
  }
  return orderDetail(view, scene)
}

/** An offer as the cost that is shown before an application. */
export function quoteAnswer(
  { quote, termsHash }: Pick<Offer, 'quote' | 'termsHash'>,
  now: Date,
): Output<typeof endpoints.quote> {
  const { terms, serviceFee, gst, arrive, interest, repayment, cost, apr, schedule } = quote
  return {
    repaymentAmount: repayment,
    serviceFee,
    processFee: serviceFee,
    gstFee: gst,
    interest,
    interestFee: interest,
    arriveAmount: arrive,
    cost,
    apr,
    ...costFacts(terms),
    schedule: scheduleFrom(schedule, indiaDayOf(now)),
    termsHash,
  }
}

function precheckAnswer(orders: readonly Order[], now: Date): Output<typeof endpoints.precheck> {
  const eligibility = eligibilityAt(now, orders)
  const orderStatus = orderStatusOf(eligibility)
  const until = reapplyAt(orders) ?? null
  if (eligibility.may !== 'wait')
    return { orderStatus, rejectStatusVO: null, reasons: [], reapplyAt: until }
  const { days: day, hours: hour } = eligibility
  const denied = orders.find(({ state }) => state === 'denied')
  return {
    orderStatus,
    rejectStatusVO: { day, hour },
    reasons: (denied?.reasons ?? []).map(reason => withSentence('order', reason)),
    reapplyAt: until,
  }
}

type Listed = Output<typeof endpoints.list>[number]

/** A borrower's orders, newest first: their terms and, for loans, what is overdue or was paid. */
async function listedOrders(db: Queryable, borrowerId: string, now: Date): Promise<Listed[]> {
  const orders = await ordersOf(db, borrowerId)
  const [loans, fees, paying] = await Promise.all([
    loansOf(db, borrowerId, orders),
    extensionFeesOf(db, borrowerId),
    moneyUnderWay(db, borrowerId, now),
  ])
  return orders.map(order => {
    const underWay = paying.get(order.id)
    const asOf = indiaDayOf(underWay?.since ?? now)
    const item = listItem(order, loans.get(order.id), fees.get(order.id) ?? ZERO_PAISE, asOf)
    return { ...item, underWay: underWay ?? null }
  })
}

function listItem(
  order: Order,
  loan: RunningLoan | undefined,
  extensionFees: Paise,
  today: Day,
): Omit<Listed, 'underWay'> {
  const position = loan && positionOn(loan, today)
  const isForNothing = moneyOf(order.state) === 'none'
  const overdue = position && overdueToday(loan, position)
  const next = position && !overdue && nextRepayment(loan, position)
  return {
    orderId: order.id,
    orderNo: order.orderNo,
    orderState: order.state,
    extensionState: order.extensionState,
    productName: order.productName,
    loanAmount: order.terms.principal,
    arriveAmount: isForNothing ? null : order.arrive,
    repaymentAmount: isForNothing ? null : order.repayment,
    overdue: overdue ?? null,
    next: next ? { day: next.day, amount: next.amount } : null,
    paidInAll: position && order.state === 'settled' ? paidInAll(position, extensionFees) : null,
  }
}
