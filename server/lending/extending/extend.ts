import type { RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { extension as endpoints } from '#contract/extension.ts'
import { type Day, indiaDayOf, laterDay } from '#domain/day.ts'
import { extensionStates } from '#domain/lending/order.ts'
import { isPageUsable, pageExpiresAt } from '#domain/lending/payment-page.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { fallOverdue } from '#server/lending/closing/overdue.ts'
import { type Extension, extensionsOf, insertExtension } from '#server/lending/db/extension.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { type Order, orderOf } from '#server/lending/db/order.ts'
import { type Payment, paymentOfRequest, unpaidForExtension } from '#server/lending/db/payment.ts'
import { endExtension, payExtension } from '#server/lending/extending/end-extension.ts'
import {
  keepAddendum,
  whyNotAcknowledgedAddendum,
} from '#server/lending/extending/extension-key-facts.ts'
import {
  type ExtensionQuote,
  extensionQuote,
  orderRepayId,
} from '#server/lending/extending/extension-quote.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { moveOrder } from '#server/lending/orders/move-order.ts'
import {
  openPage,
  type PaymentPage,
  requestPayment,
} from '#server/lending/repaying/payment-page.ts'
import { unlessRefused } from '#server/platform/actions/idempotency.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Transaction } from '#server/platform/db/open.ts'

/** The offer that the borrower saw and asks for. */
export type ExtensionWish = {
  readonly borrowerId: string
  readonly orderId: string
  readonly extensionId: string
  readonly orderRepayId: string
}

/** The same, with the addendum that was acknowledged. */
export type ExtensionRequest = ExtensionWish & { readonly keyFactsHash?: string | undefined }

type NotExtended = Refusal<RefusalOf<typeof endpoints.apply>>

/**
 * Requests an extension on exactly the terms that were shown, and opens the page on which its fee
 * is paid. Asking again opens the same page. Nothing is charged until the fee is paid in full.
 */
export async function applyForExtension(
  services: LendingServices,
  wish: ExtensionRequest,
  actionKey: string,
  now: Date,
): Promise<PaymentPage | NotExtended> {
  const requestKey = `${actionKey} ${wish.orderId} extension`
  const asked = await unlessRefused(services.db, tx =>
    requestExtension(services, tx, wish, requestKey, now),
  )
  if ('refused' in asked) return asked
  const back = `/orders/${wish.orderId}/detail`
  // A fee of zero needs no page.
  if (asked.payment === undefined) return { url: new URL(back, services.publicOrigin()).href }
  return openPage(services, asked.payment, 'extension', back)
}

type Asked = { readonly payment: Payment | undefined }

async function requestExtension(
  services: LendingServices,
  tx: Transaction,
  wish: ExtensionRequest,
  requestKey: string,
  now: Date,
): Promise<Asked | NotExtended> {
  const { borrowerId, orderId } = wish
  const [, order, earlier] = await Promise.all([
    lockBorrower(tx, borrowerId),
    orderOf(tx, borrowerId, orderId),
    paymentOfRequest(tx, borrowerId, requestKey),
  ])
  if (!order) return refused('order-not-found')
  if (earlier) return { payment: earlier }
  const quote = await askedFor(tx, order, wish, now)
  if ('refused' in quote) return quote
  const unread = quote.asked
    ? undefined
    : whyNotAcknowledgedAddendum(services, order, quote, wish.keyFactsHash)
  if (unread) return unread
  const { moved, extension } = quote.asked
    ? { moved: order, extension: quote.asked }
    : await writeRequest(services, tx, order, quote, { at: now, keyFactsHash: wish.keyFactsHash })
  if (quote.left === 0) {
    await payExtension(services, tx, moved, extension, { at: now, day: indiaDayOf(now) })
    return { payment: undefined }
  }
  const pages = await unpaidForExtension(tx, extension)
  const canBeUsed = ({ amount, vendor, link, expiresAt }: Payment) =>
    amount === quote.left &&
    vendor === services.payment.name &&
    isPageUsable({ expiresAt, isOpen: link !== undefined }, now)
  const open = pages.find(canBeUsed)
  const expiresAt = pageExpiresAt(now, extension.expiresAt)
  const about = {
    amount: quote.left,
    lastInstalment: undefined,
    extensionId: extension.id,
    expiresAt,
  }
  const asking = { borrowerId, orderId, requestKey, scope: 'extension', ...about } as const
  return { payment: open ?? (await requestPayment(services, tx, asking, now)) }
}

/** The quote that the request names, or why it names none. */
async function askedFor(
  tx: Transaction,
  order: Order,
  wish: ExtensionWish,
  now: Date,
): Promise<ExtensionQuote | NotExtended> {
  const known = (await extensionsOf(tx, order.borrowerId, order.id)).find(
    ({ id }) => id === wish.extensionId,
  )
  if (known?.state === 'paid') return refused('nothing-to-pay')
  if (known?.state === 'lapsed' || (known?.state === 'awaiting' && known.expiresAt <= now))
    return refused('extension-expired')
  const quote = await extensionQuote(tx, order, now)
  if ('refused' in quote) return quote
  const isSeen =
    quote.id === wish.extensionId && orderRepayId(order, quote.instalment) === wish.orderRepayId
  return isSeen ? quote : refused('terms-changed')
}

type Requested = { readonly moved: Order; readonly extension: Extension }

async function writeRequest(
  services: LendingServices,
  tx: Transaction,
  order: Order,
  quote: ExtensionQuote,
  { at: now, keyFactsHash }: { readonly at: Date; readonly keyFactsHash: string | undefined },
): Promise<Requested> {
  const loan = await loanOf(tx, order)
  const position = loan && positionOn(loan, indiaDayOf(now))
  // An overdue loan is recorded as overdue, whether the close of business or this request notices
  // first.
  const seen =
    position && position.overdueDays > 0 ? await fallOverdue(tx, order, position, now) : order
  const { id, number, instalment, newDueDay, fee, expiresAt, alreadyPaid } = quote
  const row = { borrowerId: order.borrowerId, orderId: order.id, requestedAt: now, expiresAt }
  await insertExtension(tx, { ...row, id, number, instalment, newDueDay, ...fee })
  await keepAddendum(services, tx, order, quote, now)
  const { serviceFee, gst, penal, interest } = fee
  const details = { extensionId: id, serviceFee, gst, penal, interest, newDueDay, keyFactsHash }
  const changes = { extensionState: extensionStates.awaitingPayment }
  const moved = await moveOrder(tx, seen, 'requestExtension', changes, {
    actor: 'borrower',
    at: now,
    details,
  })
  return {
    moved,
    extension: {
      ...row,
      id,
      number,
      instalment,
      newDueDay,
      ...fee,
      state: 'awaiting',
      paid: alreadyPaid,
    },
  }
}

/** Cancels an extension for its borrower. Money paid towards it becomes a payment on the loan. */
export async function abandonExtension(
  services: LendingServices,
  tx: Transaction,
  wish: ExtensionWish,
  now: Date,
): Promise<Order | Refusal<RefusalOf<typeof endpoints.giveUp>>> {
  const { borrowerId, orderId } = wish
  const [, order] = await Promise.all([
    lockBorrower(tx, borrowerId),
    orderOf(tx, borrowerId, orderId),
  ])
  if (!order) return refused('order-not-found')
  const known = (await extensionsOf(tx, borrowerId, orderId)).find(
    ({ id }) => id === wish.extensionId,
  )
  if (!known || orderRepayId(order, known.instalment) !== wish.orderRepayId)
    return refused('order-state')
  if (known.state === 'abandoned') return order
  if (known.state !== 'awaiting') return refused('order-state')
  const day = await dayOn(tx, order, indiaDayOf(now))
  return endExtension(services, tx, order, known, {
    how: 'abandoned',
    actor: 'borrower',
    at: now,
    day,
  })
}

/** The day as of which the loan can be paid: never before the latest day already booked. */
export async function dayOn(tx: Transaction, order: Order, day: Day): Promise<Day> {
  const last = (await loanOf(tx, order))?.payments.at(-1)?.day
  return last ? laterDay(last, day) : day
}
