import { baseAreas, englishBase, fetchArea } from '#web/locales/catalogues.ts'
import { rememberLanguage } from '#web/locales/preferred-language.ts'
import type { Area, MessageId } from '#words/catalogues.ts'
import type { Language } from '#words/language.ts'
import { fill, type Message, type Messages, type Values } from '#words/messages.ts'

const loadedAreas = new Map<Language, Set<string>>([['en', new Set(baseAreas)]])
const messages: Partial<Record<Language, Messages>> = { en: { ...englishBase } }
const requestedAreas = new Set<Area>()
let current: Language = 'en'
/** The language being switched to, or else the current one. */
let next: Language = 'en'
const listeners = new Set<() => void>()

/**
 * The message with this id in the borrower's language, with its placeholders filled in; the id
 * itself if its area was not fetched.
 */
export function t(id: MessageId, values: Values = {}): string {
  return messageIfLoaded(id, values) ?? id
}

/** The message; undefined if its area was not fetched. */
export function messageIfLoaded(id: MessageId, values: Values): string | undefined {
  const message = messages[current]?.[id]
  return message && fill(message, values, current)
}

/** The message as the build compiled it, for a script in the page. */
export function compiledMessage(id: MessageId): Message | undefined {
  return messages[current]?.[id]
}

export function currentLanguage(): Language {
  return current
}

/** Switches the app to a language after fetching what it needs of it, and remembers the choice. */
export async function setLanguage(language: Language): Promise<void> {
  await activateLanguage(language)
  rememberLanguage(language)
}

/** Switches the app to a language without remembering it as a choice. */
export async function activateLanguage(language: Language): Promise<void> {
  next = language
  await fetchMissing(language, [...baseAreas, ...requestedAreas])
  if (next !== language) return
  if (typeof document !== 'undefined') document.documentElement.lang = language
  if (language === current) return
  current = language
  for (const listener of listeners) listener()
}

/**
 * Loads these areas in the current language, in the one being switched to, and in any later one.
 */
export async function loadAreas(areas: readonly Area[]): Promise<void> {
  for (const area of areas) requestedAreas.add(area)
  await Promise.all([fetchMissing(current, areas), next !== current && fetchMissing(next, areas)])
}

export function subscribeToLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function fetchMissing(
  language: Language,
  areas: readonly (Area | (typeof baseAreas)[number])[],
): Promise<void> {
  const have = loadedAreas.get(language) ?? new Set<string>()
  loadedAreas.set(language, have)
  const missing = areas.filter(area => !have.has(area))
  const parts = await Promise.all(missing.map(area => fetchArea(language, area)))
  messages[language] = Object.assign(messages[language] ?? {}, ...parts)
  for (const area of missing) have.add(area)
}
