import type { Payment } from '#server/lending/db/payment.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import type { PaymentPort } from '#server/providers/payment/port.ts'

/** The service to ask about a payment request, and to refund its money through. */
export type Collector = Pick<PaymentPort, 'name' | 'attempts' | 'refund'>

const NOBODY: Collector = {
  name: 'none',
  attempts: () => Promise.reject(new Error('AutoPay is not configured')),
  refund: () => Promise.reject(new Error('AutoPay is not configured')),
}

/** The service that collects a payment: the holder of mandates for a debit, else the page's provider. */
export function collectorOf(
  { payment, mandate }: Pick<LendingServices, 'payment' | 'mandate'>,
  { scope }: Pick<Payment, 'scope'>,
): Collector {
  return scope === 'autopay' ? (mandate ?? NOBODY) : payment
}
