/** What nobody needs any more is not kept: codes, sessions, counts, answers, reports and whatever else has had its time. */
import { forgetAadhaarOtps } from '#server/db/aadhaar-otp.ts'
import { forgetConfirmCodes } from '#server/db/confirm-code.ts'
import { forgetContactLinks } from '#server/db/contact-notice.ts'
import { forgetPastWindows } from '#server/db/rate-window.ts'
import { forgetLoginChallenges } from '#server/db/sign-in.ts'
import { forgetOldStandings } from '#server/flows/code-guesses.ts'
import { forgetOldNativeLogins } from '#server/flows/native-login.ts'
import { type Regular, regularly } from '#server/flows/regularly.ts'
import { keepToPeriods, type RetentionServices } from '#server/flows/retention.ts'
import { forgetOldSessions } from '#server/flows/sessions.ts'
import { forgetOldTracked } from '#server/flows/tracking.ts'
import { forgetOldReadings } from '#server/flows/uploads.ts'
import { forgetOldKeys } from '#server/http/idempotency.ts'
import type { Services } from '#server/services.ts'

type HouseServices = Pick<Services, 'config'> & RetentionServices

const RUN_EVERY_MS = 3_600_000

/** Removes all of it, once. Harmless on many servers at once. */
export async function keepHouse(services: HouseServices): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  await forgetLoginChallenges(db, now)
  await forgetConfirmCodes(db, now)
  await forgetAadhaarOtps(db, now)
  await forgetContactLinks(db, now)
  await forgetPastWindows(db, now)
  await forgetOldStandings(db, now)
  await forgetOldKeys(db, now)
  await forgetOldSessions(services)
  await forgetOldNativeLogins(services)
  await forgetOldTracked(services)
  await keepToPeriods(services)
  await forgetOldReadings(services)
}

/** Keeps house now and every hour. */
export function keepHouseRegularly(services: HouseServices): Regular {
  return regularly(RUN_EVERY_MS, services, 'keeping house', () => keepHouse(services))
}
