/**
 * The languages of the product, each by its own name, so that its readers recognise it. To add one, add
 * it here and a folder of catalogues next to this file.
 */
export const LANGUAGE_NAMES = {
  en: 'English',
  hi: 'हिन्दी',
  ta: 'தமிழ்',
  te: 'తెలుగు',
  bn: 'বাংলা',
  mr: 'मराठी',
} as const
export type Language = keyof typeof LANGUAGE_NAMES
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly Language[]

/** A text in English, and in the other languages that the product had when it was written. */
export type Translated = Readonly<Partial<Record<Language, string>> & { en: string }>

/** The text in a language, or in English if it has none. */
export function inLanguage(text: Translated, language: Language): string {
  return text[language] ?? text.en
}

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
