import type { Area } from '#words/catalogues.ts'
import common from '#words/en/common.json'
import ui from '#words/en/ui.json'
import type { Language } from '#words/language.ts'
import type { Messages } from '#words/messages.ts'

/*
 * `common` and `ui` are always loaded; a route names the other areas that its screen uses
 * (routes.tsx), and they are fetched along with its code.
 */

export const baseAreas: readonly Area[] = ['common', 'ui']

/**
 * The shell is in English before another language is chosen, so the English base is part of the
 * first script.
 */
export const englishBase: Messages = { ...common, ...ui }

const files = import.meta.glob<{ default: Messages }>([
  '../../words/en/*.json',
  '!../../words/en/common.json',
  '!../../words/en/ui.json',
])

/**
 * Fetches one area of one language. The file names of languages other than English are in separate
 * scripts, which only their readers fetch.
 */
export async function fetchArea(language: Language, area: Area): Promise<Messages> {
  if (language === 'en') return fetchEnglish(area)
  const others = await (language === 'hi'
    ? import('#web/locales/hindi.ts')
    : import('#web/locales/further-languages.ts'))
  return others.fetchOther(area, language, fetchEnglish)
}

async function fetchEnglish(area: Area): Promise<Messages> {
  const load = files[`../../words/en/${area}.json`]
  return load ? (await load()).default : englishBase
}
