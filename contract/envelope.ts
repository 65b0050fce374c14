import { codeOf, type Reason } from '#contract/codes.ts'
import type { FieldError } from '#domain/identity/form.ts'
import type { Details, Told, ToldOf } from '#words/reasons.ts'

/** What every answer looks like on the wire (specification §7, product §2). */
export type Envelope = { readonly code: number; readonly msg: string; readonly data: unknown }

/** One field that was not accepted, why, and what the borrower reads beside it. */
export type ErrorColumn = FieldError & { readonly msg: string }

/** A business refusal: why, and the details that fill its message or belong to a field. */
export type Refusal<R extends Reason = Reason> = {
  readonly refused: R
  readonly details?: Details
  readonly errorColumn?: readonly FieldError[]
}

/** Makes a refusal. A handler returns it; the HTTP edge turns it into an envelope, once. */
export function refused<R extends Reason>(
  reason: R,
  more: Omit<Refusal<R>, 'refused'> = {},
): Refusal<R> {
  return { refused: reason, ...more }
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value
}

/** Makes sentences of reasons: the server knows how (words/say.ts). */
export type InWords = (what: ToldOf, told: Told) => string

/** The first field's message speaks for the whole where fields were refused. */
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
