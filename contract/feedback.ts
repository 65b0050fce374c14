import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { file, id, indiaDay, instant, nothing, text } from '#contract/wire.ts'
import { COMPLAINT_OUTCOMES } from '#domain/complaint.ts'

export const feedback = {
  types: {
    does: 'The topics of feedback.',
    method: 'GET',
    path: '/opinion-record/v1/get-opinion-config',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: v.array(v.object({ problemType: id, problemDesc: text })),
    refusals: [],
  },
  save: {
    does: 'Stores feedback with at most one picture. Empty content is refused.',
    method: 'POST',
    path: '/opinion-record/v1/save',
    auth: 'borrower',
    sends: 'form',
    input: v.strictObject({
      content: text,
      problemType: id,
      /** The text of the topic as it was shown; the server uses the type. */
      problemDesc: v.optional(text),
      /** At most one, under the specification's name. */
      multipartFiles: v.optional(file),
    }),
    output: v.object({ feedbackId: id }),
    refusals: ['answers-incomplete', 'image-unreadable', 'image-too-large'],
  },
  list: {
    does: "The borrower's feedback with the replies, newest first.",
    method: 'POST',
    path: '/opinion-record/v1/list',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({}),
    output: v.array(
      v.object({
        createTime: instant,
        content: text,
        /**
         * Addresses of the pictures. They are valid for some minutes, and only for the borrower who
         * received them.
         */
        imges: v.array(text),
        answerContent: v.nullable(text),
        responseTime: v.nullable(instant),
        // ours
        feedbackId: id,
        problemType: id,
        problemDesc: text,
        /** Its case, if it is a complaint (decision 64). */
        complaint: v.nullable(
          v.object({
            receivedAt: instant,
            /** The last day for our answer. */
            answerBy: indiaDay,
            closedAt: v.nullable(instant),
            outcome: v.nullable(v.picklist(COMPLAINT_OUTCOMES)),
            /** The last day for the Ombudsman; null as long as the borrower may not go there. */
            ombudsmanUntil: v.nullable(indiaDay),
            replies: v.array(v.object({ at: instant, text })),
          }),
        ),
      }),
    ),
    refusals: [],
  },
  complain: {
    does: 'Makes an own feedback a complaint.',
    method: 'POST',
    path: '/opinion-record/v1/complain',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ feedbackId: id }),
    output: nothing,
    refusals: ['not-found', 'outdated'],
    ours: true,
  },
} satisfies Endpoints
