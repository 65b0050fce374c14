import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { questionView } from '#contract/question.ts'
import { id, instant, nothing, rupees, statedReason, text, whole } from '#contract/wire.ts'
import { DECISION_REASONS, REASONS_BY_HAND } from '#domain/lending/decision.ts'
import { type OrderState, orderStates } from '#domain/lending/order.ts'
import { OWN_WORDS_CHARS_MAX, QUESTION_KINDS } from '#domain/lending/question.ts'
import { SECOND_PERSON_WHYS } from '#domain/lending/second-person.ts'
import { LOOK_WHYS } from '#domain/staff/look.ts'

/** A person's own words to the borrower. */
const ownWords = v.nullable(
  v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(OWN_WORDS_CHARS_MAX), v.excludes('\0')),
)
/** A given question, own words, or both. */
const questionInput = { kind: v.nullable(v.picklist(QUESTION_KINDS)), words: ownWords }
/** The reasons that the borrower reads (specification §4, "Denied"): from the catalogue, and own words. */
const decisionInput = {
  reasons: v.pipe(v.array(v.picklist(REASONS_BY_HAND)), v.maxLength(REASONS_BY_HAND.length)),
  text: ownWords,
}
const STATES = Object.keys(orderStates) as [OrderState, ...OrderState[]]
const why = v.picklist(LOOK_WHYS)

export const application = {
  open: {
    does: 'A referred application with the facts of its decision. The look is written down.',
    method: 'POST',
    path: '/staff/v1/application/open',
    auth: { staff: 'applications:read' },
    sends: 'json',
    input: v.strictObject({ orderId: id, why }),
    output: v.object({
      borrowerId: id,
      orderId: id,
      orderNo: text,
      productName: text,
      appliedAt: instant,
      principal: rupees,
      reasons: v.array(statedReason),
      facts: v.object({
        ageYears: whole,
        namesAgree: text,
        faceCheck: text,
        cardsCheck: text,
        /** The last verdict on the cards; `by` is null for a command of earlier versions. */
        cardsReview: v.nullable(
          v.object({
            outcome: v.picklist(['passed', 'denied']),
            by: v.nullable(text),
            at: instant,
          }),
        ),
        worstOverdueDays: whole,
        otherRunningOrders: whole,
        monthlyIncome: rupees,
        monthlyObligations: rupees,
        monthlyInstalment: rupees,
        /** Percent of the income: above the first the rules refer, above the second they deny. */
        affordablePercent: whole,
        outOfReachPercent: whole,
      }),
      /** Every rule of the decision, in its order, and whether it fires today. */
      rules: v.array(
        v.object({
          reason: v.picklist(DECISION_REASONS),
          outcome: v.picklist(['deny', 'refer']),
          fires: v.boolean(),
        }),
      ),
      /** The borrower's other orders, newest first. */
      history: v.array(
        v.object({
          orderNo: text,
          productName: text,
          principal: rupees,
          state: v.picklist(STATES),
          appliedAt: instant,
          worstOverdueDays: whole,
        }),
      ),
      /** What was asked about it, oldest first, and whether the borrower may be asked now. */
      questions: v.array(questionView),
      mayAsk: v.boolean(),
      /** Why approving it needs a second person; null where one approves. */
      secondPerson: v.nullable(v.picklist(SECOND_PERSON_WHYS)),
      /** Its approval is proposed, and waits for a second person until then. */
      proposedUntil: v.nullable(instant),
      maskedName: text,
      maskedPhone: text,
    }),
    refusals: ['order-not-found', 'look-limit-reached'],
    ours: true,
  },
  reveal: {
    does: 'The name or the number of the borrower of a referred application. The look is written down.',
    method: 'POST',
    path: '/staff/v1/application/reveal',
    auth: { staff: 'borrowers:reveal' },
    sends: 'json',
    input: v.strictObject({ orderId: id, part: v.picklist(['name', 'phone']), why }),
    output: v.object({ value: text }),
    refusals: ['order-not-found', 'look-limit-reached'],
    ours: true,
  },
  approve: {
    does: 'Approves a referred application, unless that needs a second person.',
    method: 'POST',
    path: '/staff/v1/application/approve',
    auth: { staff: 'applications:decide' },
    sends: 'json',
    input: v.strictObject({ orderId: id }),
    output: nothing,
    refusals: ['order-not-found', 'second-person-needed', 'identity-contested'],
    reauthenticates: true,
    ours: true,
  },
  questionPreview: {
    does: 'A question as the borrower of an application would read it.',
    method: 'POST',
    path: '/staff/v1/application/question-preview',
    auth: { staff: 'applications:read' },
    sends: 'json',
    input: v.strictObject(questionInput),
    output: v.object({ en: v.array(text), hi: v.array(text) }),
    refusals: [],
    ours: true,
  },
  ask: {
    does: 'Asks the borrower of a referred application a question, for somebody who opened it with a reason. One question waits at a time.',
    method: 'POST',
    path: '/staff/v1/application/ask',
    auth: { staff: 'applications:decide' },
    sends: 'json',
    input: v.strictObject({ orderId: id, ...questionInput }),
    output: nothing,
    refusals: ['order-not-found', 'input-invalid', 'look-needed', 'outdated'],
    reauthenticates: true,
    ours: true,
  },
  preview: {
    does: 'The sentences of a denial as the borrower would read them, for somebody who opened the application with a reason.',
    method: 'POST',
    path: '/staff/v1/application/preview',
    auth: { staff: 'applications:read' },
    sends: 'json',
    input: v.strictObject({ orderId: id, ...decisionInput }),
    output: v.object({ en: v.array(text), hi: v.array(text) }),
    refusals: ['order-not-found', 'look-needed'],
    ours: true,
  },
  deny: {
    does: 'Denies a referred application, with the reasons that the borrower reads: at least one.',
    method: 'POST',
    path: '/staff/v1/application/deny',
    auth: { staff: 'applications:decide' },
    sends: 'json',
    input: v.strictObject({ orderId: id, ...decisionInput }),
    output: nothing,
    refusals: ['order-not-found', 'input-invalid'],
    reauthenticates: true,
    ours: true,
  },
} satisfies Endpoints
