import { createHash } from 'node:crypto'
import type { RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { extension as endpoints } from '#contract/extension.ts'
import { type Day, indiaDayOf } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import {
  extensionExpiresAt,
  extensionOffer,
  type NoExtension,
  withExtension,
} from '#domain/lending/extension.ts'
import { feeOf, type RequestedFee } from '#domain/lending/extension-window.ts'
import { type AddendumFacts, addendumFactsOf } from '#domain/lending/key-facts-addendum.ts'
import { type OrderState, owingStates } from '#domain/lending/order.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { leftOverPaise, type Paise, sumPaise, ZERO_PAISE } from '#domain/money.ts'
import { type Extension, extensionsOf } from '#server/lending/db/extension.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import type { Order } from '#server/lending/db/order.ts'
import type { Queryable } from '#server/platform/db/open.ts'

/** The cost of moving the due date: an offer, or the request that awaits its payment. */
export type ExtensionQuote = {
  /** Names exactly this offer. */
  readonly id: string
  readonly number: number
  /** Which instalment would fall due on the new day. */
  readonly instalment: number
  readonly fee: RequestedFee
  readonly alreadyPaid: Paise
  readonly toPay: Paise
  readonly newDueDay: Day
  /** The cost of the whole loan with the extension, and the cost of repaying it today. */
  readonly facts: AddendumFacts
  /** The loan once it is extended. */
  readonly extended: RunningLoan
  readonly expiresAt: Date
  /** Present once the extension was requested. */
  readonly awaiting: Extension | undefined
}

export type NoQuote = Refusal<Exclude<RefusalOf<typeof endpoints.calculate>, 'order-not-found'>>

const REASONS = {
  'nothing-owed': 'nothing-to-pay',
  'cooling-off': 'extension-cooling-off',
  'has-hardship-plan': 'extension-hardship-plan',
  'would-not-move': 'extension-not-available',
  'longest-tenor-reached': 'extension-longest-tenor',
} as const satisfies Record<NoExtension, NoQuote['refused']>

/** The extension that an order has or could have now; or why it can have none. */
export async function extensionQuote(
  db: Queryable,
  order: Order,
  now: Date,
): Promise<ExtensionQuote | NoQuote> {
  const owing: readonly OrderState[] = owingStates
  if (!owing.includes(order.state))
    return refused(order.state === 'settled' ? 'nothing-to-pay' : 'order-state')
  const [loan, extensions] = await Promise.all([
    loanOf(db, order),
    extensionsOf(db, order.borrowerId, order.id),
  ])
  if (!loan) return refused('order-state')
  return quoteOf(order, loan, extensions, now)
}

/** The same quote from an order that is already loaded. */
export function quoteOf(
  order: Order,
  loan: RunningLoan,
  extensions: readonly Extension[],
  now: Date,
): ExtensionQuote | NoQuote {
  const awaiting = extensions.find(({ state }) => state === 'awaiting')
  const today = indiaDayOf(now)
  const offer = awaiting ?? extensionOffer(loan, order.terms, today)
  if (offer === 'longest-tenor-reached')
    return refused(REASONS[offer], { details: { days: order.terms.maxTenorDays } })
  if (typeof offer === 'string') return refused(REASONS[offer])
  const position = positionOn(loan, today)
  const next = position.instalments.find(({ state }) => state !== 'paid')
  if (!next) return refused('nothing-to-pay')
  const { requestedDay, serviceFee, gst, penal, interest, newDueDay } = offer
  const fee: RequestedFee = { requestedDay, serviceFee, gst, penal, interest }
  const number = awaiting?.number ?? extensions.length + 1
  const instalment = awaiting?.instalment ?? next.number
  const alreadyPaid = awaiting?.paid ?? ZERO_PAISE
  const serviceFees = paidOf(extensions).map(({ serviceFee: paid }) => paid)
  const about = {
    loan,
    fee,
    today,
    serviceFees,
    received: order.arrive,
    periodDays: order.terms.periodDays,
  }
  return {
    id: awaiting?.id ?? offerId(order, number, instalment, newDueDay, fee),
    number,
    instalment,
    fee,
    alreadyPaid,
    newDueDay,
    awaiting,
    toPay: leftOverPaise(feeOf(fee), alreadyPaid),
    facts: addendumFactsOf(about),
    extended: withExtension(loan, { requestedDay, paidDay: today, penal, interest }),
    expiresAt: awaiting?.expiresAt ?? extensionExpiresAt(now),
  }
}

/**
 * The service fees paid for moving due dates, without the charges and interest that they settled,
 * in paise.
 */
export function serviceFeesOf(extensions: readonly Extension[]): Paise {
  return sumPaise(paidOf(extensions).map(({ serviceFee }) => serviceFee))
}

/** The extensions that moved a due date, in order. */
export function paidOf(extensions: readonly Extension[]): readonly Extension[] {
  return extensions.filter(({ state }) => state === 'paid')
}

/**
 * The offer's id changes with the day, the fee and any later extension, so the borrower gets
 * exactly the offer that they saw.
 */
function offerId(
  order: Order,
  number: number,
  instalment: number,
  newDueDay: Day,
  fee: RequestedFee,
): string {
  const { serviceFee, gst, penal, interest } = fee
  const named = [order.id, number, instalment, newDueDay, serviceFee, gst, penal, interest]
  return createHash('sha256').update(JSON.stringify(named)).digest('base64url')
}

/** Names the instalment that is extended (specification §3, `orderRepayId`). */
export function orderRepayId({ id }: Pick<Order, 'id'>, instalment: number): string {
  return `${id}-${instalment}`
}

/**
 * The day to which a quote would move the next repayment, as the order page shows it; undefined
 * where there is no offer.
 */
export function extendableTo(
  order: Order,
  loan: RunningLoan | undefined,
  today: Day,
): Day | undefined {
  if (!loan || (order.state !== 'loaned' && order.state !== 'overdue')) return undefined
  const offer = extensionOffer(loan, order.terms, today)
  return typeof offer === 'string' ? undefined : offer.newDueDay
}
