import { readdirSync, readFileSync } from 'node:fs'
import type { MessageId, ServerMessageId } from '#words/catalogues.ts'
import { compileCatalogue } from '#words/compile.ts'
import { LANGUAGES, type Language } from '#words/language.ts'
import { fill, type Messages, type Values } from '#words/messages.ts'

/** All messages of all languages, compiled once when the server starts. The app fetches its areas instead. */
const catalogues = new Map(LANGUAGES.map(language => [language, catalogueOf(language)]))

/** A message in a language, with its places filled. */
export function say(
  language: Language,
  id: MessageId | ServerMessageId,
  values: Values = {},
): string {
  const message = catalogues.get(language)?.[id]
  if (message === undefined) throw new Error(`there is no message ${id} in ${language}`)
  return fill(message, values, language)
}

function catalogueOf(language: Language): Messages {
  const folder = new URL(`./${language}/`, import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const areas = files
    .filter(file => file.endsWith('.json'))
    .map(file => compileCatalogue(readFileSync(new URL(file, folder), 'utf8'), file))
  return Object.assign({}, ...areas)
}
