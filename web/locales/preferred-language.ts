import { languageCookie } from '#contract/cookie-name.ts'
import { isLoopback } from '#domain/loopback.ts'
import { readStored, writeStored } from '#web/device/storage.ts'
import { type Language, languageOf } from '#words/language.ts'

/** The name under which a borrower's choice is stored. */
const LANGUAGE_STORED_AS = 'lang'

export function preferredLanguage(): Language {
  return languageOf(readStored(LANGUAGE_STORED_AS), navigator.languages)
}

/**
 * Remembers a choice, also in a cookie, so that the server's first page uses it. It is Secure, except
 * over http on this machine alone, where WebKit keeps no such cookie.
 */
export function rememberLanguage(language: Language): void {
  writeStored(LANGUAGE_STORED_AS, language)
  const isSecure = location.protocol === 'https:' || !isLoopback(location.hostname)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
  document.cookie = `${languageCookie(isSecure)}=${language}; path=/; max-age=31536000; samesite=lax${isSecure ? '; secure' : ''}`
}
