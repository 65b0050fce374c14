/** The last step of every way in: the borrower of a number, their device, and a session of their own. */

import type { MobileNumber } from '#domain/phone.ts'
import { maskedMobileNumber } from '#domain/phone.ts'
import { recordConsent } from '#server/accounts/db/consent.ts'
import { insertSession, secretHash } from '#server/accounts/db/session.ts'
import { createBorrower, deviceOf, findBorrowerByPhone } from '#server/accounts/db/sign-in.ts'
import type { SessionRow } from '#server/platform/actions/session.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import type { Services } from '#server/services.ts'
import type { Language } from '#words/language.ts'

/** What the new session is opened with: its token, the hash of its other half, and what names the device. */
export type Key = {
  readonly token: string
  readonly halfHash: Buffer
  readonly boundTo: SessionRow['boundTo']
  readonly device: string
  readonly isAppUser: boolean
}

type Entry = {
  readonly phone: MobileNumber
  readonly phoneHash: Buffer
  readonly key: Key
  readonly now: Date
  /** In which language the agreement of the sign-in page was read; none where another took it, as a partner does. */
  readonly agreedIn?: Language
}

/** Makes the session, and whatever of borrower and device is not there yet. Says whether the borrower is new. */
export async function createSessionByPhone(
  services: Services,
  tx: Transaction,
  { phone, phoneHash, key, now, agreedIn }: Entry,
): Promise<boolean> {
  const { ids, cipher } = services
  let borrowerId = await findBorrowerByPhone(tx, phoneHash)
  let isNew = false
  if (borrowerId === undefined) {
    borrowerId = ids.uuid(now)
    const phoneSealed = cipher.encrypt(phone, {
      table: 'borrower',
      row: borrowerId,
      column: 'phone_sealed',
    })
    const phoneMasked = maskedMobileNumber(phone)
    isNew = await createBorrower(tx, {
      borrowerId,
      phoneHash,
      phoneSealed,
      phoneMasked,
      createdAt: now,
    })
    // Two first sign-ins of a number at once: the other one's borrower is committed by now.
    if (!isNew) borrowerId = await findBorrowerByPhone(tx, phoneHash)
    if (borrowerId === undefined) throw new Error('a number is taken by nobody')
  }
  const isNewDevice = await createSession(services, tx, borrowerId, key, now)
  if (isNewDevice && !isNew)
    await writeAudit(tx, {
      actor: 'borrower',
      action: 'sign-in-new-device',
      subject: borrowerId,
      at: now,
    })
  if (agreedIn) {
    const consent = {
      borrowerId,
      consentId: ids.uuid(now),
      purpose: 'agreement',
      language: agreedIn,
      at: now,
    } as const
    await recordConsent(tx, consent)
  }
  return isNew
}

/** A session for a borrower who is known. Says whether the device is new to them. */
export async function createSession(
  { ids, cipher, clock }: Services,
  tx: Transaction,
  borrowerId: string,
  { token, halfHash, boundTo, device, isAppUser }: Key,
  now: Date,
): Promise<boolean> {
  const cookieHash = cipher.keyedHash('device-cookie', device)
  const newDeviceId = ids.uuid(now)
  const deviceId = await deviceOf(tx, { borrowerId, deviceId: newDeviceId, cookieHash, now })
  await insertSession(tx, {
    ...{ borrowerId, deviceId, boundTo, isAppUser },
    sessionId: ids.uuid(now),
    tokenHash: secretHash('token', token),
    cookieHash: halfHash,
    at: clock.wall(),
  })
  return deviceId === newDeviceId
}
