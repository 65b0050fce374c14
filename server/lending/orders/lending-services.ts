import type { PaymentPort } from '#server/providers/payment/port.ts'
import type { PayoutPort } from '#server/providers/payout/port.ts'
import type { PushPort } from '#server/providers/push/port.ts'
import type { Services } from '#server/services.ts'

/** What lending stands on beside everything else: money out, money in, and telling the borrower. */
export type LendingServices = Services & {
  readonly payout: PayoutPort
  readonly payment: PaymentPort
  readonly push: PushPort
  /** Where browsers reach the product, without a slash at its end. */
  readonly publicOrigin: () => string
}
