import type { Output } from '#contract/endpoint.ts'
import type { order as endpoints } from '#contract/order.ts'
import { indiaDayOf } from '#domain/day.ts'
import { maskedAccountNumber } from '#domain/identity/bank-account.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { reapplyAt } from '#domain/lending/eligibility.ts'
import { nextRepayment } from '#domain/lending/falls-due.ts'
import { isOutcomeNews } from '#domain/lending/outcome.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { firstRepayment } from '#domain/lending/schedule.ts'
import { ZERO_PAISE } from '#domain/money.ts'
import { bankCardSummaryOf } from '#server/identity/db/bank-card.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { type Order, orderOf, ordersOf } from '#server/lending/db/order.ts'
import type { OrderOnHome } from '#server/lending/db/order-list.ts'
import { receiptsOf } from '#server/lending/repaying/receipts.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { withSentence } from '#words/say.ts'

type Outcome = NonNullable<Output<typeof endpoints.outcome>['outcome']>
type Loan = { readonly order: Order; readonly loan: RunningLoan | undefined; readonly now: Date }

/**
 * The latest outcome that the borrower has not seen, if it still is news, from the orders as home
 * reads them. Nothing else is read where there is none.
 */
export async function latestOutcome(
  db: Queryable,
  orders: readonly OrderOnHome[],
  now: Date,
): Promise<Outcome | null> {
  const [latest] = orders
    .flatMap(({ borrowerId, id, outcome }) => (outcome ? [{ borrowerId, id, ...outcome }] : []))
    .sort((a, b) => b.at.getTime() - a.at.getTime())
  const order = latest && (await orderOf(db, latest.borrowerId, latest.id))
  if (!order) return null
  const [loan, past] = await Promise.all([
    loanOf(db, order),
    order.state === 'denied' ? ordersOf(db, order.borrowerId) : [],
  ])
  const today = indiaDayOf(now)
  const about = { state: order.state, nextDueDay: order.nextDueDay, reapplyAt: reapplyAt(past) }
  if (!isOutcomeNews(latest, about, { now, today })) return null
  const context = { order, loan, now }
  const base = {
    at: latest.at,
    orderId: order.id,
    productId: order.productId,
    productName: order.productName,
    amount: null,
    excess: ZERO_PAISE,
    bankNo: null,
    next: null,
    reasons: order.reasons.map(reason => withSentence('order', reason)),
    reapplyAt: about.reapplyAt ?? null,
  }
  if (latest.kind === 'payout') return { ...base, ...(await payoutOf(db, context)) }
  if (latest.kind === 'payment') return { ...base, ...(await paymentOf(db, context)) }
  return { ...base, kind: latest.kind === 'denial' ? 'denied' : 'failed' }
}

async function payoutOf(db: Queryable, { order, loan, now }: Loan) {
  const card = await bankCardSummaryOf(db, order.borrowerId, order.cardId)
  return {
    kind: loan ? ('arrived' as const) : ('sent' as const),
    amount: order.arrive,
    bankNo: card ? maskedAccountNumber(card.lastFour) : null,
    next: loan ? nextOf(loan, now) : (firstRepayment(order.terms, indiaDayOf(now)) ?? null),
  }
}

/** The last payment that came in. */
async function paymentOf(db: Queryable, { order, loan, now }: Loan) {
  const receipt = (await receiptsOf(db, order)).at(-1)
  return {
    kind: 'paid' as const,
    amount: receipt?.amount ?? null,
    excess: receipt?.excess ?? ZERO_PAISE,
    next: loan ? nextOf(loan, now) : null,
  }
}

function nextOf(loan: RunningLoan, now: Date): Outcome['next'] {
  const next = nextRepayment(loan, positionOn(loan, indiaDayOf(now)))
  return next ? { day: next.day, amount: next.amount } : null
}
