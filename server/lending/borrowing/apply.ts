import type { RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { order as endpoints } from '#contract/order.ts'
import { type Day, indiaDayOf } from '#domain/day.ts'
import { isVerified, NOTHING_VERIFIED } from '#domain/identity/verification.ts'
import { eligibilityAt } from '#domain/lending/eligibility.ts'
import { canMove } from '#domain/lending/order.ts'
import { NO_OWN_LIMITS, type OwnLimits, ownLimitsInForce } from '#domain/lending/own-limits.ts'
import type { Paise } from '#domain/money.ts'
import { type BankCardSummary, bankCardSummariesOf } from '#server/identity/db/bank-card.ts'
import { stepsDoneOfEach } from '#server/identity/db/verification.ts'
import { CONFIGURED_STEPS } from '#server/identity/verification.ts'
import {
  isOffered,
  type KeyFactsServices,
  storeKeyFacts,
} from '#server/lending/borrowing/key-facts.ts'
import { discloses, type Offer, offerFor } from '#server/lending/borrowing/offer.ts'
import {
  insertOrders,
  type Order,
  orderOf,
  ordersOfEach,
  type Purpose,
} from '#server/lending/db/order.ts'
import { recordFirstEvents } from '#server/lending/db/order-event.ts'
import { ownLimitsOfEach } from '#server/lending/db/own-limits.ts'
import { activeProductOfEach, type ProductOnDay } from '#server/lending/db/product.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { moveOrder } from '#server/lending/orders/move-order.ts'
import type { Answer } from '#server/platform/actions/call.ts'
import { type Action, once } from '#server/platform/actions/idempotency.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Database, Transaction } from '#server/platform/db/open.ts'
import type { Work } from '#server/services.ts'

export type Application = {
  readonly borrowerId: string
  readonly cardId: string | undefined
  readonly productId: string
  readonly amount: Paise
  /** The repayment interval; if absent, the product's own applies. */
  readonly period: number | undefined
  /** The hash of the terms that the borrower has read. */
  readonly termsHash: string | undefined
  readonly purpose: Purpose | undefined
  /** The hash of the Key Facts Statement that the borrower acknowledged. */
  readonly keyFactsHash: string | undefined
  /**
   * Takes effect only if the statement was acknowledged; otherwise the offer waits for Get Money.
   */
  readonly autoGetMoney: boolean
}

/** An application with its idempotency key. */
export type ApplyRequest = { readonly action: Action; readonly application: Application }
export type ApplyAnswer = Answer<typeof endpoints.apply>
type ApplyRefusal = Refusal<RefusalOf<typeof endpoints.apply>>

/** A new order with its terms. */
type NewOrder = ReturnType<typeof orderOnTerms> & {
  readonly state: 'auditing'
  readonly keyFactsHash: string | undefined
}
export type ApplyServices = Pick<LendingServices, 'ids' | 'queue'> & KeyFactsServices

/**
 * Runs an application for the first request with its key; a repeated request gets the stored
 * answer.
 */
export function applyOnce(
  services: ApplyServices & { readonly db: Database },
  { action, application }: ApplyRequest,
): Promise<ApplyAnswer> {
  return once(services.db, action, async tx => {
    await lockBorrower(tx, application.borrowerId)
    return apply({ services, tx, at: action.now }, application)
  })
}

/**
 * Applies for a loan on terms frozen now; the rules decide a moment later. Needs the borrower's
 * lock.
 */
export async function apply(
  work: Work<ApplyServices>,
  application: Application,
): Promise<ApplyAnswer> {
  const { services, tx, at } = work
  const [facts] = await factsOfEach(tx, [application], indiaDayOf(at))
  if (!facts) throw new Error('the facts of an application were not read')
  const order = orderFor(services, application, facts, at)
  if (!('refused' in order)) await insertNewOrders(services, tx, [order])
  return answerOf(order)
}

/** The facts that the rules need about each applicant and their request, at the same index. */
export async function factsOfEach(
  tx: Transaction,
  applications: readonly Application[],
  today: Day,
): Promise<Facts[]> {
  const borrowerIds = applications.map(({ borrowerId }) => borrowerId)
  const cardKeys = applications.map(({ borrowerId, cardId = '' }) => ({ borrowerId, cardId }))
  const productIds = applications.map(({ productId }) => productId)
  const [cards, products, orders, steps, limits] = await Promise.all([
    bankCardSummariesOf(tx, cardKeys),
    activeProductOfEach(tx, productIds, today),
    ordersOfEach(tx, borrowerIds),
    stepsDoneOfEach(tx, borrowerIds),
    ownLimitsOfEach(tx, borrowerIds),
  ])
  return applications.map((_application, at) => ({
    card: cards[at],
    product: products[at],
    orders: orders[at] ?? [],
    limits: limits[at] ?? NO_OWN_LIMITS,
    isComplete: isVerified(steps[at] ?? NOTHING_VERIFIED, CONFIGURED_STEPS),
  }))
}

export function answerOf(order: NewOrder | ApplyRefusal): ApplyAnswer {
  if ('refused' in order) return order
  return { orderId: order.id, orderNo: order.orderNo, orderState: order.state }
}

/** Writes each order with its Key Facts Statement, its event and the job that decides it. */
export async function insertNewOrders(
  services: ApplyServices,
  tx: Transaction,
  orders: readonly NewOrder[],
): Promise<void> {
  if (orders.length === 0) return
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
    storeKeyFacts(services, tx, statements),
    recordFirstEvents(tx, events),
    services.queue.enqueueAll(tx, 'decide-order', jobs),
  ])
}

