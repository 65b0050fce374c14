import { readdirSync, readFileSync } from 'node:fs'
import type { MessageId, ServerMessageId } from '#words/catalogues.ts'
import { argumentsOf, compileCatalogue } from '#words/compile.ts'
import { LANGUAGES, type Language } from '#words/language.ts'
import { fill, type Messages, type Values } from '#words/messages.ts'
import { sentenceOf, type Told, type ToldOf } from '#words/reasons.ts'

/** All messages of all languages, compiled once when the server starts. The app fetches its areas instead. */
const catalogues = new Map(LANGUAGES.map(language => [language, catalogueOf(language)]))

/** A message in a language, with its places filled. It throws where a value is missing: no document or text message has a hole. */
export function say(
  language: Language,
  id: MessageId | ServerMessageId,
  values: Values = {},
): string {
  const message = catalogues.get(language)?.[id]
  if (message === undefined) throw new Error(`there is no message ${id} in ${language}`)
  const missing = argumentsOf(message).find(name => values[name] === undefined)
  if (missing !== undefined) throw new Error(`the message ${id} lacks {${missing}}`)
  return fill(message, values, language)
}

/** `say` for a text that speaks one language throughout. */
export type Say = (id: MessageId | ServerMessageId, values?: Values) => string
export function sayIn(language: Language): Say {
  return (id, values) => say(language, id, values)
}

/** Whether there is such a message: for names that come from data. */
export function isMessage(id: string): id is MessageId | ServerMessageId {
  return Object.hasOwn(catalogues.get('en') ?? {}, id)
}

/** The sentence of a refusal or of the reason of an order; the word of a reason that nobody knows any more. */
export function inWords(language: Language, what: ToldOf, told: Told): string {
  return sentenceOf(what, told, (id, values) => say(language, id, values)) ?? told.reason
}

/** A reason as the calls carry it: its sentence is English, the specification's language. */
export function withSentence(what: ToldOf, { reason, details = {} }: Told) {
  return { reason, details: { ...details }, msg: inWords('en', what, { reason, details }) }
}

function catalogueOf(language: Language): Messages {
  const folder = new URL(`./${language}/`, import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const areas = files
    .filter(file => file.endsWith('.json'))
    .map(file => compileCatalogue(readFileSync(new URL(file, folder), 'utf8'), file))
  return Object.assign({}, ...areas)
}
