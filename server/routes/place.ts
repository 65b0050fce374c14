import { place } from '#contract/verify.ts'
import { type Route, routes } from '#server/http/call.ts'
import { districtsOf, states } from '#server/places/places.ts'

/** States and districts. A state that does not exist has none. */
export function placeRoutes(): Route[] {
  return routes(place, {
    states: async (_input, { language }) => [...states(language)],
    districts: async ({ stateId }) => [...districtsOf(stateId)],
  })
}
