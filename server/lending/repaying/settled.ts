import { endAutoPay } from '#server/lending/autopay/command.ts'
import { workOnReservationLater } from '#server/lending/borrowing/reservation.ts'
import type { Order } from '#server/lending/db/order.ts'
import { issueNoDues } from '#server/lending/documents/order-documents.ts'
import { endAwaitedPlan } from '#server/lending/restructuring/answer-plan.ts'
import type { Work } from '#server/services.ts'

/**
 * Does what follows the settling of an order, in the same transaction: a hardship plan that is still
 * awaited and AutoPay end; the certificate; the reserved next loan.
 */
export async function afterSettling(work: Work, settled: Order): Promise<void> {
  await endAwaitedPlan(work, settled)
  await endAutoPay(work, settled)
  await issueNoDues(work, settled)
  await workOnReservationLater(work, settled)
}
