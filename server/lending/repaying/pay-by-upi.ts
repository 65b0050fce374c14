import { type Refusal, refused } from '#contract/envelope.ts'
import { isPageUsable } from '#domain/lending/payment-page.ts'
import { readUpiIntent, type UpiIntent } from '#domain/lending/upi-intent.ts'
import { phoneOf } from '#server/accounts/phone.ts'
import { type Payment, paymentOf, savePaymentUpi } from '#server/lending/db/payment.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { isWith } from '#server/lending/payout/with-vendor.ts'
import { descriptionOf } from '#server/lending/repaying/payment-page.ts'
import type { PaymentPort } from '#server/providers/payment/port.ts'

/** The way to pay an open page from a UPI app instead, until the page's end. */
export type UpiOpened = UpiIntent & { readonly intent: string; readonly closesAt: Date }

/**
 * Has the provider request the amount of an open page from a UPI app; the same payment request
 * always gets the same link. It takes money no longer than the page, and what is paid both ways is
 * refunded as on a page that was paid twice.
 */
export async function openUpi(
  services: LendingServices,
  borrowerId: string,
  paymentId: string,
): Promise<UpiOpened | Refusal<'payment-not-found' | 'upi-not-available'>> {
  const { db, payment: provider, log, clock } = services
  const payment = await paymentOf(db, borrowerId, paymentId)
  if (!payment) return refused('payment-not-found')
  const { vendor, expiresAt, link, status, upi } = payment
  if (!link || status === 'paid' || !isWith(provider, { vendor, paymentId }, log))
    return refused('upi-not-available')
  if (!provider.openUpi || !isPageUsable({ expiresAt, isOpen: upi !== undefined }, clock.now()))
    return refused('upi-not-available')
  try {
    const { intent } = upi ?? (await requested(services, provider.openUpi, payment))
    return { ...asking(payment, intent), intent, closesAt: expiresAt }
  } catch (error) {
    log.error({ err: error, paymentId }, 'a payment could not be requested from a UPI app')
    return refused('upi-not-available')
  }
}

async function requested(
  services: LendingServices,
  request: NonNullable<PaymentPort['openUpi']>,
  payment: Payment,
) {
  const { id: paymentId, borrowerId, amount, expiresAt } = payment
  const upi = await request({
    paymentId,
    amount,
    expiresAt,
    description: descriptionOf(payment),
    payerPhone: await phoneOf(services, borrowerId),
  })
  asking(payment, upi.intent)
  return savePaymentUpi(services.db, payment, upi)
}

/** Reads a link, which has to ask for exactly the amount of the payment request. */
function asking({ amount }: Payment, link: string): UpiIntent {
  const intent = readUpiIntent(link)
  if (intent?.amount !== amount) throw new Error('the UPI link asks for another payment')
  return intent
}
