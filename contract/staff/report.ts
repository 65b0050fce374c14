import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, indiaDay, rupees, text, whole } from '#contract/wire.ts'
import { COMPLAINT_AGES } from '#domain/complaint.ts'
import { STEP_KEYS } from '#domain/identity/verification.ts'
import { BUCKETS } from '#domain/lending/days-past-due.ts'
import { DECISION_REASONS } from '#domain/lending/decision.ts'
import { COLLECTION_PARTS, FLOW_NAMES } from '#domain/lending/report.ts'

/** Every report is of a day that is over or under way, today by default, and of its month up to that day. */
const asOf = v.strictObject({ day: v.optional(indiaDay) })
const ofDay = { day: indiaDay, today: indiaDay }
const aMonth = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}$/))

export const FUNNEL_STAGES = ['joined', ...STEP_KEYS, 'applied', 'paid'] as const
export const REPORTS = [
  'portfolio',
  'roll',
  'collection',
  'vintage',
  'flow',
  'declines',
  'funnel',
  'complaints',
] as const
export const EXPORT_FORMATS = ['csv', 'xlsx'] as const

/** A figure of a report: the bucket, the movement, the reason. Two buckets are joined by a colon. */
const figure = {
  report: v.picklist(REPORTS),
  key: v.pipe(v.string(), v.regex(/^[\w:-]{1,60}$/)),
  day: indiaDay,
}
const byAge = v.array(v.object({ age: v.picklist(COMPLAINT_AGES), complaints: whole }))
const bucketOrNone = v.picklist([...BUCKETS, 'none'])

export const report = {
  book: {
    does: 'The portfolio at the end of a day, how it moved since the month before, and what was collected.',
    method: 'GET',
    path: '/staff/v1/reports/book',
    auth: { staff: 'reports:read' },
    sends: 'query',
    input: asOf,
    output: v.object({
      ...ofDay,
      /** The last day of the month before. */
      before: indiaDay,
      portfolio: v.array(
        v.object({ bucket: v.picklist(BUCKETS), loans: whole, principal: rupees }),
      ),
      /** The same total by another way: the balance of the ledger's account. */
      ledgerPrincipal: rupees,
      /** `none`: nothing was owed before, or nothing is owed now. */
      roll: v.array(
        v.object({ from: bucketOrNone, to: bucketOrNone, loans: whole, opening: rupees }),
      ),
      /** Principal that was to be paid, and what was paid of it. Nothing had to be paid ahead. */
      collection: v.array(
        v.object({ part: v.picklist(COLLECTION_PARTS), owed: rupees, collected: rupees }),
      ),
    }),
    refusals: ['input-invalid'],
    ours: true,
  },
  month: {
    does: 'The movements of money of a month up to a day, as the ledger booked them.',
    method: 'GET',
    path: '/staff/v1/reports/month',
    auth: { staff: 'reports:read' },
    sends: 'query',
    input: asOf,
    output: v.object({
      ...ofDay,
      flows: v.array(v.object({ flow: v.picklist(FLOW_NAMES), count: v.number(), amount: rupees })),
      days: v.array(v.object({ day: indiaDay, disbursed: rupees, received: rupees })),
    }),
    refusals: ['input-invalid'],
    ours: true,
  },
  vintage: {
    does: 'For the loans of each month, the share that was late at the end of each later month.',
    method: 'GET',
    path: '/staff/v1/reports/vintage',
    auth: { staff: 'reports:read' },
    sends: 'query',
    input: asOf,
    output: v.object({
      ...ofDay,
      cohorts: v.array(
        v.object({
          month: aMonth,
          lent: rupees,
          points: v.array(v.object({ age: whole, day: indiaDay, late: rupees })),
        }),
      ),
      /** Ends of months that a later call computes; until then their points are missing. */
      missing: whole,
    }),
    refusals: ['input-invalid'],
    ours: true,
  },
  applications: {
    does: 'Declined applications by reason, and how far the people of a month got.',
    method: 'GET',
    path: '/staff/v1/reports/applications',
    auth: { staff: 'reports:read' },
    sends: 'query',
    input: asOf,
    output: v.object({
      ...ofDay,
      declined: whole,
      reasons: v.array(v.object({ reason: v.picklist(DECISION_REASONS), orders: whole })),
      funnel: v.array(v.object({ stage: v.picklist(FUNNEL_STAGES), people: whole })),
    }),
    refusals: ['input-invalid'],
    ours: true,
  },
  complaints: {
    does: 'Complaints by age: open at the end of a day, and closed in its month so far by how long they took.',
    method: 'GET',
    path: '/staff/v1/reports/complaints',
    auth: { staff: 'reports:read' },
    sends: 'query',
    input: asOf,
    output: v.object({ ...ofDay, open: byAge, closed: byAge }),
    refusals: ['input-invalid'],
    ours: true,
  },
  rows: {
    does: 'The rows that make a figure, a page at a time. They name orders and complaints, and nobody.',
    method: 'GET',
    path: '/staff/v1/reports/rows',
    auth: { staff: 'reports:read' },
    sends: 'query',
    input: v.strictObject({
      ...figure,
      after: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,300}$/))),
    }),
    output: v.object({
      rows: v.array(
        v.object({
          orderNo: v.nullable(text),
          day: indiaDay,
          amount: v.nullable(rupees),
          collected: v.nullable(rupees),
          daysPastDue: v.nullable(whole),
          /** The reasons of a decline, the category and outcome of a complaint, how far a person got, a product. */
          notes: v.array(text),
          /** Of a complaint, from its receipt to its closing or the day. */
          daysOpen: v.nullable(whole),
          complaintId: v.nullable(id),
        }),
      ),
      next: v.nullable(text),
    }),
    refusals: ['input-invalid'],
    ours: true,
  },
  export: {
    does: 'The address of a file with all rows of a figure, for a few minutes. It is written down.',
    method: 'POST',
    path: '/staff/v1/reports/export',
    auth: { staff: 'reports:export' },
    sends: 'json',
    input: v.strictObject({ ...figure, format: v.picklist(EXPORT_FORMATS) }),
    output: v.object({ address: text }),
    refusals: ['input-invalid', 'look-limit-reached'],
    ours: true,
  },
} satisfies Endpoints
