import { comparison } from '#contract/comparison.ts'
import type { Output } from '#contract/endpoint.ts'
import { refused } from '#contract/envelope.ts'
import { product as endpoints } from '#contract/product.ts'
import { indiaDayOf } from '#domain/day.ts'
import { annualRate } from '#domain/lending/apr.ts'
import { trueCost } from '#domain/lending/comparison.ts'
import { type OwnLimitsInForce, withinCeiling } from '#domain/lending/own-limits.ts'
import { tenorText } from '#domain/lending/terms.ts'
import { loansNeededFor } from '#domain/lending/tier.ts'
import { MINIMUM_AGE_YEARS } from '#domain/limits.ts'
import { type Paise, ZERO_PAISE } from '#domain/money.ts'
import { quoteFor } from '#server/lending/borrowing/offer.ts'
import { limitsInForceFor } from '#server/lending/borrowing/own-limits.ts'
import { ordersOf } from '#server/lending/db/order.ts'
import {
  activeProduct,
  type OwnProduct,
  type Product,
  type ProductOnDay,
} from '#server/lending/db/product.ts'
import { type History, historyOf, isLocked } from '#server/lending/orders/history.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import type { Services } from '#server/services.ts'
import { dayText, moneyWhole } from '#words/format.ts'
import { inLanguage, type Language } from '#words/language.ts'
import { say } from '#words/say.ts'

/** The terms that a product discloses before a loan is requested. */
export function productRoutes({ db }: Pick<Services, 'db'>): Route[] {
  return routes(endpoints, {
    info: async ({ id }, { borrowerId, language, now }) => {
      const [product, orders, limits] = await Promise.all([
        activeProduct(db, id, indiaDayOf(now)),
        ordersOf(db, borrowerId),
        limitsInForceFor(db, borrowerId, now),
      ])
      if (!product) return refused('product-not-found')
      if (product.kind === 'external') return refused('product-external')
      return productInfo(product, historyOf(orders, product.limits), limits, language)
    },
  })
}

/** A product as its page shows it to this borrower. */
export function productInfo(
  product: OwnProduct & Pick<ProductOnDay, 'limits'>,
  history: History,
  limits: OwnLimitsInForce,
  language: Language,
): Output<typeof endpoints.info> {
  const { id, name, logo, orderNum, terms, texts } = product
  const { amounts, ...standing } = standingOfProduct(product, history, limits, language)
  const minimumAge = say(language, 'product.age', { years: MINIMUM_AGE_YEARS })
  return {
    id,
    name,
    logo,
    orderNum,
    ...standing,
    loanProcessingTime: inLanguage(texts.loanProcessingTime, language),
    slogan: inLanguage(texts.slogan, language),
    // No rating was ever collected, so the page says that there is no rating.
    score: '',
    amountList: [...amounts],
    ownCeiling: amounts.length < product.amounts.length ? limits.ceiling : null,
    detail: [
      { content: [minimumAge, ...texts.eligibility.map(text => inLanguage(text, language))] },
      { content: texts.requirements.map(text => inLanguage(text, language)) },
    ],
    period: terms.periodDays,
    instalments: terms.instalments,
    maxTenorDays: terms.maxTenorDays,
    tenorText: tenorText(terms),
    serviceRate: terms.processingFee,
    interestRate: terms.rate,
    annualRate: annualRate(terms.rate),
    penalRate: terms.penalRate,
    discount: history.discount,
    tiers: [...product.limits.tiers],
    ladder: history.ladder,
    apr: quoteFor(product, amounts.at(-1) ?? ZERO_PAISE, history).apr,
  }
}

/**
 * True if this borrower can have a product now, with the amounts that their own ceiling leaves, and
 * what to show where not. Their own limits are for our own products.
 */
export function standingOfProduct(
  product: Pick<Product, 'orderNum' | 'isFull' | 'kind' | 'amounts'>,
  history: History,
  limits: OwnLimitsInForce,
  language: Language,
) {
  const loansNeeded = loansNeededFor(product.orderNum, history.ladder)
  const locked = isLocked(product, history)
  const isOwn = product.kind === 'own'
  const within = isOwn ? withinCeiling(product.amounts, limits) : product.amounts
  const heldBack = isOwn ? whyHeldBack(limits, within, language) : null
  return {
    amounts: within.length > 0 ? within : product.amounts,
    isHeldBack: !locked && !product.isFull && heldBack !== null,
    loansNeeded,
    productStatus: locked ? (0 as const) : (1 as const),
    isFull: product.isFull ? (1 as const) : (0 as const),
    fullMsg: locked
      ? say(language, 'home.locked.opens', { loans: loansNeeded })
      : product.isFull
        ? say(language, 'catalogue.full')
        : heldBack,
  }
}

/** Why the borrower's own limits leave nothing of a product; null if they leave something. */
function whyHeldBack(
  { ceiling, pausedUntil }: OwnLimitsInForce,
  within: readonly Paise[],
  language: Language,
): string | null {
  if (pausedUntil === 'open') return say(language, 'catalogue.own-pause.open')
  if (pausedUntil !== null)
    return say(language, 'catalogue.own-pause', { date: dayText(pausedUntil, language) })
  if (within.length > 0 || ceiling === null) return null
  return say(language, 'catalogue.own-ceiling', { ceiling: moneyWhole(ceiling) })
}

/** The cost of another lender's loan. Needs no session and stores nothing. */
export function comparisonRoutes(): Route[] {
  return routes(comparison, {
    trueCost: async offer => {
      const reckoned = trueCost(offer)
      if (typeof reckoned === 'string') return refused(reckoned)
      const { gst, arrive, repayment, cost, apr } = reckoned
      return { gstFee: gst, arriveAmount: arrive, repaymentAmount: repayment, cost, apr }
    },
  })
}
