import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { again, id, instant, nothing, percent, rupees, text, whole } from '#contract/wire.ts'
import { type OrderState, orderStates } from '#domain/lending/order.ts'
import { LOOK_WHYS } from '#domain/staff/look.ts'
import { SEARCH_BYS } from '#domain/staff/search.ts'
import { TIMELINE_KINDS } from '#domain/staff/timeline.ts'

const why = v.picklist(LOOK_WHYS)
const STATES = Object.keys(orderStates) as [OrderState, ...OrderState[]]
/** The place in a list after which the next page begins, as an answer gave it. */
const cursor = v.pipe(v.string(), v.regex(/^\d{13}_[\w.:-]{1,80}$/))

const timeline = v.object({
  events: v.array(
    v.object({
      id: text,
      at: instant,
      kind: v.picklist(TIMELINE_KINDS),
      /** The event within its kind, as a word. */
      what: text,
      /** Who or how: an actor, a reference, the fate of a message, a reason. */
      how: v.array(text),
      orderNo: v.nullable(text),
      amount: v.nullable(rupees),
      /** The member of staff. */
      by: v.nullable(text),
      note: v.nullable(text),
    }),
  ),
  next: v.nullable(cursor),
})

export const staffBorrower = {
  search: {
    does: 'Finds borrowers by exactly what was typed, in the ways that fit it. Each one found is a look, which is written down.',
    method: 'POST',
    path: '/staff/v1/borrower/search',
    auth: { staff: 'borrowers:read' },
    sends: 'json',
    input: v.strictObject({
      query: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(64), v.excludes('\0')),
      why,
    }),
    output: v.object({
      /** The ways that fit the text; none for a name, which is stored encrypted. */
      searched: v.array(v.picklist(SEARCH_BYS)),
      found: v.array(
        v.object({
          borrowerId: id,
          maskedName: text,
          maskedPhone: text,
          by: v.picklist(SEARCH_BYS),
          orderNo: v.nullable(text),
        }),
      ),
      /** There are more than the answer holds. */
      hasMore: v.boolean(),
    }),
    refusals: ['look-limit-reached'],
    ours: true,
  },
  open: {
    does: 'The page of a borrower, with masked values. The look is written down.',
    method: 'POST',
    path: '/staff/v1/borrower/open',
    auth: { staff: 'borrowers:read' },
    sends: 'json',
    input: v.strictObject({ borrowerId: id, why, again }),
    output: v.object({
      borrowerId: id,
      maskedName: text,
      maskedPhone: text,
      since: instant,
      isVerified: v.boolean(),
      loansRepaid: whole,
      loansRepaidOnTime: whole,
      /** The discount on the processing fee of the next loan. */
      discount: percent,
      owed: rupees,
      orders: v.array(
        v.object({
          orderNo: text,
          productName: text,
          principal: rupees,
          state: v.picklist(STATES),
          appliedAt: instant,
          owed: rupees,
        }),
      ),
      timeline,
    }),
    refusals: ['borrower-not-found', 'look-limit-reached'],
    ours: true,
  },
  timeline: {
    does: 'Older events of a borrower whose page the caller has opened with a reason.',
    method: 'POST',
    path: '/staff/v1/borrower/timeline',
    auth: { staff: 'borrowers:read' },
    sends: 'json',
    input: v.strictObject({ borrowerId: id, after: cursor }),
    output: timeline,
    refusals: ['look-needed'],
    ours: true,
  },
  reveal: {
    does: 'The name or the number of a borrower. The look is written down.',
    method: 'POST',
    path: '/staff/v1/borrower/reveal',
    auth: { staff: 'borrowers:reveal' },
    sends: 'json',
    input: v.strictObject({ borrowerId: id, part: v.picklist(['name', 'phone']), why }),
    output: v.object({ value: text }),
    refusals: ['borrower-not-found', 'look-limit-reached'],
    ours: true,
  },
  signOut: {
    does: 'Signs a borrower, whose page the caller has opened with a reason, out everywhere, as after a theft. Each device confirms its owner again.',
    method: 'POST',
    path: '/staff/v1/borrower/sign-out',
    auth: { staff: 'borrowers:sign-out' },
    sends: 'json',
    input: v.strictObject({ borrowerId: id }),
    output: nothing,
    refusals: ['look-needed'],
    ours: true,
  },
  note: {
    does: 'Adds a note about a borrower whose page the caller has opened with a reason.',
    method: 'POST',
    path: '/staff/v1/borrower/note',
    auth: { staff: 'borrowers:note' },
    sends: 'json',
    input: v.strictObject({
      borrowerId: id,
      note: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(1000), v.excludes('\0')),
    }),
    output: nothing,
    refusals: ['look-needed'],
    ours: true,
  },
} satisfies Endpoints
