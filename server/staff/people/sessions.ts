/** Sessions of staff: 12 hours at most, 15 minutes without a request (decision 56). */
import type { Output } from '#contract/endpoint.ts'
import type { staffSession } from '#contract/staff/session.ts'
import {
  permissionsOf,
  type Role,
  STAFF_IDLE_MINUTES,
  STAFF_SESSION_HOURS,
} from '#domain/staff/permissions.ts'
import type { StaffCall } from '#server/platform/actions/call.ts'
import type { OpenStaffSession, SignInWay } from '#server/platform/actions/staff-session.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import type { CookieJar } from '#server/platform/http/cookies.ts'
import type { Services } from '#server/services.ts'
import { forgetOldAttempts } from '#server/staff/people/db/provider.ts'
import {
  editedRolesOf,
  endOwnSession,
  forgetOldOfStaff,
  insertStaffSession,
  liveStaffSession,
  noteStaffSeen,
  type StaffLiveness,
  sessionsOfStaff,
} from '#server/staff/people/db/staff.ts'
import { mayBeSimulated } from '#server/staff/people/people.ts'

declare module '#server/platform/actions/staff-session.ts' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to one of another module.
  interface StaffSession {
    readonly roles: readonly Role[]
  }
}

/** The last use is recorded at most this often, so that reads do not become writes. */
const NOTE_EVERY_MS = 60_000

type Parts = Pick<Services, 'db' | 'clock' | 'cipher' | 'ids'>

/** Finds the live session of a cookie's secret, with its person's permissions. */
export function staffOpener({
  db,
  clock,
  cipher,
  config,
}: Omit<Parts, 'ids'> & Pick<Services, 'config'>): OpenStaffSession {
  const areSimulatedLetIn = mayBeSimulated(config)
  return async cookie => {
    const now = clock.wall()
    const [row, edited] = await Promise.all([
      liveStaffSession(db, cipher.keyedHash('staff-session', cookie), livenessAt(now)),
      editedRolesOf(db),
    ])
    if (!row || (row.isSimulated && !areSimulatedLetIn)) return undefined
    // People invited in a demonstration sign in only there, without real vendors.
    if (row.madeBySandbox && config.isReal) return undefined
    const { lastSeenAt, madeBySandbox: _, isConfirmed, ...session } = row
    if (now.getTime() - lastSeenAt.getTime() > NOTE_EVERY_MS)
      await noteStaffSeen(db, row.sessionId, now)
    // Until somebody has confirmed the account, its person may only see and end their own session.
    return { ...session, permissions: permissionsOf(isConfirmed ? row.roles : [], edited) }
  }
}

/** Starts a session, gives the browser its cookie, and records the sign-in. */
export async function createStaffSession(
  { clock, cipher, ids }: Pick<Parts, 'clock' | 'cipher' | 'ids'>,
  tx: Transaction,
  { staffId, way }: { readonly staffId: string; readonly way: SignInWay },
  cookies: Pick<CookieJar, 'write'>,
): Promise<void> {
  const at = clock.wall()
  const cookie = ids.secret()
  const cookieHash = cipher.keyedHash('staff-session', cookie)
  await insertStaffSession(tx, { sessionId: ids.uuid(at), cookieHash, staffId, way, at })
  cookies.write('staff', cookie, STAFF_SESSION_HOURS * 3_600)
  const action = 'staff-signed-in'
  await writeAudit(tx, cipher, {
    actor: `staff:${staffId}`,
    action,
    subject: staffId,
    at: clock.now(),
  })
}

/** The live sessions of the caller, the newest first. */
export async function ownSessions(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { staff }: StaffCall,
): Promise<Output<typeof staffSession.sessions>> {
  const rows = await sessionsOfStaff(db, staff.staffId, livenessAt(clock.wall()))
  return {
    sessions: rows.map(row => ({ ...row, isThis: row.sessionId === staff.sessionId })),
  }
}

/** Ends a session of the caller, and none of somebody else. */
export async function endOneSession(
  { db, cipher }: Pick<Parts, 'db' | 'cipher'>,
  sessionId: string,
  { staff: { staffId }, now }: StaffCall,
): Promise<null> {
  await db.transaction(async tx => {
    if (!(await endOwnSession(tx, staffId, sessionId))) return
    const actor = `staff:${staffId}`
    const action = 'staff-session-ended'
    await writeAudit(tx, cipher, { actor, action, subject: staffId, at: now })
  })
  return null
}

function livenessAt(wall: Date): StaffLiveness {
  return {
    createdSince: new Date(wall.getTime() - STAFF_SESSION_HOURS * 3_600_000),
    seenSince: new Date(wall.getTime() - STAFF_IDLE_MINUTES * 60_000),
  }
}

/** Removes sessions, challenges and links that can no longer be used. */
export async function forgetEndedOfStaff({
  db,
  clock,
}: Pick<Parts, 'db' | 'clock'>): Promise<void> {
  const now = clock.wall()
  await forgetOldOfStaff(db, livenessAt(now), now)
  await forgetOldAttempts(db, now)
}
