import { useSyncExternalStore } from 'react'
import type { Language } from '#web/locales/catalogues.ts'
import { currentLanguage, subscribeToLanguage } from '#web/locales/i18n.ts'

/** The present language; the component is drawn again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribeToLanguage, currentLanguage, currentLanguage)
}
