/** Decides who may make a call of staff. Sessions of staff open no calls of borrowers, and the reverse. */
import type { Endpoint } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type {
  OpenStaffSession,
  Permission,
  StaffSession,
} from '#server/platform/actions/staff-session.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { CookieJar } from '#server/platform/http/cookies.ts'

export type StaffDoor = {
  readonly clock: Clock
  /** Absent where there is no console. */
  readonly openStaff?: OpenStaffSession | undefined
  readonly isProofFresh: (provedAt: Date, now: Date) => boolean
}

/** The permission that a call of staff needs; undefined for the other calls. */
export function permissionFor({ auth }: Endpoint): Permission | undefined {
  return typeof auth === 'object' ? auth.staff : undefined
}

/** The session of the cookie, if it may make this call now; the refusal otherwise. */
export async function admitStaff(
  { openStaff, isProofFresh, clock }: StaffDoor,
  endpoint: Endpoint,
  cookies: CookieJar,
): Promise<StaffSession | Refusal> {
  const cookie = cookies.read('staff')
  const session = cookie === undefined ? undefined : await openStaff?.(cookie)
  if (!session) return refused('not-logged-in')
  const permission = permissionFor(endpoint)
  if (permission === undefined || !session.permissions.has(permission))
    return refused('not-permitted')
  return endpoint.reauthenticates && !isProofFresh(session.provedAt, clock.wall())
    ? refused('proof-required')
    : session
}
