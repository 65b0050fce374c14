import { addDays, type Day, indiaDayOf, startOfIndiaDay } from '#domain/day.ts'
import type { OrderState } from '#domain/lending/order.ts'

/** The given questions to the borrower of an application that waits for a person (decision 74). */
export const QUESTION_KINDS = ['income', 'obligations', 'late-loan', 'workplace'] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]

/** The length of a person's own words to the borrower, and of the borrower's answer. */
export const OWN_WORDS_CHARS_MAX = 300
export const ANSWER_CHARS_MAX = 500
/** Our policy: a borrower has this long for an answer, and is asked at most so often about one application. */
export const ANSWER_DAYS = 7
export const QUESTIONS_MAX = 5

/**
 * `open`: it waits for the borrower. `unanswered`: its time is over, and the application waits for the
 * person again, who decides; silence denies nothing. `closed`: the application was decided or withdrawn.
 */
export const QUESTION_STANDINGS = ['open', 'answered', 'unanswered', 'closed'] as const
export type QuestionStanding = (typeof QUESTION_STANDINGS)[number]

export type Question = {
  /** The first instant at which an answer is too late. */
  readonly answerUntil: Date
  readonly answeredAt: Date | null
}
type Applied = { readonly state: OrderState; readonly referredAt?: Date | undefined }

/** The first instant at which an answer is too late: the end of the last India day for it. */
export function answerUntil(askedAt: Date): Date {
  return startOfIndiaDay(addDays(indiaDayOf(askedAt), ANSWER_DAYS + 1))
}

/** The last India day for an answer. */
export function answerBy({ answerUntil }: Pick<Question, 'answerUntil'>): Day {
  return addDays(indiaDayOf(answerUntil), -1)
}

export function standingOf(question: Question, { state }: Applied, now: Date): QuestionStanding {
  if (question.answeredAt) return 'answered'
  if (state !== 'auditing') return 'closed'
  return now < question.answerUntil ? 'open' : 'unanswered'
}

/** The question of an application that waits for the borrower, if there is one. */
export function openQuestion<Q extends Question>(
  questions: readonly Q[],
  order: Applied,
  now: Date,
): Q | undefined {
  return questions.find(question => standingOf(question, order, now) === 'open')
}

/** True if a person may ask the borrower now: one question at a time, only while a person decides. */
export function mayAsk(order: Applied, questions: readonly Question[], now: Date): boolean {
  return (
    order.state === 'auditing' &&
    order.referredAt !== undefined &&
    questions.length < QUESTIONS_MAX &&
    openQuestion(questions, order, now) === undefined
  )
}

/**
 * The effect of an answer: it is stored; it repeats the stored one and changes nothing; or it comes
 * after another answer, after its time, or after the decision.
 */
export function effectOfAnswer(
  answer: string,
  question: Question & { readonly answer: string | null },
  order: Applied,
  now: Date,
): 'stored' | 'repeated' | 'outdated' {
  if (question.answer === answer) return 'repeated'
  return standingOf(question, order, now) === 'open' ? 'stored' : 'outdated'
}
