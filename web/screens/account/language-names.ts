import type { MessageId } from '#words/catalogues.ts'
import type { Language } from '#words/language.ts'

/** Each language by its own name, so that whoever needs it can read it. */
export const languageNames: Record<Language, MessageId> = {
  en: 'account.language.en',
  hi: 'account.language.hi',
}
