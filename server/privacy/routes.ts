import { device } from '#contract/device.ts'
import { ownData } from '#contract/own-data.ts'
import { tracking } from '#contract/tracking.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import { downloadOwnData } from '#server/privacy/data-download.ts'
import { type EraseServices, eraseOwnData } from '#server/privacy/erase.ts'
import {
  answerConsent,
  optionalConsents,
  takeLocation,
  whatToCollect,
} from '#server/privacy/optional-consent.ts'
import { dataOverview } from '#server/privacy/own-data.ts'
import { track, trackingConfig } from '#server/privacy/tracking.ts'
import type { Services } from '#server/services.ts'

/** The location, and the other optional consents. */
export function deviceRoutes(services: Services): Route[] {
  const { db } = services
  return routes(device, {
    needUpload: (_input, { borrowerId }) => whatToCollect(db, borrowerId),
    uploadInfo: (location, call) => takeLocation(services, call, location),
    consents: (_input, { borrowerId }) => optionalConsents(db, borrowerId),
    answerConsent: (answer, call) => answerConsent(services, call, answer),
  })
}

/** A borrower's data: overview, download and erasure. */
export function ownDataRoutes(services: EraseServices): Route[] {
  return routes(ownData, {
    overview: (_input, call) => dataOverview(services.db, call),
    download: (_input, call) => downloadOwnData(services, call),
    erase: ({ what }, call) => eraseOwnData(services, call, what),
  })
}

/** The app's usage reports. */
export function trackingRoutes(services: Services): Route[] {
  return routes(tracking, {
    config: (_input, call) => trackingConfig(services, call),
    events: ({ events }, call) => track(services, call, events),
    eventsAndPages: ({ events }, call) => track(services, call, events),
    page: (behaviour, call) => track(services, call, [behaviour]),
  })
}
