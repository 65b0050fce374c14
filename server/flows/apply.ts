import { type Refusal, refused } from '#contract/envelope.ts'
import { indiaDayOf } from '#domain/day.ts'
import { eligibilityAt } from '#domain/eligibility.ts'
import type { Paise } from '#domain/money.ts'
import { bankCardSummaryOf } from '#server/db/bank-card.ts'
import type { Transaction } from '#server/db/open.ts'
import { insertOrder, type Order, ordersOf, type Purpose, recordEvent } from '#server/db/order.ts'
import { activeProduct } from '#server/db/product.ts'
import { lockBorrower } from '#server/db/verification.ts'
import { historyOf } from '#server/flows/history.ts'
import { isOffered, type KeyFactsServices, keepKeyFacts } from '#server/flows/key-facts.ts'
import type { LendingServices } from '#server/flows/lending-services.ts'
import { type Offer, offerFor } from '#server/flows/offer.ts'
import { isVerificationComplete } from '#server/flows/verification.ts'

export type Application = {
  readonly borrowerId: string
  readonly cardId: string | undefined
  readonly productId: string
  readonly amount: Paise
  /** The product's own where none is named. */
  readonly period: number | undefined
  /** The terms that the borrower has read, by name. */
  readonly termsHash: string | undefined
  readonly purpose: Purpose | undefined
  /** The Key Facts Statement that was acknowledged, by its hash. */
  readonly keyFactsHash: string | undefined
  /** Takes hold only with the statement acknowledged; otherwise the offer waits for Get Money. */
  readonly autoGetMoney: boolean
}

export type ApplyRefusal = Refusal<
  | 'bank-card-required'
  | 'bank-card-not-found'
  | 'product-not-found'
  | 'product-locked'
  | 'product-full'
  | 'product-external'
  | 'amount-not-offered'
  | 'period-not-offered'
  | 'verification-incomplete'
  | 'terms-changed'
  | 'key-facts-changed'
  | 'order-in-progress'
  | 'reapply-too-soon'
>

/**
 * Applies for a loan, on terms frozen now; the rules decide a moment later. Refuses in the specification's order: the bank
 * card first (§5), then the product, the borrower, and whether they may apply at all.
 */
export async function apply(
  services: Pick<LendingServices, 'ids' | 'queue'> & KeyFactsServices,
  tx: Transaction,
  application: Application,
  now: Date,
): Promise<{ readonly order: Pick<Order, 'id' | 'orderNo' | 'state'> } | ApplyRefusal> {
  const { ids, queue } = services
  const { borrowerId, cardId, keyFactsHash } = application
  if (cardId === undefined) return refused('bank-card-required')
  const [, card, product, orders, isVerified] = await Promise.all([
    lockBorrower(tx, borrowerId),
    bankCardSummaryOf(tx, borrowerId, cardId),
    activeProduct(tx, application.productId),
    ordersOf(tx, borrowerId),
    isVerificationComplete({ db: tx }, borrowerId),
  ])
  if (!card) return refused('bank-card-not-found')
  const offer = offerFor(product, historyOf(orders), application)
  if ('refused' in offer) return offer
  if (!isVerified) return refused('verification-incomplete')
  if (application.termsHash !== undefined && application.termsHash !== offer.termsHash) return refused('terms-changed')
  if (keyFactsHash !== undefined && !isOffered(services, offer.quote.terms, keyFactsHash)) return refused('key-facts-changed')
  const eligibility = eligibilityAt(now, orders)
  if (eligibility.may === 'follow-order') return refused('order-in-progress')
  if (eligibility.may === 'wait')
    return refused('reapply-too-soon', { details: { days: eligibility.days, hours: eligibility.hours } })

  const order = orderOnTerms(offer, { ...application, cardId: card.id }, ids.uuid(now), now)
  await insertOrder(tx, order)
  await Promise.all([
    keepKeyFacts(services, tx, order, now),
    recordEvent(tx, { ...order, state: 'auditing' }, { event: 'apply', actor: 'borrower', at: now, details: { keyFactsHash } }),
    queue.enqueue(tx, 'decide-order', { borrowerId, orderId: order.id }),
  ])
  return { order: { id: order.id, orderNo: order.orderNo, state: 'auditing' } }
}

function orderOnTerms(
  { product, quote, termsHash }: Offer,
  application: Application & { cardId: string },
  id: string,
  now: Date,
) {
  const { borrowerId, cardId, purpose, keyFactsHash } = application
  const autoGetMoney = application.autoGetMoney && keyFactsHash !== undefined
  const { terms, serviceFee, gst, arrive, interest, repayment, apr } = quote
  const agreed = { terms, serviceFee, gst, arrive, interest, repayment, apr, termsHash }
  const about = { productId: product.id, productName: product.name, cardId, purpose, autoGetMoney, appliedAt: now }
  return { ...agreed, ...about, borrowerId, id, orderNo: orderNoOf(id, now) }
}

/** Digits and letters that cannot be taken for one another when read aloud (Crockford's base 32). */
const SPOKEN = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What a borrower and a person at the lender call an order: `SR 2026 1121 7K3M 9QPX`, its day and forty random bits of its id. */
export function orderNoOf(orderId: string, appliedAt: Date): string {
  const [year, month, dayOfMonth] = indiaDayOf(appliedAt).split('-')
  let bits = BigInt(`0x${orderId.replaceAll('-', '').slice(-10)}`)
  let spoken = ''
  for (let length = 0; length < 8; length += 1) {
    spoken = (SPOKEN[Number(bits & 31n)] ?? '') + spoken
    bits >>= 5n
  }
  return `SR ${year} ${month}${dayOfMonth} ${spoken.slice(0, 4)} ${spoken.slice(4)}`
}
