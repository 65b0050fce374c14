import type { Language } from '#words/language.ts'
import { say } from '#words/say.ts'

/** The lender's texts; in a demonstration they say that nobody lends (product §1). */
export function lenderName(
  lender: { readonly name: string } | undefined,
  language: Language,
): string {
  return lender?.name ?? say(language, 'lender.none')
}
