import { type Refusal, refused } from '#contract/envelope.ts'
import { indiaDayOf } from '#domain/day.ts'
import { isVerified, NOTHING_VERIFIED } from '#domain/identity/verification.ts'
import { eligibilityAt } from '#domain/lending/eligibility.ts'
import { canMove } from '#domain/lending/order.ts'
import type { Paise } from '#domain/money.ts'
import { type BankCardSummary, bankCardSummariesOf } from '#server/identity/db/bank-card.ts'
import { stepsDoneOfEach } from '#server/identity/db/verification.ts'
import { CONFIGURED_STEPS } from '#server/identity/verification.ts'
import {
  isOffered,
  type KeyFactsServices,
  keepKeyFacts,
} from '#server/lending/borrowing/key-facts.ts'
import { type Offer, offerFor } from '#server/lending/borrowing/offer.ts'
import {
  insertOrders,
  type Order,
  orderOf,
  ordersOfEach,
  type Purpose,
} from '#server/lending/db/order.ts'
import { recordEvents } from '#server/lending/db/order-event.ts'
import { activeProductOfEach, type Product } from '#server/lending/db/product.ts'
import { historyOf } from '#server/lending/orders/history.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { moveOrder } from '#server/lending/orders/move-order.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Transaction } from '#server/platform/db/open.ts'

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

/** An order as it is applied for. */
type NewOrder = ReturnType<typeof orderOnTerms> & {
  readonly state: 'auditing'
  readonly keyFactsHash: string | undefined
}
export type Applied = { readonly order: Pick<Order, 'id' | 'orderNo' | 'state'> } | ApplyRefusal
export type ApplyServices = Pick<LendingServices, 'ids' | 'queue'> & KeyFactsServices

type Dated = Application & { readonly now: Date }

/** Applies for a loan, in a transaction that has locked its borrower. */
export async function apply(
  services: ApplyServices,
  tx: Transaction,
  application: Application,
  now: Date,
): Promise<Applied> {
  const dated = { ...application, now }
  const [known] = await knownOfEach(tx, [dated])
  if (!known) throw new Error('nothing is known of an application')
  const { answers, written } = applyAll(services, tx, [{ ...dated, known }])
  await written
  const [answer] = answers
  if (!answer) throw new Error('an application was left without an answer')
  return answer
}

/** What is known of those who apply and what they ask for, each in its place. */
export async function knownOfEach(
  tx: Transaction,
  applications: readonly Dated[],
): Promise<Known[]> {
  const borrowerIds = applications.map(({ borrowerId }) => borrowerId)
  const asked = applications.map(({ borrowerId, cardId = '' }) => ({ borrowerId, cardId }))
  const productIds = applications.map(({ productId }) => productId)
  const [cards, products, orders, steps] = await Promise.all([
    bankCardSummariesOf(tx, asked),
    activeProductOfEach(tx, productIds),
    ordersOfEach(tx, borrowerIds),
    stepsDoneOfEach(tx, borrowerIds),
  ])
  return applications.map((_application, at) => ({
    card: cards[at],
    product: products[at],
    orders: orders[at] ?? [],
    isComplete: isVerified(steps[at] ?? NOTHING_VERIFIED, CONFIGURED_STEPS),
  }))
}

/**
 * Applies for loans of different borrowers, whom the transaction had locked before it learned what is known of them: each on terms
 * frozen now; the rules decide a moment later. Answers each in its place. What is refused writes nothing.
 */
export function applyAll(
  services: ApplyServices,
  tx: Transaction,
  applications: readonly (Dated & { readonly known: Known })[],
): { readonly answers: Applied[]; readonly written: Promise<unknown> } {
  const found = applications.map(application => orderFor(services, application, application.known))
  const made = found.filter((each): each is NewOrder => !('refused' in each))
  const answers = found.map(each =>
    'refused' in each ? each : { order: { id: each.id, orderNo: each.orderNo, state: each.state } },
  )
  return { answers, written: made.length > 0 ? write(services, tx, made) : Promise.resolve() }
}

async function write(
  services: ApplyServices,
  tx: Transaction,
  orders: readonly NewOrder[],
): Promise<void> {
  const by = { event: 'apply', actor: 'borrower' } as const
  const events = orders.map(order => ({
    ...by,
    order,
    at: order.appliedAt,
    details: { keyFactsHash: order.keyFactsHash },
  }))
  const statements = orders.map(order => ({ ...order, madeAt: order.appliedAt }))
  const jobs = orders.map(({ borrowerId, id: orderId }) => ({ borrowerId, orderId }))
  await Promise.all([
    insertOrders(tx, orders),
    keepKeyFacts(services, tx, statements),
    recordEvents(tx, events),
    services.queue.enqueueAll(tx, 'decide-order', jobs),
  ])
}

type Known = {
  readonly card: BankCardSummary | undefined
  readonly product: Product | undefined
  readonly orders: readonly Order[]
  readonly isComplete: boolean
}

/**
 * The order that an application makes. Refused in the specification's order: the bank card first (§5), then the product, the borrower,
 * and whether they may apply at all.
 */
function orderFor(
  services: ApplyServices,
  application: Dated,
  { card, product, orders, isComplete }: Known,
): NewOrder | ApplyRefusal {
  const { cardId, keyFactsHash, now } = application
  if (cardId === undefined) return refused('bank-card-required')
  if (!card) return refused('bank-card-not-found')
  const offer = offerFor(product, historyOf(orders), application)
  if ('refused' in offer) return offer
  if (!isComplete) return refused('verification-incomplete')
  if (application.termsHash !== undefined && application.termsHash !== offer.termsHash)
    return refused('terms-changed')
  if (keyFactsHash !== undefined && !isOffered(services, offer.quote.terms, keyFactsHash))
    return refused('key-facts-changed')
  const eligibility = eligibilityAt(now, orders)
  if (eligibility.may === 'follow-order') return refused('order-in-progress')
  if (eligibility.may === 'wait')
    return refused('reapply-too-soon', {
      details: { days: eligibility.days, hours: eligibility.hours },
    })
  const order = orderOnTerms(
    offer,
    { ...application, cardId: card.id },
    services.ids.uuid(now),
    now,
  )
  return { ...order, state: 'auditing', keyFactsHash }
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
  const about = {
    productId: product.id,
    productName: product.name,
    cardId,
    purpose,
    autoGetMoney,
    appliedAt: now,
  }
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

/** The borrower withdraws an application, or leaves an offer. */
export async function withdraw(
  tx: Transaction,
  { borrowerId, orderId }: { readonly borrowerId: string; readonly orderId: string },
  now: Date,
): Promise<Order | Refusal<'order-not-found' | 'order-state'>> {
  const [, order] = await Promise.all([
    lockBorrower(tx, borrowerId),
    orderOf(tx, borrowerId, orderId),
  ])
  if (!order) return refused('order-not-found')
  if (!canMove(order.state, 'withdraw')) return refused('order-state')
  return moveOrder(tx, order, 'withdraw', { reasons: [] }, { actor: 'borrower', at: now })
}
