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
  '../../words/*/*.json',
  '!../../words/en/common.json',
  '!../../words/en/ui.json',
])

/** Fetches one area of one language. */
export async function fetchArea(language: Language, area: Area): Promise<Messages> {
  const load = files[`../../words/${language}/${area}.json`]
  if (!load) throw new Error(`catalogue ${language}/${area} does not exist`)
  return (await load()).default
}
