import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ConsentPurpose, OPTIONAL_PURPOSES, PAGE_PURPOSES } from '#domain/privacy/consent.ts'
import { consentText, currentVersionOf } from '#server/accounts/words/consent-texts.ts'
import { LANGUAGES, type Language } from '#words/language.ts'

const words = (language: Language, area: string): Record<string, string> =>
  JSON.parse(
    readFileSync(new URL(`../../../words/${language}/${area}.json`, import.meta.url), 'utf8'),
  )

/** What the pages show for a purpose. The sentence of sign-in carries a link, and the terms are a page of their own. */
function onThePage(purpose: ConsentPurpose, language: Language): string {
  if (purpose !== 'agreement') return words(language, 'consent')[`consent.${purpose}`] ?? ''
  const sentence = words(language, 'login')['login.agree']?.replace(/<\/?link>/g, '')
  const terms = Object.entries(words(language, 'legal')).flatMap(([id, text]) =>
    id.startsWith('legal.term.') ? [text] : [],
  )
  return [sentence, ...terms].join('\n\n')
}

test.each([...PAGE_PURPOSES, ...OPTIONAL_PURPOSES])(
  'what is recorded as agreed to is what the page shows: %s',
  purpose => {
    for (const language of LANGUAGES)
      expect(
        consentText(purpose, currentVersionOf(purpose), language),
        'a changed wording is a new version: add it, and keep the old one',
      ).toBe(onThePage(purpose, language))
  },
)

test('there is no text of a version that never was', () => {
  expect(consentText('basic', '1999-01', 'en')).toBeUndefined()
})
