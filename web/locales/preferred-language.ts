import { readStored } from '#web/device/storage.ts'
import { type Language, languageOf } from '#words/language.ts'

/** The name under which a borrower's choice is stored. */
export const LANGUAGE_STORED_AS = 'lang'

export function preferredLanguage(): Language {
  return languageOf(readStored(LANGUAGE_STORED_AS), navigator.languages)
}
