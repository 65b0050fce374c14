import { readStored, writeStored } from '#web/device/storage.ts'
import { type Language, languageOf } from '#words/language.ts'

/** The name under which a borrower's choice is stored. */
const LANGUAGE_STORED_AS = 'lang'

export function preferredLanguage(): Language {
  return languageOf(readStored(LANGUAGE_STORED_AS), navigator.languages)
}

/**
 * Remembers a choice, also in a cookie, so that the server's first page uses it. Over plain http
 * browsers refuse the cookie: the first page then comes in the browser's language.
 */
export function rememberLanguage(language: Language): void {
  writeStored(LANGUAGE_STORED_AS, language)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
  document.cookie = `__Host-lang=${language}; path=/; max-age=31536000; samesite=lax; secure`
}
