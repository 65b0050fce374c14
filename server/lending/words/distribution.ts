import type { content } from '#contract/content.ts'
import type { Output } from '#contract/endpoint.ts'
import { annualRate } from '#domain/lending/apr.ts'
import { type Quote, tenorDays } from '#domain/lending/terms.ts'
import { basisPoints } from '#domain/money.ts'
import { quoteFor } from '#server/lending/borrowing/offer.ts'
import type { OwnProduct, Product } from '#server/lending/db/product.ts'

type Loans = Output<typeof content.distribution>['loans']

/** Somebody who comes from a store has repaid nothing yet. */
const NEWCOMER = { discount: basisPoints(0) }

/**
 * The range and the highest cost of all loans of ours, and one of them as an example: what Google Play asks of a store page, and no
 * figure that the catalogue does not bear out (product §1; regulation C2).
 */
export function loansOnOffer(products: readonly Product[]): Loans {
  const ownProducts = products.filter((product): product is OwnProduct => product.kind === 'own')
  const quoted = ownProducts.flatMap(product =>
    product.amounts.map(amount => ({ product, quote: quoteFor(product, amount, NEWCOMER) })),
  )
  const shown = ownProducts.find(({ isFull }) => !isFull) ?? ownProducts[0]
  const example = quoted.findLast(({ product }) => product === shown)
  if (!example) return null
  return {
    leastDays: Math.min(...ownProducts.map(({ terms }) => tenorDays(terms))),
    mostDays: Math.max(...ownProducts.map(({ terms }) => terms.maxTenorDays)),
    highestApr: basisPoints(Math.max(...quoted.map(({ quote }) => quote.apr))),
    highestAnnualRate: basisPoints(
      Math.max(...ownProducts.map(({ terms }) => annualRate(terms.rate))),
    ),
    example: exampleOf(example.product, example.quote),
  }
}

function exampleOf({ name, terms }: OwnProduct, quote: Quote): NonNullable<Loans>['example'] {
  return {
    name,
    amount: quote.terms.principal,
    arriveAmount: quote.arrive,
    cost: quote.cost,
    repaymentAmount: quote.repayment,
    serviceFee: quote.serviceFee,
    gstFee: quote.gst,
    interest: quote.interest,
    interestRate: terms.rate,
    period: terms.periodDays,
    instalments: terms.instalments,
    instalment: quote.schedule[0]?.amount ?? quote.repayment,
    apr: quote.apr,
  }
}
