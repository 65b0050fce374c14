import { contact } from '#contract/contact.ts'
import { declineNaming, namingOf } from '#server/identity/contact-notice.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import type { Services } from '#server/services.ts'

/** The page of an emergency contact, who has no account: the secret of the link says whose it is. */
export function contactRoutes(services: Services): Route[] {
  return routes(contact, {
    naming: (_input, call) => namingOf(services, call),
    decline: (_input, call) => declineNaming(services, call),
  })
}
