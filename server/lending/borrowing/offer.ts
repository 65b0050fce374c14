import { createHash } from 'node:crypto'
import type { RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { order as endpoints } from '#contract/order.ts'
import { type OwnLimitsInForce, whyBeyondOwnLimits } from '#domain/lending/own-limits.ts'
import { offerWorkingDaysOf } from '#domain/lending/policy-limits.ts'
import { type Quote, quote } from '#domain/lending/terms.ts'
import { loansNeededFor } from '#domain/lending/tier.ts'
import { type Paise, ZERO_PAISE } from '#domain/money.ts'
import type { OrderInList } from '#server/lending/db/order-list.ts'
import type { OwnProduct, ProductOnDay } from '#server/lending/db/product.ts'
import { type History, historyOf, isLocked } from '#server/lending/orders/history.ts'
import type { Disclosed } from '#server/lending/words/key-facts.ts'

/**
 * A borrower's wish for a loan. A repayment interval, in days, must be the product's own if given.
 */
export type Wish = {
  readonly productId: string
  readonly amount: Paise
  readonly period?: number | undefined
}

export type OfferRefusal = Refusal<RefusalOf<typeof endpoints.quote>>

export type Offer = {
  readonly product: OwnProduct
  readonly quote: Quote
  readonly termsHash: string
  /** For how many working days it stays open once it is approved. */
  readonly offerWorkingDays: number
}

/**
 * The terms on which this borrower would get the loan, or the first refusal in the contract's
 * order.
 */
export function offerFor(
  product: ProductOnDay | undefined,
  orders: readonly OrderInList[],
  limits: OwnLimitsInForce,
  wish: Omit<Wish, 'productId'>,
): Offer | OfferRefusal {
  if (!product) return refused('product-not-found')
  const history = historyOf(orders, product.limits)
  if (isLocked(product, history)) {
    const loansNeeded = loansNeededFor(product.orderNum, history.ladder)
    return refused('product-locked', { details: { loansNeeded } })
  }
  if (product.isFull) return refused('product-full')
  if (product.kind === 'external') return refused('product-external')
  const beyond = whyBeyondOwnLimits(limits, wish.amount)
  if (beyond === 'own-pause') return refused(beyond)
  if (!product.amounts.includes(wish.amount)) return refused('amount-not-offered')
  if (beyond) return refused(beyond, { details: { ceiling: limits.ceiling ?? ZERO_PAISE } })
  if (wish.period !== undefined && wish.period !== product.terms.periodDays)
    return refused('period-not-offered')
  const quoted = quoteFor(product, wish.amount, history)
  return {
    product,
    quote: quoted,
    termsHash: termsHashOf(product.id, quoted),
    offerWorkingDays: offerWorkingDaysOf(quoted.terms, product.limits),
  }
}

/** The disclosure of an offer's Key Facts Statement. */
export function discloses({ quote: { terms }, offerWorkingDays }: Offer): Disclosed {
  return { terms, offerWorkingDays }
}

/** The whole cost of an amount of a product, with this borrower's discount. */
export function quoteFor(
  { terms }: OwnProduct,
  principal: Paise,
  { discount }: Pick<History, 'discount'>,
): Quote {
  return quote({ ...terms, principal, discount })
}

/**
 * A hash over these terms and every amount that follows from them: other terms have another hash.
 */
export function termsHashOf(
  productId: string,
  { terms, serviceFee, gst, arrive, schedule, apr }: Quote,
): string {
  const named = Object.entries(terms).sort(([a], [b]) => (a < b ? -1 : 1))
  const amounts = schedule.map(({ amount }) => amount)
  return createHash('sha256')
    .update(JSON.stringify([productId, named, serviceFee, gst, arrive, amounts, apr]))
    .digest('base64url')
}
