import { readStored } from '#web/device/storage.ts'
import type { Language } from '#web/locales/catalogues.ts'

/** Under which name a borrower's choice is remembered, in a cookie too. */
export const LANGUAGE_STORED_AS = 'lang'

/** The language chosen before; else the first of the browser's that we speak; else English. */
export function preferredLanguage(): Language {
  const chosen = readStored(LANGUAGE_STORED_AS)
  if (chosen === 'en' || chosen === 'hi') return chosen
  for (const tag of navigator.languages) {
    if (tag.startsWith('hi')) return 'hi'
    if (tag.startsWith('en')) return 'en'
  }
  return 'en'
}
