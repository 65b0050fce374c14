import { type Refusal, refused } from '#contract/envelope.ts'
import { isPageUsable } from '#domain/lending/payment-page.ts'
import { ZERO_PAISE } from '#domain/money.ts'
import { phoneOf } from '#server/accounts/phone.ts'
import {
  insertPayment,
  type NewPayment,
  type Payment,
  savePaymentLink,
} from '#server/lending/db/payment.ts'
import type { LendingServices, LendingWork } from '#server/lending/orders/lending-services.ts'
import { isWith } from '#server/lending/payout/with-vendor.ts'

/** A page on which the borrower pays. */
export type PaymentPage = { readonly url: string }

/** The time that a provider has to report a payment before it is asked. */
const FIRST_ASK_MS = 60_000

/**
 * Stores a payment request and schedules the question to its provider: money can never arrive for
 * an unknown request.
 */
export async function requestPayment(
  { services, tx, at }: LendingWork,
  request: Omit<NewPayment, 'id' | 'vendor'>,
): Promise<Payment> {
  const { ids, queue, payment: provider } = services
  const { borrowerId, orderId, extensionId, amount, lastInstalment, expiresAt } = request
  const id = ids.uuid(at)
  const vendor = provider.name
  await insertPayment(tx, { ...request, id, vendor }, at)
  const startAfter = new Date(Date.now() + FIRST_ASK_MS)
  await queue.enqueue(
    tx,
    'ask-payment',
    { borrowerId, paymentId: id, round: 0 },
    { startAfter, singletonKey: id },
  )
  const { scope } = request
  const about = { borrowerId, id, orderId, extensionId, scope, amount, lastInstalment, vendor }
  const fresh = {
    link: undefined,
    upi: undefined,
    status: 'pending',
    received: ZERO_PAISE,
    pendingSince: undefined,
  } as const
  return { ...about, ...fresh, createdAt: at, expiresAt, statusAt: at }
}

/**
 * Has the provider open the page of a payment request, outside any transaction; the same request
 * always gets the same page.
 */
export async function openPage(
  services: LendingServices,
  { link: earlierLink, ...payment }: Payment,
  returnPath: string,
): Promise<PaymentPage | Refusal<'payment-not-available'>> {
  const { db, payment: provider, log, clock } = services
  const { id: paymentId, amount, vendor, expiresAt } = payment
  if (!isWith(provider, { vendor, paymentId }, log)) return refused('payment-not-available')
  if (earlierLink) return earlierLink
  if (!isPageUsable({ expiresAt, isOpen: false }, clock.now()))
    return refused('payment-not-available')
  try {
    const link = await provider.createLink({
      paymentId,
      amount,
      expiresAt,
      description: descriptionOf(payment),
      returnUrl: returnUrl(services, returnPath, paymentId),
      payerPhone: await phoneOf(services, payment.borrowerId),
    })
    if (!isTrusted(services, link.url))
      throw new Error('the payment page is on a host that is not configured')
    await savePaymentLink(db, { ...payment, link }, link)
    return link
  } catch (error) {
    log.error({ err: error, paymentId }, 'a payment page could not be opened')
    return refused('payment-not-available')
  }
}

/** The text that the provider shows the payer. */
export function descriptionOf({ id, extensionId }: Pick<Payment, 'id' | 'extensionId'>): string {
  const what = extensionId === undefined ? 'repayment' : 'extension'
  return `Saral loan ${what} ${id.slice(-8)}`
}

/**
 * The address of our page that shows the outcome of the payment. It trusts nothing in the address
 * but asks our server.
 */
function returnUrl({ publicOrigin }: LendingServices, path: string, paymentId: string): string {
  const url = new URL(path, publicOrigin())
  url.searchParams.set('payment', paymentId)
  return url.href
}

/**
 * Borrowers are sent only to our own origin (the simulator's page) or to a configured https host
 * (product §10).
 */
export function isTrusted({ publicOrigin, config }: LendingServices, address: string): boolean {
  const url = new URL(address)
  return (
    url.origin === publicOrigin() ||
    (url.protocol === 'https:' && config.paymentHosts.includes(url.hostname))
  )
}
