import { readStored } from '#web/device/storage.ts'
import { type Language, languageOf } from '#words/language.ts'

/** Under which name a borrower's choice is remembered, in a cookie too. */
export const LANGUAGE_STORED_AS = 'lang'

export function preferredLanguage(): Language {
  return languageOf(readStored(LANGUAGE_STORED_AS), navigator.languages)
}
