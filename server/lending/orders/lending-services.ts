import type { MandatePort } from '#server/providers/mandate/port.ts'
import type { PaymentPort } from '#server/providers/payment/port.ts'
import type { PayoutPort } from '#server/providers/payout/port.ts'
import type { PushPort } from '#server/providers/push/port.ts'
import type { Services, Work } from '#server/services.ts'

/**
 * The services of lending: the common ones, and those for money out, money in and messages to
 * borrowers.
 */
export type LendingServices = Services & {
  readonly payout: PayoutPort
  readonly payment: PaymentPort
  /** Holds AutoPay mandates; undefined where AutoPay is not offered. */
  readonly mandate?: MandatePort | undefined
  readonly push: PushPort
}

/** Work that may need money out, money in or messages to borrowers. */
export type LendingWork = Work<LendingServices>
