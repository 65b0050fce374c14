import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, indiaDay, instant, text, whole } from '#contract/wire.ts'

const word = v.pipe(v.string(), v.regex(/^[a-z-]{3,40}$/))
/** The id of a member of staff, or the word of another actor, such as `borrower`. */
const who = v.pipe(v.string(), v.regex(/^[0-9a-z-]{3,40}$/))

const verification = v.object({
  verificationId: id,
  fromDay: indiaDay,
  toDay: indiaDay,
  startedAt: instant,
  startedBy: text,
  endedAt: v.nullable(instant),
  entries: whole,
  faults: v.array(text),
})

export const audit = {
  list: {
    does: 'The log of acts, newest first, a page at a time. It names ids, and no value of a borrower.',
    method: 'GET',
    path: '/staff/v1/audit',
    auth: { staff: 'audit:read' },
    sends: 'query',
    input: v.strictObject({
      who: v.optional(who),
      act: v.optional(word),
      subject: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^[\w.:/-]{1,100}$/))),
      day: v.optional(indiaDay),
      after: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,300}$/))),
    }),
    output: v.object({
      entries: v.array(
        v.object({
          slot: whole,
          number: whole,
          at: instant,
          /** The mail address of a member of staff; else the word of the actor. */
          who: text,
          act: text,
          subject: v.nullable(text),
        }),
      ),
      next: v.nullable(text),
    }),
    refusals: ['input-invalid'],
    ours: true,
  },
  acts: {
    does: 'The acts that the log holds, the people who did some, and the last verification.',
    method: 'GET',
    path: '/staff/v1/audit/acts',
    auth: { staff: 'audit:read' },
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({
      today: indiaDay,
      acts: v.array(text),
      people: v.array(v.object({ who: text, name: text })),
      last: v.nullable(verification),
    }),
    refusals: [],
    ours: true,
  },
  verify: {
    does: 'Begins to verify the entries of a period. The work is done a piece at a time by `verifyMore`.',
    method: 'POST',
    path: '/staff/v1/audit/verify',
    auth: { staff: 'audit:read' },
    sends: 'json',
    input: v.strictObject({ fromDay: indiaDay, toDay: indiaDay }),
    output: verification,
    refusals: ['input-invalid'],
    ours: true,
  },
  verifyMore: {
    does: 'Verifies the next entries of a verification under way; of one that has ended, nothing.',
    method: 'POST',
    path: '/staff/v1/audit/verify-more',
    auth: { staff: 'audit:read' },
    sends: 'json',
    input: v.strictObject({ verificationId: id }),
    output: verification,
    refusals: ['outdated'],
    ours: true,
  },
} satisfies Endpoints
