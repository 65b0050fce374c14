import type { Area } from '#words/catalogues.ts'
import type { Messages } from '#words/messages.ts'

const files = import.meta.glob<{ default: Messages }>('../../words/hi/*.json')

/** Fetches one area in Hindi. */
export async function fetchOther(area: Area): Promise<Messages> {
  const load = files[`../../words/hi/${area}.json`]
  if (!load) throw new Error(`catalogue hi/${area} does not exist`)
  return (await load()).default
}
