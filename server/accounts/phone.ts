import { isMobileNumber, type MobileNumber } from '#domain/phone.ts'
import { phoneOfBorrower } from '#server/accounts/db/sign-in.ts'
import type { Cipher } from '#server/platform/db/encrypt.ts'
import type { Queryable } from '#server/platform/db/open.ts'

/**
 * The borrower's own number, decrypted: for sending to it or comparing with it, never for the log,
 * and for an answer only to staff whose look is recorded.
 */
export async function phoneOf(
  { db, cipher }: { db: Queryable; cipher: Cipher },
  borrowerId: string,
): Promise<MobileNumber> {
  const { phoneSealed } = await phoneOfBorrower(db, borrowerId)
  const phone = cipher.decryptText(phoneSealed, {
    table: 'borrower',
    row: borrowerId,
    column: 'phone_sealed',
  })
  if (!isMobileNumber(phone)) throw new Error('stored phone number is invalid')
  return phone
}
