import { FEEDBACK_MAX_CHARS } from '#domain/limits.ts'

/**
 * What may be written in a feedback: letters, digits, underscore, `? ! , .` and space (specification §5). Letters of any
 * script: the signs of Hindi, and the joiners that its keyboards put after a letter, are parts of that letter.
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

/** What stays of what was typed: allowed characters only, a new line as a space, the Hindi full stop as a full stop, at most 300. */
export function feedbackChars(typed: string): string {
  return [...typed.replace(/\s/g, ' ').replace(DANDA, '.').replace(NOT_ALLOWED, '')]
    .slice(0, FEEDBACK_MAX_CHARS)
    .join('')
}

/** How much is written, for the counter: `12/300`. */
export function feedbackCounter(content: string): string {
  return `${charCount(content)}/${FEEDBACK_MAX_CHARS}`
}

/** The feedback to be kept, or why it is not accepted; empty content is never submitted (specification §5). */
export function readFeedback(content: string): FeedbackReading {
  const trimmed = content.trim()
  if (trimmed === '') return { wrong: 'feedback-empty' }
  if (charCount(trimmed) > FEEDBACK_MAX_CHARS)
    return { wrong: 'feedback-too-long', details: { count: FEEDBACK_MAX_CHARS } }
  if (trimmed.search(NOT_ALLOWED) >= 0) return { wrong: 'feedback-not-allowed' }
  return { content: trimmed }
}

/** Characters as a reader counts them roughly: not the halves of a pair. */
function charCount(text: string): number {
  return [...text].length
}
