import { LANGUAGES, type Language } from '#words/language.ts'

/** The language in which this person reads texts of borrowers: that of the browser, or English. */
export function ownLanguage(): Language {
  const [language] = navigator.language.split('-')
  return LANGUAGES.find(each => each === language) ?? 'en'
}
