/** A product as a borrower will see it, before it is published: by the functions that show it after. */
import type { Output } from '#contract/endpoint.ts'
import type { products } from '#contract/staff/product.ts'
import { indiaDayOf } from '#domain/day.ts'
import { NO_OWN_LIMITS, ownLimitsInForce } from '#domain/lending/own-limits.ts'
import { offerWorkingDaysOf } from '#domain/lending/policy-limits.ts'
import { loansNeededFor } from '#domain/lending/tier.ts'
import { basisPoints, type Paise, ZERO_PAISE } from '#domain/money.ts'
import { quoteFor, termsHashOf } from '#server/lending/borrowing/offer.ts'
import type { ProductOnDay } from '#server/lending/db/product.ts'
import type { History } from '#server/lending/orders/history.ts'
import { productCard } from '#server/lending/routes/home.ts'
import { quoteAnswer } from '#server/lending/routes/order.ts'
import { productInfo } from '#server/lending/routes/product.ts'
import { type KeyFactsSections, keyFactsStatement } from '#server/lending/words/key-facts.ts'
import type { Config } from '#server/platform/config.ts'
import type { Language } from '#words/language.ts'

type Preview = Output<typeof products.preview>
type Reader = {
  readonly language: Language
  readonly now: Date
  readonly amount?: Paise | undefined
}

/** The product for a borrower who can just have it: without a discount and without limits of their own. */
export function previewOf(
  product: ProductOnDay,
  { lender }: Pick<Config, 'lender'>,
  { language, now, amount: preferred }: Reader,
): Preview {
  const { ladder } = product.limits
  const history: History = {
    loansRepaid: loansNeededFor(product.orderNum, ladder),
    loansRepaidOnTime: 0,
    worstOverdueDays: 0,
    discount: basisPoints(0),
    ladder,
  }
  const limits = ownLimitsInForce(NO_OWN_LIMITS, indiaDayOf(now))
  const card = productCard(product, history, limits, language)
  if (product.kind === 'external')
    return { problems: [], card, page: null, amount: null, cost: null, keyFacts: null }
  const isOffered = preferred !== undefined && product.amounts.includes(preferred)
  const amount = isOffered ? preferred : (product.amounts.at(-1) ?? ZERO_PAISE)
  const quote = quoteFor(product, amount, history)
  const offerWorkingDays = offerWorkingDaysOf(quote.terms, product.limits)
  const { text } = keyFactsStatement({ terms: quote.terms, offerWorkingDays }, lender, language)
  return {
    problems: [],
    card,
    page: productInfo(product, history, limits, language),
    amount,
    cost: quoteAnswer({ quote, termsHash: termsHashOf(product.id, quote) }, now),
    keyFacts: JSON.parse(text) as KeyFactsSections,
  }
}
