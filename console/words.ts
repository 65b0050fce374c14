import { fill, type Messages, type Values } from '#words/messages.ts'
import words from '#words/staff/en.json'

export type WordId = keyof typeof words
/** The build compiles the catalogue (web/build/catalogues.ts). */
const messages = words as Messages

/** A text of the console, with its placeholders filled in. */
export function say(id: WordId, values: Values = {}): string {
  const message = messages[id]
  return message === undefined ? id : fill(message, values, 'en')
}
