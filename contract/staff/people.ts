import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, instant, nothing, text } from '#contract/wire.ts'
import { CONFIRMATION_DIGITS, PERMISSIONS, ROLES } from '#domain/staff/permissions.ts'
import { HINDRANCES } from '#domain/staff/proposal.ts'

/**
 * `to-open`: nobody has opened its link or signed in at the provider. `to-confirm`: somebody has, and
 * somebody else is to confirm that it was the right person. Both may do nothing.
 */
const ACCOUNT_STATES = ['works', 'to-open', 'to-confirm', 'ended'] as const

export const people = {
  list: {
    does: 'The people of the lender with their roles, how far each account is, and the permissions of each role.',
    method: 'GET',
    path: '/staff/v1/people',
    auth: { staff: 'staff:read' },
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({
      people: v.array(
        v.object({
          staffId: id,
          mail: text,
          roles: v.array(v.picklist(ROLES)),
          hasPasskey: v.boolean(),
          isSimulated: v.boolean(),
          since: instant,
          endedAt: v.nullable(instant),
          state: v.picklist(ACCOUNT_STATES),
          /** Who proposed an account that waits, and gets its link; null where a command made it. */
          proposedBy: v.nullable(text),
          /** The caller proposed it, and nobody has opened it. */
          mayMakeLink: v.boolean(),
          /** Why the caller cannot confirm an account that waits for it; null if they can, or it does not. */
          cannotConfirm: v.nullable(v.picklist(HINDRANCES)),
        }),
      ),
      roles: v.array(
        v.object({ role: v.picklist(ROLES), permissions: v.array(v.picklist(PERMISSIONS)) }),
      ),
    }),
    refusals: [],
    ours: true,
  },
  link: {
    does: 'Makes the link of an invited or renewed person, which opens once within 24 hours. Only who proposed them gets it; older links are void.',
    method: 'POST',
    path: '/staff/v1/people/link',
    auth: { staff: 'staff:change' },
    sends: 'json',
    input: v.strictObject({ staffId: id }),
    output: v.object({ link: text }),
    refusals: ['not-permitted', 'outdated'],
    reauthenticates: true,
    ours: true,
  },
  confirm: {
    does: 'Confirms that the right person opened an account, by the code that their page shows. From then on the account works.',
    method: 'POST',
    path: '/staff/v1/people/confirm',
    auth: { staff: 'staff:approve' },
    sends: 'json',
    input: v.strictObject({
      staffId: id,
      code: v.pipe(v.string(), v.trim(), v.regex(new RegExp(`^\\d{${CONFIRMATION_DIGITS}}$`))),
    }),
    output: nothing,
    refusals: [
      'second-person-needed',
      'not-permitted',
      'account-too-new',
      'outdated',
      'confirmation-wrong',
    ],
    reauthenticates: true,
    ours: true,
  },
} satisfies Endpoints
