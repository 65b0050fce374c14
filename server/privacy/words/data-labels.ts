import type { SentMessage } from '#server/privacy/db/data-download.ts'
import type { Language } from '#words/language.ts'
import { isMessage, say } from '#words/say.ts'

/**
 * The label of a field in a borrower's data download; for a field without one, its name, so that no
 * download fails for want of a label.
 */
export function dataLabel(field: string, language: Language): string {
  const id = `owndata.field.${field}`
  return isMessage(id) ? say(language, id) : field
}

/** The subject of a message that was sent. */
export function messageWord(kind: SentMessage['kind'], language: Language): string {
  return say(language, `owndata.message.${kind}`)
}
