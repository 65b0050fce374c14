/** The devices of a borrower, and which of them are known (product §10). */
import type { KnownBy } from '#domain/accounts/limited-session.ts'
import { strangePasskeys } from '#domain/accounts/passkeys.ts'
import { passkeysOf, removePasskeyRow } from '#server/accounts/db/passkey.ts'
import { NOBODY, removeLookups } from '#server/accounts/db/session.ts'
import { findBorrowerByPhone } from '#server/accounts/db/sign-in.ts'
import type { Liveness } from '#server/platform/actions/session.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

export type ListedDevice = Row<'device-list'>

const rememberDevice = statement(
  'device-remember',
  `INSERT INTO device (borrower_id, device_id, cookie_hash, first_seen_at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (borrower_id, cookie_hash) DO UPDATE SET cookie_hash = excluded.cookie_hash
   RETURNING device_id AS "deviceId"`,
)
const knownDevice = statement(
  'device-known',
  `SELECT cookie_hash AS "cookieHash" FROM device
   WHERE borrower_id = $1 AND cookie_hash = ANY ($2) AND known_at IS NOT NULL LIMIT 1`,
)
const ownDevice = statement(
  'device-own',
  `SELECT cookie_hash AS "cookieHash" FROM device WHERE borrower_id = $1 AND cookie_hash = ANY ($2)
   ORDER BY known_at NULLS LAST LIMIT 1`,
)
const knowDevice = statement(
  'device-become-known',
  // A proof that stays when a passkey is removed takes the passkey's place.
  `UPDATE device SET known_at = $3, known_by = $4, passkey_id = $5
   WHERE borrower_id = $1 AND device_id = $2 AND (known_at IS NULL OR known_by = 'passkey' AND $5::uuid IS NULL)
     AND NOT EXISTS (SELECT FROM session WHERE borrower_id = $1 AND device_id = $2 AND bound_to = 'device')`,
)
const listDevices = statement(
  'device-list',
  `SELECT d.device_id AS "deviceId!", d.first_seen_at AS "firstSeenAt!", d.known_at IS NOT NULL AS "isKnown!",
     coalesce(bool_or(s.bound_to <> 'cookie'), false) AS "isApp!", max(s.last_seen_at) AS "lastUsedAt"
   FROM device d LEFT JOIN session s ON s.borrower_id = d.borrower_id AND s.device_id = d.device_id
     AND s.created_at >= $2 AND s.last_seen_at >= $3
   WHERE d.borrower_id = $1 GROUP BY d.borrower_id, d.device_id
   HAVING d.known_at IS NOT NULL OR max(s.last_seen_at) IS NOT NULL
   ORDER BY max(s.last_seen_at) DESC NULLS LAST, d.device_id LIMIT 100`,
)
const endSessionsOfDevice = statement(
  'device-end-sessions',
  `DELETE FROM session WHERE borrower_id = $1 AND device_id = $2
   RETURNING session_id AS "sessionId", token_hash AS "tokenHash"`,
)
const forgetDevice = statement(
  'device-forget',
  'UPDATE device SET known_at = NULL, known_by = NULL, passkey_id = NULL WHERE borrower_id = $1 AND device_id = $2',
)
const knownDevices = statement(
  'device-list-known',
  'SELECT device_id AS "deviceId" FROM device WHERE borrower_id = $1 AND known_at IS NOT NULL',
)
const noteIdentity = statement(
  'borrower-identity-verified',
  `UPDATE borrower SET identity_verified_at = $2
   WHERE borrower_id = $1 AND identity_verified_at IS NULL RETURNING borrower_id`,
)

/** The devices with a live session, and the known ones, the last used first. */
export function devicesOf(
  db: Queryable,
  borrowerId: string,
  { createdSince, seenSince }: Pick<Liveness, 'createdSince' | 'seenSince'>,
): Promise<ListedDevice[]> {
  return db.query(listDevices, [borrowerId, createdSince, seenSince])
}

export async function knownDevicesOf(db: Queryable, borrowerId: string): Promise<string[]> {
  return (await db.query(knownDevices, [borrowerId])).map(({ deviceId }) => deviceId)
}

/** Ends a device's sessions and makes it unknown; does nothing to another borrower's device. */
export async function endDevice(tx: Queryable, borrowerId: string, deviceId: string) {
  await removeLookups(tx, borrowerId, await tx.query(endSessionsOfDevice, [borrowerId, deviceId]))
  await tx.query(forgetDevice, [borrowerId, deviceId])
}

/** The first of these devices that is a known device of the number's borrower. */
export async function knownDeviceAmong(
  db: Queryable,
  phoneHash: Buffer,
  cookieHashes: readonly Buffer[],
): Promise<Buffer | undefined> {
  if (cookieHashes.length === 0) return undefined
  // Runs for a number without a borrower too, so that the time of the answer reveals nothing.
  const borrowerId = (await findBorrowerByPhone(db, phoneHash)) ?? NOBODY
  return (await db.maybeOne(knownDevice, [borrowerId, cookieHashes]))?.cookieHash
}

/** The one of these that is a device of the borrower, known ones first. */
export async function ownDeviceAmong(
  db: Queryable,
  borrowerId: string,
  cookieHashes: readonly Buffer[],
): Promise<Buffer | undefined> {
  if (cookieHashes.length === 0) return undefined
  return (await db.maybeOne(ownDevice, [borrowerId, cookieHashes]))?.cookieHash
}

/** The borrower's device with this cookie: the stored one, or a new one under `deviceId`. */
export async function deviceOf(
  db: Queryable,
  device: { borrowerId: string; deviceId: string; cookieHash: Buffer; now: Date },
): Promise<string> {
  const row = await db.one(rememberDevice, [
    device.borrowerId,
    device.deviceId,
    device.cookieHash,
    device.now,
  ])
  return row.deviceId
}

type DeviceKey = { readonly borrowerId: string; readonly deviceId: string }
/** Why a device is known; a passkey only for as long as it exists. */
type Knowing =
  | { readonly by: Exclude<KnownBy, 'passkey'>; readonly passkeyId?: undefined }
  | { readonly by: 'passkey'; readonly passkeyId: string }

/**
 * Makes a device known, for as long as it keeps its cookie or key. One that shows copyable headers
 * alone stays unknown.
 */
export async function makeDeviceKnown(
  tx: Queryable,
  device: DeviceKey & Knowing & { readonly at: Date },
): Promise<void> {
  const { borrowerId, deviceId, by, at, passkeyId } = device
  await tx.query(knowDevice, [borrowerId, deviceId, at, by, passkeyId ?? null])
}

/**
 * Notes that the identity was verified on this device. It becomes known; sessions on unknown
 * devices are limited from now on, and passkeys that were neither added nor used on it end.
 */
export async function noteIdentityVerified(
  tx: Queryable,
  device: DeviceKey & { readonly at: Date },
): Promise<void> {
  const { borrowerId, deviceId, at } = device
  const isFirst = (await tx.query(noteIdentity, [borrowerId, at])).length === 1
  if (isFirst)
    for (const passkeyId of strangePasskeys(await passkeysOf(tx, borrowerId, deviceId)))
      await removePasskeyRow(tx, { borrowerId, passkeyId, currentDeviceId: deviceId })
  await makeDeviceKnown(tx, { ...device, by: 'identity' })
}
