import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { again, id, indiaDay, instant, nothing, text } from '#contract/wire.ts'
import {
  COMPLAINT_CATEGORIES,
  COMPLAINT_OUTCOMES,
  COMPLAINT_STAGES,
  ROOT_CAUSES,
} from '#domain/complaint.ts'
import { REPLY_MAX_CHARS } from '#domain/limits.ts'
import { LOOK_WHYS } from '#domain/staff/look.ts'

const category = v.picklist(COMPLAINT_CATEGORIES)
const outcome = v.picklist(COMPLAINT_OUTCOMES)
const rootCause = v.picklist(ROOT_CAUSES)
/** Words of staff: to the borrower, or to the grievance officer. */
const words = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(REPLY_MAX_CHARS),
  v.excludes('\0'),
)
/** The place in a list after which its next page begins: an instant and an id. */
export const cursor = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~[0-9a-f-]{36}$/),
)

/** The standing of a complaint. */
const standing = {
  category,
  rootCause: v.nullable(rootCause),
  receivedAt: instant,
  /** The last day for the answer. */
  answerBy: indiaDay,
  stage: v.picklist(COMPLAINT_STAGES),
  /** It is the grievance officer's. */
  isEscalated: v.boolean(),
  closedAt: v.nullable(instant),
  outcome: v.nullable(outcome),
}

export const complaint = {
  list: {
    does: 'Complaints by deadline, closed ones newest first, or feedback that waits. It names nobody.',
    method: 'GET',
    path: '/staff/v1/complaints',
    auth: { staff: 'complaints:read' },
    sends: 'query',
    input: v.strictObject({
      view: v.picklist(['open', 'closed', 'feedback']),
      category: v.optional(category),
      after: v.optional(cursor),
    }),
    output: v.object({
      items: v.array(
        v.object({
          feedbackId: id,
          /** The topic that the borrower chose. */
          topic: v.nullable(text),
          since: instant,
          complaint: v.nullable(v.object(standing)),
        }),
      ),
      next: v.nullable(cursor),
    }),
    refusals: [],
    ours: true,
  },
  open: {
    does: 'A feedback or complaint with its history. The look is written down.',
    method: 'POST',
    path: '/staff/v1/complaint/open',
    auth: { staff: 'complaints:read' },
    sends: 'json',
    input: v.strictObject({ feedbackId: id, why: v.picklist(LOOK_WHYS), again }),
    output: v.object({
      feedbackId: id,
      topic: text,
      content: text,
      images: v.array(text),
      createdAt: instant,
      maskedPhone: text,
      /** The reply to it as a feedback. */
      answer: v.nullable(text),
      answeredAt: v.nullable(instant),
      complaint: v.nullable(
        v.object({
          ...standing,
          /** The last day for the Ombudsman; null as long as the borrower may not go there. */
          ombudsmanUntil: v.nullable(indiaDay),
          history: v.array(
            v.object({
              what: v.picklist(['raised', 'sorted', 'escalated', 'reply', 'closed']),
              at: instant,
              /** Null for the borrower and for a command of earlier versions. */
              by: v.nullable(text),
              /** The category, the cause or the outcome that the event set. */
              notes: v.array(text),
              text: v.nullable(text),
            }),
          ),
        }),
      ),
    }),
    refusals: ['not-found', 'look-limit-reached'],
    ours: true,
  },
  raise: {
    does: 'Makes a feedback a complaint. Its clock runs from the feedback.',
    method: 'POST',
    path: '/staff/v1/complaint/raise',
    auth: { staff: 'complaints:work' },
    sends: 'json',
    input: v.strictObject({ feedbackId: id, category }),
    output: nothing,
    refusals: ['not-found', 'outdated'],
    ours: true,
  },
  sort: {
    does: 'Sets the category and the root cause of an open complaint.',
    method: 'POST',
    path: '/staff/v1/complaint/sort',
    auth: { staff: 'complaints:work' },
    sends: 'json',
    input: v.strictObject({ feedbackId: id, category, rootCause: v.nullable(rootCause) }),
    output: nothing,
    refusals: ['not-found', 'outdated'],
    ours: true,
  },
  reply: {
    does: 'Replies to feedback, once, or writes to the borrower of an open complaint.',
    method: 'POST',
    path: '/staff/v1/complaint/reply',
    auth: { staff: 'complaints:work' },
    sends: 'json',
    input: v.strictObject({ feedbackId: id, text: words }),
    output: nothing,
    refusals: ['not-found', 'outdated'],
    ours: true,
  },
  escalate: {
    does: 'Gives an open complaint to the grievance officer, with a reason.',
    method: 'POST',
    path: '/staff/v1/complaint/escalate',
    auth: { staff: 'complaints:work' },
    sends: 'json',
    input: v.strictObject({ feedbackId: id, why: words }),
    output: nothing,
    refusals: ['not-found', 'outdated'],
    ours: true,
  },
  close: {
    does: 'Closes a complaint with the answer that the borrower reads.',
    method: 'POST',
    path: '/staff/v1/complaint/close',
    auth: { staff: 'complaints:work' },
    sends: 'json',
    input: v.strictObject({ feedbackId: id, outcome, text: words }),
    output: nothing,
    refusals: ['not-found', 'outdated', 'input-invalid', 'not-permitted'],
    ours: true,
  },
} satisfies Endpoints
