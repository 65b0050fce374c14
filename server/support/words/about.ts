import type { Lender } from '#server/platform/config.ts'
import type { Language } from '#words/language.ts'
import { say } from '#words/say.ts'

export const APP_NAME = 'Saral'

/** Says what the product is and who lends; without a lender, that nobody does (product §1). */
export function copywriting(language: Language, lender: Lender | undefined): string {
  const whoLends = lender
    ? say(language, 'about.lender', { name: lender.name, registration: lender.rbiRegistration })
    : say(language, 'about.demo')
  return `${say(language, 'about.text')} ${whoLends}`
}
