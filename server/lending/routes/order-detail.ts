import type { Output } from '#contract/endpoint.ts'
import type { order as endpoints } from '#contract/order.ts'
import { addDays, type Day, daysBetween, indiaDayOf, laterDay } from '#domain/day.ts'
import { maskedAccountNumber } from '#domain/identity/bank-account.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { annualRate } from '#domain/lending/apr.ts'
import { returnOffer } from '#domain/lending/cooling-off.ts'
import { dueByInstalment, nextRepayment, payableToday } from '#domain/lending/falls-due.ts'
import { hasHardshipPlan } from '#domain/lending/hardship.ts'
import { type OrderState, owingStates } from '#domain/lending/order.ts'
import { isPaymentNews } from '#domain/lending/payment-page.ts'
import { answerBy, openQuestion, type Question } from '#domain/lending/question.ts'
import { type LoanPosition, positionOn } from '#domain/lending/repayment.ts'
import { whyNotReserve } from '#domain/lending/reservation.ts'
import { type Instalment, scheduleOf } from '#domain/lending/schedule.ts'
import { type LoanTerms, penalCapPaise, tenorDays, tenorText } from '#domain/lending/terms.ts'
import { INTEREST_MIN_DAYS } from '#domain/limits.ts'
import { paise, ZERO_PAISE } from '#domain/money.ts'
import { bankNameOf } from '#server/identity/bank-names.ts'
import type { BankCardSummary } from '#server/identity/db/bank-card.ts'
import type { Extension } from '#server/lending/db/extension.ts'
import type { HardshipPlanRow } from '#server/lending/db/hardship.ts'
import type { MoneyUnderWay } from '#server/lending/db/money-under-way.ts'
import type { Order } from '#server/lending/db/order.ts'
import type { Payment } from '#server/lending/db/payment.ts'
import type { Reservation } from '#server/lending/db/reservation.ts'
import { extendableTo, paidOf, serviceFeesOf } from '#server/lending/extending/extension-quote.ts'
import { canRequestHardship } from '#server/lending/restructuring/hardship-offer.ts'
import { dayText } from '#words/format.ts'
import type { Language } from '#words/language.ts'
import { say, withSentence } from '#words/say.ts'

type Detail = Output<typeof endpoints.detail>

/** Everything that an order page shows, stored and derived. */
export type OrderView = {
  readonly order: Order
  readonly card: BankCardSummary | undefined
  readonly loan: RunningLoan | undefined
  readonly payment: Payment | undefined
  readonly underWay: MoneyUnderWay | undefined
  /** The borrower's next loan, where it is reserved, on this order or another. */
  readonly reservation: Reservation | undefined
  readonly extensions: readonly Extension[]
  /** The request for a hardship plan, if there was one. */
  readonly hardship: HardshipPlanRow | undefined
  /** The questions about the application, oldest first. */
  readonly questions: readonly Question[]
  readonly now: Date
  readonly today: Day
  /** The instant at which the order ended, if it has. */
  readonly endedAt: Date | undefined
  /** If it was denied: when the borrower may apply again. */
  readonly reapplyAt: Date | undefined
  readonly language: Language
}

