import { digilocker as endpoints } from '#contract/digilocker.ts'
import {
  type DigilockerServices,
  digilockerResult,
  openDigilocker,
} from '#server/identity/digilocker.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'

/** Sharing the Aadhaar out of DigiLocker. */
export function digilockerRoutes(services: DigilockerServices): Route[] {
  return routes(endpoints, {
    offer: async () => ({ isOffered: services.digilocker ? (1 as const) : (0 as const) }),
    open: ({ pid }, call) => openDigilocker(services, call, pid),
    result: (_input, call) => digilockerResult(services, call),
  })
}
