import { place } from '#contract/verify.ts'
import { districtsOf, states } from '#server/identity/places/places.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'

/** States and districts. A state that does not exist has none. */
export function placeRoutes(): Route[] {
  return routes(place, {
    states: async (_input, { language }) => [...states(language)],
    districts: async ({ stateId }) => [...districtsOf(stateId)],
  })
}
