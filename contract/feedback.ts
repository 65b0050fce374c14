import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { file, id, instant, text } from '#contract/wire.ts'

export const feedback = {
  types: {
    does: 'What a feedback may be about.',
    method: 'GET',
    path: '/opinion-record/v1/get-opinion-config',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: v.array(v.object({ problemType: id, problemDesc: text })),
    refusals: [],
  },
  save: {
    does: 'Keeps a feedback with at most one picture. Empty content is not kept.',
    method: 'POST',
    path: '/opinion-record/v1/save',
    auth: 'borrower',
    sends: 'form',
    input: v.strictObject({
      content: text,
      problemType: id,
      /** The text of the type as it was shown; the server goes by the type. */
      problemDesc: v.optional(text),
      /** Under the specification's name; one at most. */
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
        /** Addresses of the pictures. They hold for some minutes and for nobody who was not given them. */
        imges: v.array(text),
        answerContent: v.nullable(text),
        responseTime: v.nullable(instant),
        // ours
        feedbackId: id,
        problemType: id,
        problemDesc: text,
      }),
    ),
    refusals: [],
  },
} satisfies Endpoints
