import { useSyncExternalStore } from 'react'
import { currentLanguage, subscribeToLanguage } from '#web/locales/i18n.ts'
import type { Language } from '#words/language.ts'

/** The present language; the component is drawn again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribeToLanguage, currentLanguage, currentLanguage)
}
