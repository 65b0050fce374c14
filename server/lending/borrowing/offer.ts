import { createHash } from 'node:crypto'
import type { RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { order as endpoints } from '#contract/order.ts'
import { type OwnLimitsInForce, whyBeyondOwnLimits } from '#domain/lending/own-limits.ts'
import { type Quote, quote } from '#domain/lending/terms.ts'
import { loansNeededFor } from '#domain/lending/tier.ts'
import { type Paise, ZERO_PAISE } from '#domain/money.ts'
import type { OwnProduct, Product } from '#server/lending/db/product.ts'
import { type History, isLocked } from '#server/lending/orders/history.ts'

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
}

/**
 * The terms on which this borrower would get the loan, or the first refusal in the contract's
 * order.
 */
export function offerFor(
  product: Product | undefined,
  history: History,
  limits: OwnLimitsInForce,
  wish: Omit<Wish, 'productId'>,
): Offer | OfferRefusal {
  if (!product) return refused('product-not-found')
  if (isLocked(product, history))
    return refused('product-locked', { details: { loansNeeded: loansNeededFor(product.orderNum) } })
  if (product.isFull) return refused('product-full')
  if (product.kind === 'external') return refused('product-external')
  const beyond = whyBeyondOwnLimits(limits, wish.amount)
  if (beyond === 'own-pause') return refused(beyond)
  if (!product.amounts.includes(wish.amount)) return refused('amount-not-offered')
  if (beyond) return refused(beyond, { details: { ceiling: limits.ceiling ?? ZERO_PAISE } })
  if (wish.period !== undefined && wish.period !== product.terms.periodDays)
    return refused('period-not-offered')
  const quoted = quoteFor(product, wish.amount, history)
  return { product, quote: quoted, termsHash: termsHashOf(product.id, quoted) }
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
