/**
 * Removes data that has expired: codes, sessions, counts, stored answers, reports and the like; and
 * completes rows of the previous version.
 */

import { forgetOldStandings } from '#server/accounts/code-guesses.ts'
import { forgetConfirmCodes } from '#server/accounts/db/confirm-code.ts'
import { forgetPasskeyChallenges } from '#server/accounts/db/passkey.ts'
import { forgetLoginChallenges } from '#server/accounts/db/sign-in.ts'
import { forgetOldNativeLogins } from '#server/accounts/native-login.ts'
import { forgetOldSessions } from '#server/accounts/sessions.ts'
import { completeNameHashes } from '#server/identity/complete-name-hashes.ts'
import { forgetAadhaarOtps } from '#server/identity/db/aadhaar-otp.ts'
import { forgetContactLinks } from '#server/identity/db/contact-notice.ts'
import { forgetOldReadings } from '#server/identity/uploads.ts'
import { forgetOldKeys } from '#server/platform/actions/idempotency.ts'
import { forgetPastWindows } from '#server/platform/db/rate-window.ts'
import { every, type IntervalJob } from '#server/platform/jobs/every.ts'
import { keepToPeriods, type RetentionServices } from '#server/privacy/retention.ts'
import { forgetOldTracked } from '#server/privacy/tracking.ts'
import type { Services } from '#server/services.ts'
import { forgetMarks } from '#server/staff/inbox/inbox.ts'
import { forgetSearches } from '#server/staff/looks/look-limits.ts'
import { forgetEndedOfStaff } from '#server/staff/people/sessions.ts'

type HouseServices = Pick<Services, 'config'> & RetentionServices

const RUN_EVERY_MS = 3_600_000

/**
 * Does all of it, once. Harmless on many servers at once. A work that fails stops no other; the
 * failures are thrown together at the end.
 */
export async function keepHouse(services: HouseServices): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  const works = [
    () => forgetLoginChallenges(db, now),
    () => forgetConfirmCodes(db, now),
    () => forgetPasskeyChallenges(db, now),
    () => forgetAadhaarOtps(db, now),
    () => forgetContactLinks(db, now),
    () => forgetPastWindows(db, now),
    () => forgetOldStandings(db, now),
    () => forgetOldKeys(db, now),
    () => forgetOldSessions(services),
    () => forgetOldNativeLogins(services),
    () => forgetOldTracked(services),
    () => forgetEndedOfStaff(services),
    () => forgetMarks(services),
    () => forgetSearches(services),
    () => keepToPeriods(services),
    () => forgetOldReadings(services),
    () => completeNameHashes(services),
  ]
  const failures: unknown[] = []
  for (const work of works) await work().catch((error: unknown) => failures.push(error))
  if (failures.length > 0)
    throw new AggregateError(failures, 'some of what expired was not removed')
}

/** Does it now and every hour. */
export function startHousekeeping(services: HouseServices): IntervalJob {
  return every(RUN_EVERY_MS, services, 'keeping house', () => keepHouse(services))
}
