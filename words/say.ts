import { readdirSync, readFileSync } from 'node:fs'
import type { MessageId, ServerMessageId } from '#words/catalogues.ts'
import { argumentsOf, compileCatalogue } from '#words/compile.ts'
import { inEachLanguage, LANGUAGES, type Language, type Translated } from '#words/language.ts'
import { fill, type Message, type Messages, type Values } from '#words/messages.ts'
import { type ReasonKind, type StatedReason, sentenceOf } from '#words/reasons.ts'

/**
 * All messages in all languages, compiled once when the server starts. The app fetches its areas
 * instead.
 */
const catalogues = new Map(LANGUAGES.map(language => [language, catalogueOf(language)]))

/**
 * A message in a language, with its placeholders filled in; in English, where the language lacks it
 * (binding.ts names what no language may lack). Throws if a value is missing, so that no document or
 * text message has a gap.
 */
export function say(
  language: Language,
  id: MessageId | ServerMessageId,
  values: Values = {},
): string {
  const translation = catalogues.get(language)?.[id]
  const message = translation ?? catalogues.get('en')?.[id]
  if (message === undefined) throw new Error(`message ${id} is missing`)
  const missing = argumentsOf(message).find(name => values[name] === undefined)
  if (missing !== undefined) throw new Error(`message ${id} lacks {${missing}}`)
  return fill(message, values, translation === undefined ? 'en' : language)
}

/**
 * A message with each placeholder as `{name}`, for people who reword it: of a plural the form that most
 * numbers take.
 */
export function openText(language: Language, id: MessageId | ServerMessageId): string {
  return opened(catalogues.get(language)?.[id] ?? catalogues.get('en')?.[id] ?? '', '#')
}

function opened(message: Message, count: string): string {
  if (typeof message === 'string') return message
  return message
    .map(token => {
      if (typeof token === 'string') return token === '#' ? count : token
      const [argument, , choices] = token
      return choices ? opened(choices.other ?? [], `{${argument}}`) : `{${argument}}`
    })
    .join('')
}

/** The ids of all messages that begin so, in their order. */
export function messageIds(beginning: string): (MessageId | ServerMessageId)[] {
  return Object.keys(catalogues.get('en') ?? {}).filter((id): id is MessageId | ServerMessageId =>
    id.startsWith(beginning),
  )
}

/** `say` in one language, for a text that uses it throughout. */
export type Say = (id: MessageId | ServerMessageId, values?: Values) => string
export function sayIn(language: Language): Say {
  return (id, values) => say(language, id, values)
}

/** A message in every language, for a text that is stored. */
export function sayInEach(id: MessageId | ServerMessageId): Translated {
  return inEachLanguage(language => say(language, id))
}

/** Whether an id from data names a message. */
export function isMessage(id: string): id is MessageId | ServerMessageId {
  return Object.hasOwn(catalogues.get('en') ?? {}, id)
}

/**
 * The sentence for a refusal or for the reason of an order; an unknown reason is returned as its
 * code.
 */
export function inWords(language: Language, what: ReasonKind, stated: StatedReason): string {
  return sentenceOf(what, stated, (id, values) => say(language, id, values)) ?? stated.reason
}

/** A reason as the calls carry it: its sentence is in English, the specification's language. */
export function withSentence(what: ReasonKind, { reason, details = {} }: StatedReason) {
  return { reason, details: { ...details }, msg: inWords('en', what, { reason, details }) }
}

function catalogueOf(language: Language): Messages {
  const folder = new URL(`./${language}/`, import.meta.url)
  const areas = ['./', './server/'].flatMap(below => {
    const files = readdirSync(new URL(below, folder)).filter(file => file.endsWith('.json'))
    return files.map(file =>
      compileCatalogue(readFileSync(new URL(below + file, folder), 'utf8'), file),
    )
  })
  return Object.assign({}, ...areas)
}
