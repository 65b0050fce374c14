/** Stands in for `web/locales/i18n.ts` in the console's build: the words of the kit, in English. */
import words from '#words/en/ui.json'
import { fill, type Messages, type Values } from '#words/messages.ts'

const messages = words as Messages

export function t(id: string, values: Values = {}): string {
  const message = messages[id]
  return message === undefined ? id : fill(message, values, 'en')
}
