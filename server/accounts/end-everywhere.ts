import { endDevice, knownDevicesOf } from '#server/accounts/db/device.ts'
import { endSession } from '#server/accounts/db/session.ts'
import { removePushOfDevices } from '#server/notices/db/push.ts'
import type { Transaction } from '#server/platform/db/open.ts'

/**
 * Ends every session of a borrower at once, as after a theft, and stops the notifications to their
 * devices. No device is known any more: each confirms its owner again.
 */
export async function endEverywhere(tx: Transaction, borrowerId: string): Promise<void> {
  await endSession(tx, borrowerId, null)
  for (const deviceId of await knownDevicesOf(tx, borrowerId))
    await endDevice(tx, borrowerId, deviceId)
  await removePushOfDevices(tx, borrowerId, null)
}
