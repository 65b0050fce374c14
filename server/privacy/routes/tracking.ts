import { tracking } from '#contract/tracking.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import { track, trackingConfig } from '#server/privacy/tracking.ts'
import type { Services } from '#server/services.ts'

/** What the app reports of its own use. */
export function trackingRoutes(services: Services): Route[] {
  return routes(tracking, {
    config: (_input, call) => trackingConfig(services, call),
    events: ({ events }, call) => track(services, call, events),
    eventsAndPages: ({ events }, call) => track(services, call, events),
    page: (behaviour, call) => track(services, call, [behaviour]),
  })
}
