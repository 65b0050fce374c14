import type { Language } from '#words/language.ts'
import { say } from '#words/say.ts'

/**
 * The topics of feedback. Each feedback stores its type: a type may be reworded, but never gets
 * another meaning.
 */
const TYPES = [
  'application',
  'verification',
  'payout',
  'repayment',
  'charges',
  'privacy',
  'conduct',
  'app',
  'other',
] as const
export type FeedbackType = (typeof TYPES)[number]

export function feedbackTypes(language: Language): { problemType: string; problemDesc: string }[] {
  return TYPES.map(problemType => ({
    problemType,
    problemDesc: say(language, `problem.${problemType}`),
  }))
}

/** The name of a type; for a type that no longer exists, its id. */
export function feedbackTypeText(problemType: string, language: Language): string {
  return isFeedbackType(problemType) ? say(language, `problem.${problemType}`) : problemType
}

export function isFeedbackType(problemType: string): problemType is FeedbackType {
  return TYPES.some(type => type === problemType)
}
