import { useSyncExternalStore } from 'react'
import { currentLanguage, subscribeToLanguage } from '#web/locales/i18n.ts'
import type { Language } from '#words/language.ts'

/** The current language; the component re-renders when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribeToLanguage, currentLanguage, currentLanguage)
}
