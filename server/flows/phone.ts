import { isMobileNumber, type MobileNumber } from '#domain/phone.ts'
import type { Queryable } from '#server/db/open.ts'
import type { Sealer } from '#server/db/seal.ts'
import { phoneOfBorrower } from '#server/db/sign-in.ts'

/** The borrower's own number, opened: for sending to it or comparing with it, never for an answer or the log. */
export async function phoneOf({ db, sealer }: { db: Queryable; sealer: Sealer }, borrowerId: string): Promise<MobileNumber> {
  const { phoneSealed } = await phoneOfBorrower(db, borrowerId)
  const phone = sealer.openText(phoneSealed, { table: 'borrower', row: borrowerId, column: 'phone_sealed' })
  if (!isMobileNumber(phone)) throw new Error('a stored number is not one')
  return phone
}
