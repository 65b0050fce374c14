import { workOnReservationLater } from '#server/lending/borrowing/reservation.ts'
import type { Order } from '#server/lending/db/order.ts'
import { issueNoDues } from '#server/lending/documents/order-documents.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import type { Transaction } from '#server/platform/db/open.ts'

export type SettlingServices = Pick<LendingServices, 'ids' | 'queue' | 'cipher' | 'config'>

/**
 * What follows in the same transaction when an order is settled: the certificate, and the reserved
 * next loan.
 */
export async function afterSettling(
  services: SettlingServices,
  tx: Transaction,
  settled: Order,
  at: Date,
): Promise<void> {
  await issueNoDues(services, tx, settled, at)
  await workOnReservationLater(services, tx, settled)
}
