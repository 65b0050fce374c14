import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, indiaDay, instant, nothing, text, whole } from '#contract/wire.ts'
import { LOOK_WHYS } from '#domain/staff/look.ts'
import { ROLES } from '#domain/staff/permissions.ts'
import { SEARCH_BYS } from '#domain/staff/search.ts'

/** A person and a day, as the inbox names them. */
const item = v.pipe(v.string(), v.regex(/^[\w-]{1,64}\.\d{4}-\d{2}-\d{2}$/))

export const staffLooks = {
  open: {
    does: 'The looks and searches of a member of staff on a day above their limit. Staff cannot open their own.',
    method: 'GET',
    path: '/staff/v1/looks',
    auth: { staff: 'looks:review' },
    sends: 'query',
    input: v.strictObject({ id: item }),
    output: v.object({
      staffId: id,
      mail: text,
      roles: v.array(v.picklist(ROLES)),
      day: indiaDay,
      points: whole,
      limit: whole,
      opened: whole,
      revealed: whole,
      searched: whole,
      searchedVainly: whole,
      exported: whole,
      aboveAt: instant,
      /** No more was shown from here on. */
      stoppedAt: v.nullable(instant),
      isReviewed: v.boolean(),
      /** The newest 200, without what was typed. */
      searches: v.array(
        v.object({
          at: instant,
          why: v.picklist(LOOK_WHYS),
          ways: v.array(v.picklist(SEARCH_BYS)),
          ending: text,
          found: whole,
        }),
      ),
    }),
    refusals: ['outdated'],
    ours: true,
  },
  review: {
    does: 'Closes the item of such a day with a finding. Staff cannot close their own.',
    method: 'POST',
    path: '/staff/v1/looks/review',
    auth: { staff: 'looks:review' },
    sends: 'json',
    input: v.strictObject({
      id: item,
      text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(1000), v.excludes('\0')),
    }),
    output: nothing,
    refusals: ['outdated'],
    ours: true,
  },
} satisfies Endpoints
