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
import { forgetMarks } from '#server/staff/inbox.ts'
import { forgetEndedOfStaff } from '#server/staff/sessions.ts'

type HouseServices = Pick<Services, 'config'> & RetentionServices

const RUN_EVERY_MS = 3_600_000

/** Does all of it, once. Harmless on many servers at once. */
export async function keepHouse(services: HouseServices): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  await forgetLoginChallenges(db, now)
  await forgetConfirmCodes(db, now)
  await forgetPasskeyChallenges(db, now)
  await forgetAadhaarOtps(db, now)
  await forgetContactLinks(db, now)
  await forgetPastWindows(db, now)
  await forgetOldStandings(db, now)
  await forgetOldKeys(db, now)
  await forgetOldSessions(services)
  await forgetOldNativeLogins(services)
  await forgetOldTracked(services)
  await forgetEndedOfStaff(services)
  await forgetMarks(services)
  await keepToPeriods(services)
  await forgetOldReadings(services)
  await completeNameHashes(services)
}

/** Does it now and every hour. */
export function startHousekeeping(services: HouseServices): IntervalJob {
  return every(RUN_EVERY_MS, services, 'keeping house', () => keepHouse(services))
}
