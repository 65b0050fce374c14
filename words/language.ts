/**
 * The languages of the product, each by its own name, so that whoever needs one can read it. To add
 * one, add it here and a folder of catalogues next to this file.
 */
export const LANGUAGES = ['en', 'hi'] as const
export type Language = (typeof LANGUAGES)[number]
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', hi: 'हिन्दी' }

/** A text in every language. */
export type Translated = Readonly<Record<Language, string>>

/** Creates a value for each language. */
export function inEachLanguage<T>(make: (language: Language) => T): Readonly<Record<Language, T>> {
  const entries = LANGUAGES.map(language => [language, make(language)])
  return Object.fromEntries(entries) as Record<Language, T>
}

export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.some(language => language === text)
}

/**
 * The chosen language, else the first supported one of the preferred tags (`hi-IN`), else English.
 */
export function languageOf(chosen: string | null | undefined, tags: readonly string[]): Language {
  return [chosen ?? '', ...tags].map(tag => tag.trim().slice(0, 2)).find(isLanguage) ?? 'en'
}
