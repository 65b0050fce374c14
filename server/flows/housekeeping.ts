/** What nobody needs any more is not kept: codes, sessions, counts, answers and reports whose time is over. */
import { forgetAadhaarOtps } from '#server/db/aadhaar-otp.ts'
import { forgetConfirmCodes } from '#server/db/confirm-code.ts'
import { forgetContactLinks } from '#server/db/contact-notice.ts'
import { forgetPastWindows } from '#server/db/rate-window.ts'
import { forgetLoginChallenges } from '#server/db/sign-in.ts'
import { forgetOldNativeLogins } from '#server/flows/native-login.ts'
import { forgetOldSessions } from '#server/flows/sessions.ts'
import { forgetOldTracked } from '#server/flows/tracking.ts'
import { forgetOldKeys } from '#server/http/idempotency.ts'
import type { Services } from '#server/services.ts'

type HouseServices = Pick<Services, 'db' | 'clock' | 'config'>

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
  await forgetOldKeys(db, now)
  await forgetOldSessions(services)
  await forgetOldNativeLogins(services)
  await forgetOldTracked(services)
}

/** Keeps house now and every hour; stops when told, after the run under way. */
export function keepHouseRegularly(services: HouseServices & Pick<Services, 'log'>): { readonly stop: () => Promise<void> } {
  let underWay: Promise<void> = Promise.resolve()
  const run = () => {
    underWay = underWay
      .then(() => keepHouse(services))
      .catch((error: Error) => services.log.error({ err: error }, 'keeping house failed and will run again'))
  }
  run()
  const timer = setInterval(run, RUN_EVERY_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await underWay
    },
  }
}
