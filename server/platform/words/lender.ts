import type { Language } from '#words/language.ts'
import { say } from '#words/say.ts'

/** Who lends; until somebody does, that nobody does (product §1). */
export function lenderName(
  lender: { readonly name: string } | undefined,
  language: Language,
): string {
  return lender?.name ?? say(language, 'lender.none')
}
