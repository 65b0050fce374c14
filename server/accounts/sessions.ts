/** The lifetime of sessions (product §10, "Session"). */

import { timingSafeEqual } from 'node:crypto'
import { forgetEndedSessions, noteSessionSeen, secretHash } from '#server/accounts/db/session.ts'
import type {
  FindSessions,
  Liveness,
  OpenSession,
  OtherHalf,
  SessionQuery,
  SessionRow,
} from '#server/platform/actions/session.ts'
import { batched } from '#server/platform/db/batch.ts'
import { deviceBinding } from '#server/platform/http/native-device.ts'
import type { Services } from '#server/services.ts'
import { formerSecretHash, sessionQueries } from './session-token.ts'

/** A session ends after this long in any case: a loan of one period, its extensions and a pause. */
export const SESSION_DAYS = 30
/** A session ends after this long without a request: weekly repayments keep it alive. */
export const SESSION_IDLE_DAYS = 14
const MS_PER_DAY = 86_400_000
/** The last use is recorded at most this often, so that reads do not become writes. */
const NOTE_EVERY_MS = 3_600_000

type Parts = Pick<Services, 'db' | 'cipher' | 'clock'>

/**
 * Finds sessions by a token and its other half; none where either is missing, wrong or too old.
 * `find` reads them, with any other data of their borrowers, for all concurrent callers.
 */
export function sessionOpener<Found extends SessionRow>(
  { db, cipher, clock }: Parts,
  find: FindSessions<Found>,
): OpenSession<Found> {
  const sessionOf = batched<SessionQuery, Found | undefined>(db, queries =>
    find(db, queries, livenessAt(clock.wall())),
  )
  const queryOf = sessionQueries(cipher)
  return async (token, half) => {
    const query = queryOf(token)
    const row = await sessionOf(query)
    if (!row || !isItsHalf({ cipher }, row, half, query)) return undefined
    if (row.isToBeNoted) await noteSessionSeen(db, row, clock.wall())
    return row
  }
}

/** True if a request presents the other half of the session that its token found. */
function isItsHalf(
  { cipher }: Pick<Services, 'cipher'>,
  { boundTo, cookieHash }: SessionRow,
  half: OtherHalf,
  { formerHash }: SessionQuery,
): boolean {
  const halfHash = halfHashOf({ cipher }, boundTo, half)
  if (halfHash && timingSafeEqual(cookieHash, halfHash)) return true
  if (formerHash === undefined || boundTo !== 'cookie' || half.cookie === undefined) return false
  return timingSafeEqual(cookieHash, formerSecretHash(cipher, 'cookie', half.cookie))
}

/** A session accepts only the kind of half that it is bound to. */
export function halfHashOf(
  { cipher }: Pick<Services, 'cipher'>,
  boundTo: SessionRow['boundTo'],
  { cookie, deviceKey, device }: Partial<OtherHalf>,
): Buffer | undefined {
  if (boundTo === 'cookie')
    return cookie === undefined ? undefined : Buffer.from(secretHash('cookie', cookie), 'hex')
  if (boundTo === 'key')
    return deviceKey === undefined ? undefined : cipher.keyedHash('session-key', deviceKey)
  return device && cipher.keyedHash('session-device', deviceBinding(device))
}

export function livenessAt(wall: Date): Liveness {
  const before = (ms: number) => new Date(wall.getTime() - ms)
  return {
    createdSince: before(SESSION_DAYS * MS_PER_DAY),
    seenSince: before(SESSION_IDLE_DAYS * MS_PER_DAY),
    notedSince: before(NOTE_EVERY_MS),
  }
}

/** Removes sessions that can no longer be used; for the daily close of business. */
export async function forgetOldSessions({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await forgetEndedSessions(db, livenessAt(clock.wall()))
}
