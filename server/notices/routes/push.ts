import { push } from '#contract/push.ts'
import { subscribe, unsubscribe } from '#server/notices/push.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import type { Services } from '#server/services.ts'

/** Where notifications go. */
export function pushRoutes(services: Services): Route[] {
  return routes(push, {
    subscribe: (subscription, call) => subscribe(services, call, subscription),
    unsubscribe: ({ endpoint }, call) => unsubscribe(services, call, endpoint),
  })
}
