import { FEEDBACK_MAX_CHARS } from '#domain/limits.ts'

/**
 * Characters that feedback may not contain. Allowed are letters, digits, underscore, `? ! , .` and
 * space (specification §5), in any script: Hindi vowel signs, and the joiners that its keyboards
 * insert after a letter, are part of that letter.
 */
const NOT_ALLOWED = /(?<![\p{L}\p{M}])[\u200c\u200d]|[^\p{L}\p{M}\p{Nd}_?!,. \u200c\u200d]/gu
const DANDA = /[\u0964\u0965]/g

export type FeedbackReason =
  | 'feedback-empty'
  | 'feedback-too-long'
  | 'feedback-not-allowed'
  | 'feedback-type-missing'

export type FeedbackReading =
  | { readonly content: string }
  | { readonly wrong: FeedbackReason; readonly details?: { readonly count: number } }

/**
 * Cleans typed text: drops characters that are not allowed, turns a new line into a space and the
 * Hindi full stop into a full stop, and cuts at 300 characters.
 */
export function feedbackChars(typed: string): string {
  return [...typed.replace(/\s/g, ' ').replace(DANDA, '.').replace(NOT_ALLOWED, '')]
    .slice(0, FEEDBACK_MAX_CHARS)
    .join('')
}

/** The character counter: `12/300`. */
export function feedbackCounter(content: string): string {
  return `${charCount(content)}/${FEEDBACK_MAX_CHARS}`
}

/**
 * The feedback to store, or why it is refused; empty content is never submitted (specification §5).
 */
export function readFeedback(content: string): FeedbackReading {
  const trimmed = content.trim()
  if (trimmed === '') return { wrong: 'feedback-empty' }
  if (charCount(trimmed) > FEEDBACK_MAX_CHARS)
    return { wrong: 'feedback-too-long', details: { count: FEEDBACK_MAX_CHARS } }
  if (trimmed.search(NOT_ALLOWED) >= 0) return { wrong: 'feedback-not-allowed' }
  return { content: trimmed }
}

/** The approximate number of characters a reader sees; a surrogate pair counts once. */
function charCount(text: string): number {
  return [...text].length
}
