import type { FieldError } from '#domain/identity/form.ts'
import { loadAreas, messageIfLoaded } from '#web/locales/i18n.ts'
import { type ReasonKind, type StatedReason, sentenceOf } from '#words/reasons.ts'

/**
 * Any call may be refused, so these catalogues are fetched along with the first code that may need
 * them.
 */
void loadAreas(['refusal', 'answer']).catch(() => undefined)

/**
 * A reason in the borrower's language; the server's sentence if this version of the app does not
 * know the reason.
 */
export function inWords(
  kind: ReasonKind,
  stated: StatedReason & { readonly msg?: string },
): string {
  return sentenceOf(kind, stated, messageIfLoaded) ?? stated.msg ?? stated.reason
}

/** The text shown next to a field. */
export type FieldText = {
  readonly column: string
  readonly msg: string
  readonly reason?: string
}

/** The faults that the rules or the server found, in the borrower's language. */
export function fieldTexts(
  errors: readonly (FieldError & { readonly msg?: string })[],
): FieldText[] {
  return errors.map(error => ({
    column: error.column,
    reason: error.reason,
    msg: inWords('answer', error),
  }))
}
