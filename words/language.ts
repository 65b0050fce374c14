/**
 * The languages of the product. To add one, add its name here and a folder of catalogues next to
 * this file.
 */
export const LANGUAGES = ['en', 'hi'] as const
export type Language = (typeof LANGUAGES)[number]

export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.some(language => language === text)
}

/**
 * The chosen language, else the first supported one of the preferred tags (`hi-IN`), else English.
 */
export function languageOf(chosen: string | null | undefined, tags: readonly string[]): Language {
  return [chosen ?? '', ...tags].map(tag => tag.trim().slice(0, 2)).find(isLanguage) ?? 'en'
}
