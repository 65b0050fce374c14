import type { Transaction } from '#server/db/open.ts'
import type { Order } from '#server/db/order.ts'
import type { LendingServices } from '#server/flows/lending-services.ts'
import { issueNoDues } from '#server/flows/order-papers.ts'
import { workOnReservationLater } from '#server/flows/reservation.ts'

export type SettlingServices = Pick<LendingServices, 'ids' | 'queue' | 'sealer' | 'config'>

/** What follows, in the same transaction, when an order has just been settled: the certificate, and the next loan that waited for it. */
export async function afterSettling(services: SettlingServices, tx: Transaction, settled: Order, at: Date): Promise<void> {
  await issueNoDues(services, tx, settled, at)
  await workOnReservationLater(services, tx, settled)
}
