import { codeOf, type Reason } from '#contract/codes.ts'
import type { FieldError } from '#domain/identity/form.ts'
import type { Details, ReasonKind, StatedReason } from '#words/reasons.ts'

/** The form of every answer on the wire (specification §7, product §2). */
export type Envelope = { readonly code: number; readonly msg: string; readonly data: unknown }

/** One rejected field, the reason, and the message shown next to it. */
export type ErrorColumn = FieldError & { readonly msg: string }

/** A business refusal: the reason, and the details that fill its message or belong to a field. */
export type Refusal<R extends Reason = Reason> = {
  readonly refused: R
  readonly details?: Details
  readonly errorColumn?: readonly FieldError[]
}

/**
 * Creates a refusal. A handler returns it, and the HTTP edge turns it into an envelope, in one
 * place.
 */
export function refused<R extends Reason>(
  reason: R,
  more: Omit<Refusal<R>, 'refused'> = {},
): Refusal<R> {
  return { refused: reason, ...more }
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value
}

/** Renders a reason as a sentence: implemented by the server (words/say.ts). */
export type InWords = (kind: ReasonKind, stated: StatedReason) => string

/** If fields were rejected, the first field's message is the message of the whole refusal. */
export function refusal(
  { refused: reason, details, errorColumn }: Refusal,
  inWords: InWords,
): Envelope {
  const columns = errorColumn?.map(error => ({ ...error, msg: inWords('answer', error) }))
  const msg = columns?.[0]?.msg ?? inWords('refusal', { reason, details })
  return {
    code: codeOf(reason),
    msg,
    data: { reason, ...details, ...(columns && { errorColumn: columns }) },
  }
}
