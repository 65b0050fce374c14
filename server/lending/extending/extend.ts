import type { RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { extension as endpoints } from '#contract/extension.ts'
import { indiaDayOf } from '#domain/day.ts'
import { extensionStates } from '#domain/lending/order.ts'
import { isPageUsable, pageExpiresAt } from '#domain/lending/payment-page.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { fallOverdue } from '#server/lending/closing/overdue.ts'
import { type Extension, extensionsOf, insertExtension } from '#server/lending/db/extension.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { moneyUnderWayOn } from '#server/lending/db/money-under-way.ts'
import { type Order, orderOf } from '#server/lending/db/order.ts'
import { type Payment, pagesOfExtension, paymentOfRequest } from '#server/lending/db/payment.ts'
import { firstReceiptsOf } from '#server/lending/db/receipt.ts'
import {
  keepAddendum,
  whyNotAcknowledgedAddendum,
} from '#server/lending/extending/extension-key-facts.ts'
import {
  type ExtensionQuote,
  extensionQuote,
  orderRepayId,
} from '#server/lending/extending/extension-quote.ts'
import type { LendingServices, LendingWork } from '#server/lending/orders/lending-services.ts'
import { moveOrder } from '#server/lending/orders/move-order.ts'
import { followCourse } from '#server/lending/repaying/follow-course.ts'
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

/** The page on which the fee is paid, and its payment request if anything is left to pay. */
type FeePage = PaymentPage & { readonly paymentId: string | undefined }

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
): Promise<FeePage | NotExtended> {
  const requestKey = `${actionKey} ${wish.orderId} extension`
  const request = await unlessRefused(services.db, tx =>
    requestExtension({ services, tx, at: now }, wish, requestKey),
  )
  if ('refused' in request) return request
  const back = `/orders/${wish.orderId}/detail`
  // A fee of zero needs no page.
  const { payment } = request
  if (!payment) return { paymentId: undefined, url: new URL(back, services.publicOrigin()).href }
  const page = await openPage(services, payment, back)
  return 'refused' in page ? page : { paymentId: payment.id, url: page.url }
}

/** The payment of the fee, where a part of it is still to be paid. */
type FeeRequest = { readonly payment: Payment | undefined }

async function requestExtension(
  work: LendingWork,
  wish: ExtensionRequest,
  requestKey: string,
): Promise<FeeRequest | NotExtended> {
  const { services, tx, at } = work
  const { borrowerId, orderId } = wish
  const [, order, earlier] = await Promise.all([
    lockBorrower(tx, borrowerId),
    orderOf(tx, borrowerId, orderId),
    paymentOfRequest(tx, borrowerId, requestKey),
  ])
  if (!order) return refused('order-not-found')
  if (earlier) return { payment: earlier }
  const quote = await requestedQuote(tx, order, wish, at)
  if ('refused' in quote) return quote
  const unread = quote.awaiting
    ? undefined
    : whyNotAcknowledgedAddendum(services, order, quote, wish.keyFactsHash)
  if (unread) return unread
  const { moved, extension } = quote.awaiting
    ? { moved: order, extension: quote.awaiting }
    : await writeRequest(work, order, quote, wish.keyFactsHash)
  if (quote.toPay === 0) {
    await followCourse(work, moved, { id: extension.id, actor: 'provider' })
    return { payment: undefined }
  }
  const pages = await pagesOfExtension(tx, extension)
  const canBeUsed = ({ amount, vendor, link, expiresAt }: Payment) =>
    amount === quote.toPay &&
    vendor === services.payment.name &&
    isPageUsable({ expiresAt, isOpen: link !== undefined }, at)
  const open = pages.find(canBeUsed)
  const expiresAt = pageExpiresAt(at, extension.expiresAt)
  const about = {
    amount: quote.toPay,
    lastInstalment: undefined,
    extensionId: extension.id,
    expiresAt,
  }
  const asking = { borrowerId, orderId, requestKey, scope: 'extension', ...about } as const
  return { payment: open ?? (await requestPayment(work, asking)) }
}

/** The quote that the request names, or why it names none. */
async function requestedQuote(
  tx: Transaction,
  order: Order,
  wish: ExtensionWish,
  now: Date,
): Promise<ExtensionQuote | NotExtended> {
  const extension = (await extensionsOf(tx, order.borrowerId, order.id)).find(
    ({ id }) => id === wish.extensionId,
  )
  if (extension?.state === 'paid') return refused('nothing-to-pay')
  if (
    extension?.state === 'lapsed' ||
    (extension?.state === 'awaiting' && extension.expiresAt <= now)
  )
    return refused('extension-expired')
  const quote = await extensionQuote(tx, order, now)
  if ('refused' in quote) return quote
  const isSeen =
    quote.id === wish.extensionId && orderRepayId(order, quote.instalment) === wish.orderRepayId
  return isSeen ? quote : refused('terms-changed')
}

type Requested = { readonly moved: Order; readonly extension: Extension }

async function writeRequest(
  work: LendingWork,
  order: Order,
  quote: ExtensionQuote,
  keyFactsHash: string | undefined,
): Promise<Requested> {
  const { tx, at } = work
  const loan = await loanOf(tx, order)
  const position = loan && positionOn(loan, indiaDayOf(at))
  const { borrowerId, id: orderId } = order
  const isUnderWay = (await moneyUnderWayOn(tx, { borrowerId, orderId }, at)) !== undefined
  // An overdue loan is recorded as overdue, whether the close of business or this request notices
  // first.
  const current =
    position && position.overdueDays > 0 && !isUnderWay
      ? await fallOverdue(tx, order, position, at)
      : order
  const { id, number, instalment, newDueDay, fee, expiresAt, alreadyPaid } = quote
  const row = { borrowerId, orderId, requestedAt: at, expiresAt }
  const requestedAfter = (await firstReceiptsOf(tx, borrowerId, orderId)).length
  await insertExtension(tx, { ...row, id, number, instalment, newDueDay, ...fee, requestedAfter })
  await keepAddendum(work, order, quote)
  const { serviceFee, gst, penal, interest } = fee
  const details = { extensionId: id, serviceFee, gst, penal, interest, newDueDay, keyFactsHash }
  const changes = { extensionState: extensionStates.awaitingPayment }
  const moved = await moveOrder(tx, current, 'requestExtension', changes, {
    actor: 'borrower',
    at,
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
      endedAt: undefined,
      afterReceipts: undefined,
    },
  }
}

/** Cancels an extension for its borrower. Money paid towards it becomes a payment on the loan. */
export async function abandonExtension(
  work: LendingWork,
  wish: ExtensionWish,
): Promise<Order | Refusal<RefusalOf<typeof endpoints.giveUp>>> {
  const { tx } = work
  const { borrowerId, orderId } = wish
  const [, order] = await Promise.all([
    lockBorrower(tx, borrowerId),
    orderOf(tx, borrowerId, orderId),
  ])
  if (!order) return refused('order-not-found')
  const extension = (await extensionsOf(tx, borrowerId, orderId)).find(
    ({ id }) => id === wish.extensionId,
  )
  if (!extension || orderRepayId(order, extension.instalment) !== wish.orderRepayId)
    return refused('order-state')
  if (extension.state === 'abandoned') return order
  if (extension.state !== 'awaiting') return refused('order-state')
  const { id } = extension
  return followCourse(work, order, { id, actor: 'borrower' }, { extensionId: id, how: 'abandoned' })
}
