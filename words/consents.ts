import { readdirSync, readFileSync } from 'node:fs'
import type { ConsentPurpose } from '#domain/accounts/consent.ts'
import { LANGUAGES, type Language } from '#words/language.ts'

/*
 * The wordings that borrowers agree to, including every earlier one. The file
 * `<language>/consents/<version>.json` has the purposes whose wording that version changed, as
 * paragraphs. A file never changes: somebody agreed to its texts, and is shown them. A new wording on a
 * page is a new file, and everybody is asked again.
 */
type Wordings = Readonly<Partial<Record<ConsentPurpose, readonly string[]>>>

/** By version, the oldest first. */
const wordings = new Map(LANGUAGES.map(language => [language, wordingsIn(language)]))

/** The version of the wording that the pages show for a purpose. */
export function currentVersionOf(purpose: ConsentPurpose): string {
  const versions = [...(wordings.get('en') ?? [])]
  const newest = versions.findLast(([, texts]) => texts[purpose] !== undefined)
  if (!newest) throw new Error(`no consent text for ${purpose}`)
  return newest[0]
}

/**
 * The text that a page showed under a version: in English, where the language had none. Undefined if
 * there never was such a text.
 */
export function consentText(
  purpose: ConsentPurpose,
  version: string,
  language: Language,
): string | undefined {
  const textIn = (each: Language) => wordings.get(each)?.get(version)?.[purpose]
  return (textIn(language) ?? textIn('en'))?.join('\n\n')
}

function wordingsIn(language: Language): ReadonlyMap<string, Wordings> {
  const folder = new URL(`./${language}/consents/`, import.meta.url)
  const versions = readdirSync(folder).map(file => file.replace(/\.json$/, ''))
  return new Map(
    versions
      .sort()
      .map(version => [
        version,
        JSON.parse(readFileSync(new URL(`${version}.json`, folder), 'utf8')) as Wordings,
      ]),
  )
}
