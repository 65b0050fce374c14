import type { Lender } from '#server/platform/config.ts'
import type { Worded } from '#server/support/db/content.ts'
import { wordingIn } from '#server/support/words/program-text.ts'
import type { Language } from '#words/language.ts'
import { say } from '#words/say.ts'

export const APP_NAME = 'Saral'

/**
 * The text about the product, in the lender's wording, and who lends; without a lender, that nobody
 * does (product §1). The lender's wording cannot change the sentence that names it.
 */
export function copywriting(
  language: Language,
  lender: Lender | undefined,
  worded: Worded,
): string {
  const whoLends = lender
    ? say(language, 'about.lender', { name: lender.name, registration: lender.rbiRegistration })
    : say(language, 'about.demo')
  const text = wordingIn(language, worded.get('about'))?.body ?? say(language, 'about.text')
  return `${text} ${whoLends}`
}
