import { device } from '#contract/device.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import {
  answerConsent,
  optionalConsents,
  takeLocation,
  whatToCollect,
} from '#server/privacy/optional-consent.ts'
import type { Services } from '#server/services.ts'

/** The location, and what else is asked for by itself. */
export function deviceRoutes(services: Services): Route[] {
  const { db } = services
  return routes(device, {
    needUpload: (_input, { borrowerId }) => whatToCollect(db, borrowerId),
    uploadInfo: (location, call) => takeLocation(services, call, location),
    consents: (_input, { borrowerId }) => optionalConsents(db, borrowerId),
    answerConsent: (answer, call) => answerConsent(services, call, answer),
  })
}
