import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { again, id, indiaDay, instant, nothing, rupees, text, whole } from '#contract/wire.ts'
import { OVERDUE_BUCKETS } from '#domain/lending/days-past-due.ts'
import { LOOK_WHYS } from '#domain/staff/look.ts'

const bucket = v.picklist(OVERDUE_BUCKETS)
const note = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(1_000), v.excludes('\0'))
/** The place in the list after which its next page begins: a due day and an id. */
const after = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d~[0-9a-f-]{36}$/))
const late = { orderNo: text, daysPastDue: whole, bucket, overdue: rupees, penal: rupees }

export const collection = {
  list: {
    does: 'Overdue loans of a bucket, the longest overdue first; without a bucket, of the first one with a loan. No borrower is named.',
    method: 'GET',
    path: '/staff/v1/collections',
    auth: { staff: 'collections:read' },
    sends: 'query',
    input: v.strictObject({ bucket: v.optional(bucket), after: v.optional(after) }),
    output: v.object({
      bucket,
      /** How many loans each bucket has; counted no further than `COUNTED_MAX`. */
      counts: v.array(v.object({ bucket, count: whole })),
      items: v.array(v.object({ orderId: id, ...late })),
      next: v.nullable(after),
    }),
    refusals: [],
    ours: true,
  },
  open: {
    does: 'An overdue loan with its record, and whether its borrower may be called now. The look is written down.',
    method: 'POST',
    path: '/staff/v1/collection/open',
    auth: { staff: 'collections:read' },
    sends: 'json',
    input: v.strictObject({ orderId: id, why: v.picklist(LOOK_WHYS), again }),
    output: v.object({
      orderId: id,
      ...late,
      /** Today in India, by the product's clock: a promise is for it or a later day. */
      today: indiaDay,
      payoff: rupees,
      maskedPhone: text,
      /** Why the borrower may not be called now; null if they may. */
      cannotCall: v.nullable(
        v.picklist([
          'outside-contact-hours',
          'text-messages-only',
          'disputed',
          'payment-under-way',
          'called-today',
          'called-this-week',
        ]),
      ),
      /** Until when a proposal to waive penal charges can be decided; null if none waits. */
      waiverUntil: v.nullable(instant),
      notes: v.array(
        v.object({
          what: v.picklist(['call', 'note', 'promise']),
          at: instant,
          by: text,
          text: v.nullable(text),
          promise: v.nullable(
            v.object({
              amount: rupees,
              day: indiaDay,
              state: v.picklist(['waiting', 'kept', 'broken']),
            }),
          ),
        }),
      ),
    }),
    refusals: ['order-not-found', 'look-limit-reached'],
    ours: true,
  },
  call: {
    does: 'The name and the number of the borrower, for one call, which counts; refused where a call is not lawful.',
    method: 'POST',
    path: '/staff/v1/collection/call',
    auth: { staff: 'collections:work' },
    sends: 'json',
    input: v.strictObject({ orderId: id }),
    output: v.object({ name: text, phone: text }),
    refusals: ['order-not-found', 'outdated', 'look-limit-reached'],
    ours: true,
  },
  note: {
    does: 'Keeps a note about an overdue loan. Its borrower gets it with their data.',
    method: 'POST',
    path: '/staff/v1/collection/note',
    auth: { staff: 'collections:work' },
    sends: 'json',
    input: v.strictObject({ orderId: id, text: note }),
    output: nothing,
    refusals: ['order-not-found'],
    ours: true,
  },
  promise: {
    does: 'Keeps a promise to pay an amount by a day, at most 30 days ahead.',
    method: 'POST',
    path: '/staff/v1/collection/promise',
    auth: { staff: 'collections:work' },
    sends: 'json',
    input: v.strictObject({ orderId: id, amount: rupees, day: indiaDay }),
    output: nothing,
    refusals: ['order-not-found', 'input-invalid'],
    ours: true,
  },
} satisfies Endpoints
