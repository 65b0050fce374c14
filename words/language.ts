/** The languages of the product. A further one is its name here and a folder of catalogues beside this file. */
export const LANGUAGES = ['en', 'hi'] as const
export type Language = (typeof LANGUAGES)[number]

export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.some(language => language === text)
}

/** The language chosen before; else the first of the wished tags (`hi-IN`) that we speak; else English. */
export function languageOf(chosen: string | null | undefined, tags: readonly string[]): Language {
  return [chosen ?? '', ...tags].map(tag => tag.trim().slice(0, 2)).find(isLanguage) ?? 'en'
}
