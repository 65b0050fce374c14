/** When a session is alive (decisions §10, "Session"). */
import { timingSafeEqual } from 'node:crypto'
import { gathered } from '#server/db/gather.ts'
import { findSessions, forgetEndedSessions, noteSessionSeen, type SessionRow } from '#server/db/session.ts'
import type { OtherHalf, Session } from '#server/http/edge.ts'
import { deviceBinding } from '#server/http/native-device.ts'
import type { Services } from '#server/services.ts'

/** A session ends after this long in any case: a loan of one period, its extensions and a pause fit into it. */
export const SESSION_DAYS = 30
/** And after this long without a request: a borrower who repays every week stays signed in. */
export const SESSION_IDLE_DAYS = 14
const MS_PER_DAY = 86_400_000
/** Seen again is written at most this often, so that reading does not become writing. */
const NOTE_EVERY_MS = 3_600_000

type Parts = Pick<Services, 'db' | 'sealer' | 'clock'>

/** The session that a token and its other half open together; nothing where either is missing, wrong or too old. */
export function sessionFinder({ db, sealer, clock }: Parts): (token: string, half: OtherHalf) => Promise<Session | undefined> {
  const find = gathered<Buffer, SessionRow | undefined>(hashes => findSessions(db, hashes))
  return async (token, half) => {
    const row = await find(sealer.keyedHash('session-token', token))
    const shown = row && halfHashOf({ sealer }, row.boundTo, half)
    if (!row || !shown || !timingSafeEqual(row.cookieHash, shown)) return undefined
    const wall = clock.wall()
    if (hasEnded(row, wall)) return undefined
    if (wall.getTime() - row.lastSeenAt.getTime() > NOTE_EVERY_MS) await noteSessionSeen(db, row, wall)
    return { borrowerId: row.borrowerId, sessionId: row.sessionId, deviceId: row.deviceId, isAppUser: row.isAppUser }
  }
}

/** A session bound to a device does not open with a cookie, nor the other way round. */
export function halfHashOf(
  { sealer }: Pick<Services, 'sealer'>,
  boundTo: SessionRow['boundTo'],
  { cookie, device }: OtherHalf,
): Buffer | undefined {
  if (boundTo === 'cookie') return cookie === undefined ? undefined : sealer.keyedHash('session-cookie', cookie)
  return device && sealer.keyedHash('session-device', deviceBinding(device))
}

function hasEnded({ createdAt, lastSeenAt }: SessionRow, wall: Date): boolean {
  return (
    wall.getTime() - createdAt.getTime() > SESSION_DAYS * MS_PER_DAY ||
    wall.getTime() - lastSeenAt.getTime() > SESSION_IDLE_DAYS * MS_PER_DAY
  )
}

/** Removes what nobody can use any more; for the daily close of business. */
export async function forgetOldSessions({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = (days: number) => new Date(clock.wall().getTime() - days * MS_PER_DAY)
  await forgetEndedSessions(db, { createdBefore: before(SESSION_DAYS), seenBefore: before(SESSION_IDLE_DAYS) })
}