export function orderDetail(view: OrderView, scene: 'audit' | undefined): Detail {
  const { order, loan, today, underWay } = view
  const position = loan && positionOn(loan, today)
  // A payout that was reversed undoes them.
  const paidExtensions = loan ? paidOf(view.extensions) : []
  // Lateness counts up to the moment at which money is under way.
  const latePosition = loan && underWay ? positionOn(loan, indiaDayOf(underWay.since)) : position
  return {
    ...agreed(order),
    ...payoutAccount(view),
    orderState: scene === 'audit' && isPastDecision(order) ? 'finished' : order.state,
    loanDate: order.disbursedDay ?? null,
    repaymentDate: position?.nextDueDay ?? null,
    overdueDays: latePosition?.overdueDays ?? 0,
    overdueFee: latePosition?.owed.penal ?? ZERO_PAISE,
    penalWaived: position?.waived ?? ZERO_PAISE,
    schedule: scheduleOn(view, latePosition),
    reasons: order.reasons.map(reason => withSentence('order', reason)),
    isWithPerson: order.state === 'auditing' && order.referredAt ? 1 : 0,
    questions: questionsOn(view),
    endedAt: view.endedAt ?? null,
    reapplyAt: view.reapplyAt ?? null,
    offerUntil: order.state === 'pass' ? (order.offerUntil ?? null) : null,
    position: loan && position ? positionView(loan, position) : null,
    coolingOff: coolingOffOf(order, loan, today),
    wasReturned: order.wasReturned ? 1 : 0,
    isRestructured: loan && (paidExtensions.length > 0 || hasHardshipPlan(loan, today)) ? 1 : 0,
    ...hardshipOf(view),
    payment: paymentView(view, latePosition),
    underWay: underWay ?? null,
    extensionState: order.extensionState,
    ...extensionOf(view),
    extensionFees: serviceFeesOf(paidExtensions),
    reservation: view.reservation?.orderId === order.id ? 1 : 0,
    canReserve: whyNotReserve(
      { ...order, overdueDays: latePosition?.overdueDays ?? 0 },
      view.reservation !== undefined,
    )
      ? 0
      : 1,
    canChooseAmount: 0,
  }
}

/** How many questions were asked, and the last day to answer the one that waits. */
function questionsOn({ order, questions, now }: OrderView): Detail['questions'] {
  const open = openQuestion(questions, order, now)
  return { asked: questions.length, answerBy: open ? answerBy(open) : null }
}

/** The cost of returning the loan, while it may be returned. */
function coolingOffOf(
  { terms }: Order,
  loan: RunningLoan | undefined,
  today: Day,
): Detail['coolingOff'] {
  const offer = loan && returnOffer(loan, terms.coolingOffDays, today)
  return offer ? { ...offer, ...offer.borne } : null
}

/** True if the due date may be moved now, and to which day. */
function extensionOf({ order, loan, today, language }: OrderView) {
  const to = extendableTo(order, loan, today)
  if (!to) return { isExtension: 0 as const, extensionMsg: null, extensionDueDay: null }
  return {
    isExtension: 1 as const,
    extensionMsg: say(language, 'extension.link.to', { date: dayText(to, language) }),
    extensionDueDay: to,
  }
}

/** States whether a hardship plan can be requested now, and the outcome of one that was. */
function hardshipOf({ order, loan, hardship, today }: OrderView) {
  const canRequest = loan && canRequestHardship(order, loan, today)
  return {
    canRequestHardship: canRequest ? (1 as const) : (0 as const),
    hardship: hardship ? requestOf(hardship) : null,
  }
}

function requestOf(plan: HardshipPlanRow): Detail['hardship'] {
  const { state, moveDays, requestedDay, refusal } = plan
  return state === 'ended' ? null : { state, moveDays, requestedDay, refusal }
}

/** The native shell's audit page ends once the order has left states 1 and 2 (product §6). */
function isPastDecision({ state }: Order): boolean {
  return state !== 'auditing' && state !== 'pass'
}

function agreed(order: Order) {
  const { terms, arrive, repayment, serviceFee, gst, interest, apr } = order
  return {
    orderId: order.id,
    orderNo: order.orderNo,
    productId: order.productId,
    productName: order.productName,
    applyTime: order.appliedAt,
    autoGetMoney: order.autoGetMoney ? (1 as const) : (0 as const),
    loanAmount: terms.principal,
    arriveAmount: arrive,
    repaymentAmount: repayment,
    cost: paise(repayment - arrive),
    period: tenorDays(terms),
    serviceFee,
    gstFee: gst,
    interest,
    apr,
    ...costFacts(terms),
  }
}

