import type { RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { repay as endpoints } from '#contract/repay.ts'
import { type Day, indiaDayOf } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { payableToday } from '#domain/lending/falls-due.ts'
import { type OrderState, owingStates } from '#domain/lending/order.ts'
import { isPayablePart } from '#domain/lending/part-payment.ts'
import { pageExpiresAt } from '#domain/lending/payment-page.ts'
import { type NoPayoff, type Payoff, payoffOn } from '#domain/lending/payoff.ts'
import { lastInstalmentAsked, positionOn } from '#domain/lending/repayment.ts'
import { PART_PAYMENT_MIN } from '#domain/limits.ts'
import { type Paise, ZERO_PAISE } from '#domain/money.ts'
import { isOwnPath } from '#domain/redirect.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { type Order, orderOf } from '#server/lending/db/order.ts'
import { type Payment, paymentOfRequest } from '#server/lending/db/payment.ts'
import type { LendingServices, LendingWork } from '#server/lending/orders/lending-services.ts'
import {
  openPage,
  type PaymentPage,
  requestPayment,
} from '#server/lending/repaying/payment-page.ts'
import { unlessRefused } from '#server/platform/actions/idempotency.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Queryable } from '#server/platform/db/open.ts'

export type RepayWish = {
  readonly borrowerId: string
  readonly orderId: string
  readonly scope: 'due' | 'all' | 'part'
  /** The amount of a part payment. */
  readonly part?: Paise | undefined
  /** The borrower's return address; only a path of ours is accepted. */
  readonly callback: string | undefined
}

type RepaymentRefusal = Refusal<RefusalOf<typeof endpoints.repay>>
type PaymentWithPage = Pick<Payment, 'id' | 'amount'> & PaymentPage

/** Opens a page on which the amount owed may be paid. The payment request is stored first. */
export async function openPayment(
  services: LendingServices,
  wish: RepayWish,
  actionKey: string,
  now: Date,
): Promise<PaymentWithPage | RepaymentRefusal> {
  const { orderId, scope, part, callback } = wish
  const requestKey = `${actionKey} ${orderId} ${scope === 'part' ? `part ${part}` : scope}`
  const payment = await unlessRefused(services.db, tx =>
    paymentRequestOf({ services, tx, at: now }, wish, requestKey),
  )
  if ('refused' in payment) return payment
  const back =
    callback !== undefined && isOwnPath(callback) ? callback : `/orders/${orderId}/detail`
  const page = await openPage(services, payment, back)
  return 'refused' in page ? page : { id: payment.id, amount: payment.amount, url: page.url }
}

async function paymentRequestOf(
  work: LendingWork,
  { borrowerId, orderId, scope, part = ZERO_PAISE }: RepayWish,
  requestKey: string,
): Promise<Payment | RepaymentRefusal> {
  const { tx, at } = work
  const [, order, earlier] = await Promise.all([
    lockBorrower(tx, borrowerId),
    orderOf(tx, borrowerId, orderId),
    paymentOfRequest(tx, borrowerId, requestKey),
  ])
  if (!order) return refused('order-not-found')
  if (earlier) return earlier
  const loan = await owingLoanOf(tx, order)
  if ('refused' in loan) return loan
  const position = positionOn(loan, indiaDayOf(at))
  const { payoff } = position
  if (payoff === 0) return refused('nothing-to-pay')
  if (scope === 'part' && !isPayablePart(part, payoff))
    return refused('part-not-payable', { details: { least: PART_PAYMENT_MIN, most: payoff } })
  const amount = { due: payableToday(loan, position), all: payoff, part }[scope]
  const lastInstalment = scope === 'due' ? lastInstalmentAsked(position) : undefined
  return requestPayment(work, {
    borrowerId,
    orderId,
    requestKey,
    scope,
    amount,
    lastInstalment,
    extensionId: undefined,
    expiresAt: pageExpiresAt(at),
  })
}

/** The refusals that both calls share about an order of the borrower. */
type NothingOwed = Refusal<
  Exclude<RefusalOf<typeof endpoints.repay> & RefusalOf<typeof endpoints.payoff>, 'order-not-found'>
>

const REASONS = {
  'nothing-owed': 'nothing-to-pay',
  'day-not-offered': 'payoff-day',
} as const satisfies Record<NoPayoff, string>

/** The loan on which something is owed; or why nothing can be paid on the order. */
async function owingLoanOf(db: Queryable, order: Order): Promise<RunningLoan | NothingOwed> {
  if (order.state === 'settled') return refused('nothing-to-pay')
  const owing: readonly OrderState[] = owingStates
  return (
    (owing.includes(order.state) ? await loanOf(db, order) : undefined) ?? refused('order-state')
  )
}

/** The amount that closes an order's loan, today or on a day until its next due date. */
export async function payoffQuote(
  db: Queryable,
  order: Order,
  day: Day | undefined,
  now: Date,
): Promise<Payoff | Refusal<RefusalOf<typeof endpoints.payoff>>> {
  const loan = await owingLoanOf(db, order)
  if ('refused' in loan) return loan
  const payoff = payoffOn(loan, indiaDayOf(now), day)
  return typeof payoff === 'string' ? refused(REASONS[payoff]) : payoff
}
