import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, instant, text } from '#contract/wire.ts'
import { PERMISSIONS, ROLES } from '#domain/staff/permissions.ts'

export const people = {
  list: {
    does: 'The people of the lender with their roles, and the permissions of each role.',
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
        }),
      ),
      roles: v.array(
        v.object({ role: v.picklist(ROLES), permissions: v.array(v.picklist(PERMISSIONS)) }),
      ),
    }),
    refusals: [],
    ours: true,
  },
} satisfies Endpoints
