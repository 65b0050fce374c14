import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { instant } from '#contract/wire.ts'

/** The facts for an emergency contact: who named them, by first name, and when; and the lender. */
const naming = v.object({
  /** Empty where the name is not known but for titles. */
  firstName: v.string(),
  lender: v.string(),
  namedAt: instant,
  /** Their data is erased: this flag is all that is left. */
  isDeclined: v.boolean(),
})

/**
 * Calls for emergency contacts (product §8). The secret of the link they received is sent in the
 * header `link-token`, never in an address; code -4 means that it has expired, and does not refer
 * to a session.
 */
export const contact = {
  naming: {
    does: 'States to an emergency contact who named them, and why.',
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
