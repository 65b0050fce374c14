import { type Refusal, refused } from '#contract/envelope.ts'
import { indiaDayOf } from '#domain/day.ts'
import { payableToday } from '#domain/lending/falls-due.ts'
import { pageExpiresAt } from '#domain/lending/payment-page.ts'
import { lastInstalmentAsked, positionOn } from '#domain/lending/repayment.ts'
import { isOwnPath } from '#domain/redirect.ts'
import { orderOf } from '#server/lending/db/order.ts'
import { type Payment, paymentOfRequest } from '#server/lending/db/payment.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { demand, openPage, type PaymentPage } from '#server/lending/repaying/payment-page.ts'
import { type NothingOwed, owingLoanOf } from '#server/lending/repaying/payoff.ts'
import { unlessRefused } from '#server/platform/actions/idempotency.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Transaction } from '#server/platform/db/open.ts'

export type RepayWish = {
  readonly borrowerId: string
  readonly orderId: string
  readonly scope: 'due' | 'all'
  /** Where the borrower comes back to. Only a path of ours is taken. */
  readonly callback: string | undefined
}

type Demanded = Refusal<'order-not-found'> | NothingOwed
type Opened = Pick<Payment, 'id' | 'amount'> & PaymentPage

/** Opens a page on which what is owed may be paid. The demand is written first. */
export async function openPayment(
  services: LendingServices,
  wish: RepayWish,
  actionKey: string,
  now: Date,
): Promise<Opened | Demanded | Refusal<'payment-not-available'>> {
  const { orderId, scope, callback } = wish
  const requestKey = `${actionKey} ${orderId} ${scope}`
  const payment = await unlessRefused(services.db, tx =>
    demandOf(services, tx, wish, requestKey, now),
  )
  if ('refused' in payment) return payment
  const back =
    callback !== undefined && isOwnPath(callback) ? callback : `/orders/${orderId}/detail`
  const page = await openPage(services, payment, 'repayment', back)
  return 'refused' in page ? page : { id: payment.id, amount: payment.amount, url: page.url }
}

async function demandOf(
  services: LendingServices,
  tx: Transaction,
  { borrowerId, orderId, scope }: RepayWish,
  requestKey: string,
  now: Date,
): Promise<Payment | Demanded> {
  const [, order, earlier] = await Promise.all([
    lockBorrower(tx, borrowerId),
    orderOf(tx, borrowerId, orderId),
    paymentOfRequest(tx, borrowerId, requestKey),
  ])
  if (!order) return refused('order-not-found')
  if (earlier) return earlier
  const loan = await owingLoanOf(tx, order)
  if ('refused' in loan) return loan
  const position = positionOn(loan, indiaDayOf(now))
  const amount = scope === 'all' ? position.payoff : payableToday(loan, position)
  const lastInstalment = scope === 'all' ? undefined : lastInstalmentAsked(position)
  if (amount === 0) return refused('nothing-to-pay')
  const asking = {
    borrowerId,
    orderId,
    requestKey,
    scope,
    amount,
    lastInstalment,
    extensionId: undefined,
  }
  return demand(services, tx, { ...asking, expiresAt: pageExpiresAt(now) }, now)
}