/** The terms that determine a loan's cost, in the fields that every page uses. */
export function costFacts(terms: LoanTerms) {
  return {
    instalments: terms.instalments,
    tenorText: tenorText(terms),
    interestRate: terms.rate,
    annualRate: annualRate(terms.rate),
    feeRate: terms.processingFee,
    discount: terms.discount,
    penalRate: terms.penalRate,
    penalCap: penalCapPaise(terms),
    coolingOffDays: terms.coolingOffDays,
  }
}

/**
 * The agreed schedule, on the days to which extensions moved it, with what falls due on each day.
 */
function scheduleOn(
  { order, loan, today }: OrderView,
  position: LoanPosition | undefined,
): Detail['schedule'] {
  const dueDays = new Map(position?.instalments.map(({ number, dueDay }) => [number, dueDay]))
  const unpaid = loan && position && dueByInstalment(loan, position)
  const agreed = scheduleFrom(scheduleOf(order.terms), order.disbursedDay ?? today)
  return agreed.map(row => ({
    ...row,
    dueDay: dueDays.get(row.number) ?? row.dueDay,
    fallsDue: unpaid?.get(row.number) ?? null,
  }))
}

/**
 * The schedule with its days, counted from the day the money arrived, or from today if it has not.
 */
export function scheduleFrom(schedule: readonly Instalment[], start: Day) {
  return schedule.map(row => ({ ...row, dueDay: addDays(start, row.dueAfterDays) }))
}

function payoutAccount({ card }: OrderView): Pick<Detail, 'bankNo' | 'bankName'> {
  if (!card) return { bankNo: '', bankName: '' }
  return { bankNo: maskedAccountNumber(card.lastFour), bankName: bankNameOf(card) }
}

export function positionView(
  loan: RunningLoan,
  position: LoanPosition,
): NonNullable<Detail['position']> {
  const { today, payoff, owed, paid, nextDueDay, instalments } = position
  return {
    today,
    payoff,
    owed,
    paid,
    dueNow: payableToday(loan, position),
    fallsDue: nextRepayment(loan, position) ?? null,
    instalments: [...instalments],
    nextDueDay: nextDueDay ?? null,
    interestDays: interestDays(loan, position),
  }
}

/**
 * The days whose interest is owed today: since the last paid due day, an extension, or the money's
 * arrival; at least one.
 */
function interestDays(
  { startDay, extensions = [] }: RunningLoan,
  { today, owed, instalments }: LoanPosition,
): number {
  if (owed.interest === 0) return 0
  const paidUp =
    instalments.filter(({ state, dueDay }) => state === 'paid' && dueDay <= today).at(-1)?.dueDay ??
    startDay
  const extended = extensions.at(-1)?.requestedDay ?? startDay
  return Math.max(INTEREST_MIN_DAYS, daysBetween(laterDay(extended, paidUp), today))
}

/** True while the order's page shows the state of its latest payment request. */
export function isStillNews(
  payment: Payment,
  { state }: Pick<Order, 'state'>,
  position: LoanPosition | undefined,
  now: Date,
): boolean {
  const owing: readonly OrderState[] = owingStates
  const isLate = position !== undefined && position.overdueDays > 0
  const overdueSince = isLate ? position.nextDueDay : undefined
  return isPaymentNews(payment, { isOwed: owing.includes(state), overdueSince }, now)
}

function paymentView(
  { order, payment, underWay, now }: OrderView,
  position: LoanPosition | undefined,
): Detail['payment'] {
  if (!payment || !isStillNews(payment, order, position, now)) return null
  const isPending = underWay !== undefined && payment.pendingSince !== undefined
  const standing = statusOfPayment(payment)
  return { ...standing, ...(isPending && { status: 'pending' }), at: payment.statusAt }
}

/** The status of a payment request; the amount is the one that arrived, or else the one requested. */
export function statusOfPayment({ status, amount, received }: Payment) {
  return { status, amount: status === 'paid' ? received : amount, asked: amount }
}
