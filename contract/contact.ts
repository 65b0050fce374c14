import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { instant } from '#contract/wire.ts'

/** What an emergency contact may know: who named them, by the first name alone, and when; and who lends. */
const naming = v.object({
  firstName: v.string(),
  lender: v.string(),
  namedAt: instant,
  /** Their data is erased: nothing but this remains to be said. */
  isDeclined: v.boolean(),
})

/**
 * The emergency contact's side (product §8). The secret of the link that was sent to them travels in the header `link-token` and never
 * in an address; code -4 says that it has expired, and means no session.
 */
export const contact = {
  naming: {
    does: 'Tells an emergency contact by whom they were named and why.',
    method: 'GET',
    path: '/auth/v1/contact2',
    auth: 'public',
    sends: 'query',
    input: v.strictObject({}),
    output: naming,
    refusals: ['contact-link-expired'],
    ours: true,
  },
  decline: {
    does: 'Lets an emergency contact decline, which erases their data.',
    method: 'POST',
    path: '/auth/v1/contact2',
    auth: 'public',
    sends: 'json',
    input: v.strictObject({ decline: v.literal(true) }),
    output: naming,
    refusals: ['contact-link-expired'],
    ours: true,
  },
} satisfies Endpoints
