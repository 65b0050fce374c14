import { isNewPayoutEvent, ownerOfPayout } from '#server/lending/db/payout.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { endPayoutIn } from '#server/lending/payout/payout.ts'
import type { PayoutEvent } from '#server/providers/payout/port.ts'

/** Takes a provider's word of how a payout ended, once by its id and once by its state. It is safe with us when this returns. */
export async function receivePayoutEvent(
  services: LendingServices,
  event: PayoutEvent,
): Promise<void> {
  const { db, clock, log } = services
  const { key, status } = event
  const at = clock.now()
  await db.transaction(async tx => {
    if (!(await isNewPayoutEvent(tx, { ...event, state: status.state }, at))) return
    const borrowerId = await ownerOfPayout(tx, key)
    if (borrowerId === undefined)
      log.error(
        { eventId: event.eventId },
        'a payout that is none of ours was told: a person must look',
      )
    else await endPayoutIn(services, tx, { borrowerId, id: key }, status, at)
  })
}
