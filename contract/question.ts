import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, indiaDay, instant, text, whole } from '#contract/wire.ts'
import { ANSWER_CHARS_MAX, QUESTION_KINDS, QUESTION_STANDINGS } from '#domain/lending/question.ts'

/** A question about an application, with its answer, as its borrower and the lender's people read it. */
export const questionView = v.object({
  number: whole,
  /** A given question, a person's own words, or both. */
  kind: v.nullable(v.picklist(QUESTION_KINDS)),
  words: v.nullable(text),
  askedAt: instant,
  /** The last day for an answer. */
  answerBy: indiaDay,
  standing: v.picklist(QUESTION_STANDINGS),
  answer: v.nullable(text),
  answeredAt: v.nullable(instant),
})

/** Questions of a person to the borrower before they decide on an application (decision 74). */
export const question = {
  list: {
    does: 'The questions that a person asked about an application, oldest first, with the answers.',
    method: 'GET',
    path: '/order-question/v1/list',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({ orderId: id }),
    output: v.array(questionView),
    refusals: ['order-not-found'],
    ours: true,
  },
  answer: {
    does: 'Answers a question that waits for the borrower. The same answer again changes nothing.',
    method: 'POST',
    path: '/order-question/v1/answer',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({
      orderId: id,
      number: whole,
      answer: v.pipe(
        v.string(),
        v.trim(),
        v.minLength(1),
        v.maxLength(ANSWER_CHARS_MAX),
        v.excludes('\0'),
      ),
    }),
    output: v.object({ answeredAt: instant }),
    refusals: ['order-not-found', 'not-found', 'outdated'],
    ours: true,
  },
} satisfies Endpoints
