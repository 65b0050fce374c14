/** The last step of every sign-in: the borrower of a number, their device, and a new session. */

import { sessionsToEnd } from '#domain/accounts/live-sessions.ts'
import type { MobileNumber } from '#domain/phone.ts'
import { maskedMobileNumber } from '#domain/phone.ts'
import { recordConsent } from '#server/accounts/db/consent.ts'
import { deviceOf, ownDeviceAmong } from '#server/accounts/db/device.ts'
import {
  endSession,
  insertSession,
  liveSessionsOf,
  secretHash,
} from '#server/accounts/db/session.ts'
import { createBorrower, findBorrowerByPhone } from '#server/accounts/db/sign-in.ts'
import { sessionToken } from '#server/accounts/session-token.ts'
import { livenessAt } from '#server/accounts/sessions.ts'
import { removePushOfDevices } from '#server/notices/db/push.ts'
import type { SessionRow } from '#server/platform/actions/session.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Work } from '#server/services.ts'
import type { Language } from '#words/language.ts'

/** The keys of the new session: its token's secret, and the hashes of its other half and of its device. */
export type Key = {
  readonly secret: string
  readonly halfHash: Buffer
  readonly boundTo: SessionRow['boundTo']
  /** The marks that the request shows, and the one of a new device. */
  readonly deviceHashes: { readonly shown: readonly Buffer[]; readonly fresh: Buffer }
  /** Receives the one that is the borrower's device. */
  readonly noteDevice: (hash: Buffer) => void
  readonly isAppUser: boolean
  /** A code or a passkey has just proved the owner; an exchange code or a partner does not. */
  readonly isProof?: true
}

type Entry = {
  readonly phone: MobileNumber
  readonly phoneHash: Buffer
  readonly key: Key
  /**
   * The language in which the sign-in page's agreement was read; undefined where another party,
   * such as a partner, obtained it.
   */
  readonly agreedIn?: Language
  /** The session that the sign-in replaces. */
  readonly replaced?: SessionRow | undefined
}

/** The token of a new session, and whether the borrower or the device is new with it. */
export type Created = { readonly token: string; readonly isNew: boolean }

/**
 * Creates the session and, where missing, borrower and device. Returns whether the borrower is new.
 */
export async function createSessionByPhone(
  work: Work,
  { phone, phoneHash, key, agreedIn, replaced }: Entry,
): Promise<Created> {
  const { services, tx, at } = work
  const { ids, cipher } = services
  let borrowerId = await findBorrowerByPhone(tx, phoneHash)
  let isNew = false
  if (borrowerId === undefined) {
    borrowerId = ids.uuid(at)
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
      createdAt: at,
    })
    // Of two concurrent first sign-ins of a number, the other one's borrower is committed by now.
    if (!isNew) borrowerId = await findBorrowerByPhone(tx, phoneHash)
    if (borrowerId === undefined) throw new Error('a phone number has no borrower')
  }
  const session = await createSession(work, borrowerId, key, replaced)
  if (session.isNew && !isNew)
    await writeAudit(tx, cipher, {
      actor: 'borrower',
      action: 'sign-in-new-device',
      subject: borrowerId,
      at,
    })
  if (agreedIn) {
    const consent = {
      borrowerId,
      consentId: ids.uuid(at),
      purpose: 'agreement',
      language: agreedIn,
      at,
    } as const
    await recordConsent(tx, consent)
  }
  return { token: session.token, isNew }
}

/**
 * Creates a session for a known borrower. Ends the one that it replaces, and the oldest if they have
 * too many. Returns the device, and whether it is new to them.
 */
export async function createSession(
  { services, tx, at }: Work,
  borrowerId: string,
  { secret, halfHash, boundTo, deviceHashes, noteDevice, isAppUser, isProof }: Key,
  replaced?: SessionRow,
): Promise<Created & { readonly deviceId: string }> {
  const { ids, cipher, clock } = services
  const token = sessionToken(cipher, secret, borrowerId)
  // Two concurrent sign-ins count each other's session.
  await lockBorrower(tx, borrowerId)
  if (replaced) await endReplaced(tx, replaced, borrowerId)
  const newDeviceId = ids.uuid(at)
  const deviceHash = await ownDeviceAmong(tx, borrowerId, deviceHashes.shown)
  const cookieHash = deviceHash ?? deviceHashes.fresh
  noteDevice(cookieHash)
  const deviceId = await deviceOf(tx, {
    borrowerId,
    deviceId: newDeviceId,
    cookieHash,
    now: at,
  })
  const wall = clock.wall()
  await insertSession(tx, {
    borrowerId,
    deviceId,
    boundTo,
    isAppUser,
    sessionId: ids.uuid(at),
    tokenHash: secretHash('token', token),
    cookieHash: halfHash,
    at: wall,
    provedAt: isProof ? wall : null,
  })
  const live = await liveSessionsOf(tx, borrowerId, livenessAt(wall))
  for (const oldest of sessionsToEnd(live)) await endSession(tx, borrowerId, oldest)
  return { token, deviceId, isNew: deviceId === newDeviceId }
}

/** Ends a replaced session. Another user of the device gets no notifications for its borrower. */
async function endReplaced(tx: Queryable, replaced: SessionRow, borrowerId: string): Promise<void> {
  await endSession(tx, replaced.borrowerId, replaced.sessionId)
  if (replaced.borrowerId !== borrowerId)
    await removePushOfDevices(tx, replaced.borrowerId, replaced.deviceId)
}
