import { currentLanguage, t } from '#web/locales/i18n.ts'
import type { MessageId } from '#words/catalogues.ts'

/** A message of a rule, as it is written in English, and the catalogue's message that says the same. Named groups become its values. */
export type Saying = readonly [english: string | RegExp, id: MessageId]

/**
 * The rules answer in English, which is the specification's language; in any other, the catalogue speaks for them. What no
 * saying knows is passed on as it is.
 */
export function spoken(msg: string, sayings: readonly Saying[]): string {
  if (currentLanguage() === 'en') return msg
  for (const [english, id] of sayings) {
    if (typeof english === 'string') {
      if (english === msg) return t(id)
      continue
    }
    const found = english.exec(msg)
    if (found) return t(id, { ...found.groups })
  }
  return msg
}
