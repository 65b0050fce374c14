import { endDevice, knownDevicesOf } from '#server/accounts/db/device.ts'
import { endSession } from '#server/accounts/db/session.ts'
import { findBorrowerByPhone } from '#server/accounts/db/sign-in.ts'
import { removePushOfDevices } from '#server/notices/db/push.ts'
import type { Services } from '#server/services.ts'

/** The borrower of a number as it is written at the desk, with or without `+91` and spaces. */
export async function borrowerOfNumber(
  { db, cipher }: Pick<Services, 'db' | 'cipher'>,
  typed: string,
): Promise<string | undefined> {
  const digits = typed.replace(/\D/g, '')
  const phone = digits.length === 10 ? `91${digits}` : digits
  return findBorrowerByPhone(db, cipher.keyedHash('phone', phone))
}

/**
 * Ends every session of a borrower who called, as after a theft: at once, with notifications to
 * their devices, none of which is known any more.
 */
export async function endSessionsAtDesk(
  { db }: Pick<Services, 'db'>,
  borrowerId: string,
): Promise<void> {
  await db.transaction(async tx => {
    await endSession(tx, borrowerId, null)
    for (const deviceId of await knownDevicesOf(tx, borrowerId))
      await endDevice(tx, borrowerId, deviceId)
    await removePushOfDevices(tx, borrowerId, null)
  })
}
