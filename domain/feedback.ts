import { LETTER } from '#domain/letters.ts'
import { FEEDBACK_MAX_CHARS } from '#domain/limits.ts'

/** The characters of feedback: letters, digits, underscore, `? ! , .` and space, in any script (§5). */
const ALLOWED = new RegExp(`${LETTER}|[\\p{Nd}_?!,. ]`, 'gu')
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
  return [...allowedIn(typed.replace(/\s/g, ' ').replace(DANDA, '.'))]
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
  if (allowedIn(trimmed) !== trimmed) return { wrong: 'feedback-not-allowed' }
  return { content: trimmed }
}

function allowedIn(text: string): string {
  return (text.match(ALLOWED) ?? []).join('')
}

/** The approximate number of characters a reader sees; a surrogate pair counts once. */
function charCount(text: string): number {
  return [...text].length
}
