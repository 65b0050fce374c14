import { FURTHER_LANGUAGES } from '#words/binding.ts'
import type { Language } from '#words/language.ts'
import reviews from '#words/reviews.json' with { type: 'json' }

/**
 * Who signed off the catalogue of a further language as a native reader, and on which day
 * (`2027-01-31`); null until somebody has read all of it.
 */
export type Review = { readonly reader: string; readonly day: string }

const byLanguage: Readonly<Record<(typeof FURTHER_LANGUAGES)[number], Review | null>> = reviews

/**
 * Whether the English text is shown beside this language and governs: nobody has signed the translation
 * off, and a lender is bound by what it says. In a demonstration nobody is.
 */
export function isGovernedByEnglish(language: Language, hasLender: boolean): boolean {
  const further = FURTHER_LANGUAGES.find(each => each === language)
  return hasLender && further !== undefined && byLanguage[further] === null
}