type Facts = {
  readonly card: BankCardSummary | undefined
  readonly product: ProductOnDay | undefined
  readonly orders: readonly Order[]
  readonly limits: OwnLimits
  readonly isComplete: boolean
}

/**
 * Builds the order of an application. Refuses in the specification's order: the bank card first
 * (§5), then the product, the borrower, and whether they may apply at all.
 */
export function orderFor(
  services: ApplyServices,
  application: Application,
  { card, product, orders, limits, isComplete }: Facts,
  at: Date,
): NewOrder | ApplyRefusal {
  const { cardId, keyFactsHash } = application
  if (cardId === undefined) return refused('bank-card-required')
  if (!card) return refused('bank-card-not-found')
  if (card.nameCheck !== 'passed') return refused('bank-card-not-checked')
  const inForce = ownLimitsInForce(limits, indiaDayOf(at))
  const offer = offerFor(product, orders, inForce, application)
  if ('refused' in offer) return offer
  if (!isComplete) return refused('verification-incomplete')
  if (application.termsHash !== undefined && application.termsHash !== offer.termsHash)
    return refused('terms-changed')
  if (keyFactsHash !== undefined && !isOffered(services, discloses(offer), keyFactsHash))
    return refused('key-facts-changed')
  const eligibility = eligibilityAt(at, orders)
  if (eligibility.may === 'follow-order') return refused('order-in-progress')
  if (eligibility.may === 'wait')
    return refused('reapply-too-soon', {
      details: { days: eligibility.days, hours: eligibility.hours, wait: eligibility.wait },
    })
  const order = orderOnTerms(offer, { ...application, cardId: card.id }, services.ids.uuid(at), at)
  return { ...order, state: 'auditing', keyFactsHash }
}

function orderOnTerms(
  { product, quote, termsHash, offerWorkingDays }: Offer,
  application: Application & { cardId: string },
  id: string,
  at: Date,
) {
  const { borrowerId, cardId, purpose, keyFactsHash } = application
  const autoGetMoney = application.autoGetMoney && keyFactsHash !== undefined
  const { terms, serviceFee, gst, arrive, interest, repayment, apr } = quote
  const agreed = {
    terms,
    serviceFee,
    gst,
    arrive,
    interest,
    repayment,
    apr,
    termsHash,
    offerWorkingDays,
  }
  const about = {
    productId: product.id,
    productName: product.name,
    cardId,
    purpose,
    autoGetMoney,
    appliedAt: at,
  }
  return { ...agreed, ...about, borrowerId, id, orderNo: orderNoOf(id, at) }
}

/** Digits and letters that sound and look distinct (Crockford's base 32). */
const SPOKEN = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The order number that borrowers and support staff use, such as `SR 2026 1121 7K3M 9QPX`: its day
 * and forty random bits of its id.
 */
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

/** Withdraws an application, or declines an offer. */
export async function withdraw(
  tx: Transaction,
  { borrowerId, orderId }: { readonly borrowerId: string; readonly orderId: string },
  now: Date,
): Promise<Order | Refusal<RefusalOf<typeof endpoints.withdraw>>> {
  const [, order] = await Promise.all([
    lockBorrower(tx, borrowerId),
    orderOf(tx, borrowerId, orderId),
  ])
  if (!order) return refused('order-not-found')
  if (!canMove(order.state, 'withdraw')) return refused('order-state')
  return moveOrder(tx, order, 'withdraw', { reasons: [] }, { actor: 'borrower', at: now })
}
