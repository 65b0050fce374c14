import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  type ConsentPurpose,
  MANDATE_PURPOSES,
  OPTIONAL_PURPOSES,
  PAGE_PURPOSES,
} from '#domain/accounts/consent.ts'
import { consentText, currentVersionOf } from '#words/consents.ts'
import { LANGUAGES, type Language } from '#words/language.ts'

const purposes = [...PAGE_PURPOSES, ...OPTIONAL_PURPOSES]

const words = (language: Language, area: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`${language}/${area}.json`, import.meta.url), 'utf8'))

/**
 * The text that the pages show for a purpose. The sentence of sign-in carries a link, and the terms
 * are a page of their own.
 */
function onThePage(purpose: ConsentPurpose, language: Language): string {
  if (purpose !== 'agreement') {
    const { [`consent.${purpose}`]: text, [`consent.${purpose}.more`]: more } = words(
      language,
      'consent',
    )
    return [text, more].filter(part => part !== undefined).join('\n\n')
  }
  const sentence = words(language, 'login')['login.agree']?.replace(/<\/?link>/g, '')
  const terms = Object.entries(words(language, 'legal')).flatMap(([id, text]) =>
    id.startsWith('legal.term.') ? [text] : [],
  )
  return [sentence, ...terms].join('\n\n')
}

test.each([...purposes, ...MANDATE_PURPOSES])(
  'the text that is recorded is the text that the page shows: %s',
  purpose => {
    for (const language of LANGUAGES)
      expect(
        consentText(purpose, currentVersionOf(purpose), language),
        'a changed wording is a new version: add it, and keep the old one',
      ).toBe(onThePage(purpose, language))
  },
)

test.each(OPTIONAL_PURPOSES)(
  'the question for an optional consent has at most 30 words before its fold: %s',
  purpose => {
    for (const language of LANGUAGES) {
      const question = words(language, 'consent')[`consent.${purpose}`] ?? ''
      expect(question.split(/\s+/).length, question).toBeLessThanOrEqual(30)
    }
  },
)

/** The digests of what borrowers agreed to: they never change. */
const AGREED_TO: [Language, version: string, sha256: string][] = [
  ['en', '2026-11', 'a5f413b91d817343d4d638de57670b91'],
  ['en', '2026-11-22', '7f3d0f21b219c767c954fae5bc6a52e1'],
  ['en', '2026-11-23', '98b045f7530ccc0d4f32e03b08a48f27'],
  ['en', '2026-11-24', '597194f1792cbb809d71204bf2fcc415'],
  ['hi', '2026-11', '61d1ef8ffcf4035635872cfcd72bcc26'],
  ['hi', '2026-11-22', '082e4703f50ebdbcedb070949316bb88'],
  ['hi', '2026-11-23', '7f3034267d0b36df87ec3c1ed5436bf9'],
  ['hi', '2026-11-24', '25db41a286d4dfc807bb8d6a1b5e3047'],
  ['ta', '2026-11-22', '2edc990ab1b1edba56564543d8005b6a'],
  ['ta', '2026-11-23', '08c55b655b05017026548e832ab49b1d'],
  ['ta', '2026-11-24', '6d4f7199196936f2cb9489184d319b80'],
  ['te', '2026-11-22', '2c35615fcdc24d4661a93bf10d26e662'],
  ['te', '2026-11-23', '694883a252bd3fa01daeff6ff7c1c323'],
  ['te', '2026-11-24', '9a94d286010ddd2e44b29ab2f2c8909f'],
  ['bn', '2026-11-22', '8f92746de43240da79ae1661bab15c61'],
  ['bn', '2026-11-23', '3a6d5e2ddb692498d63a2c94c9233b68'],
  ['bn', '2026-11-24', 'c06e454ca1bfc6caba384770d413855f'],
  ['mr', '2026-11-22', '86988a0fb6bec8ebfad993d8ee8ef74e'],
  ['mr', '2026-11-23', 'c6585cca1ddea007b5791361428e5b65'],
  ['mr', '2026-11-24', 'ffc598cc5e3cc2b68e72ea776e009b94'],
]

test.each(AGREED_TO)(
  'the wordings in %s of version %s are unchanged',
  (language, version, sha256) => {
    const mandates = MANDATE_PURPOSES.map(purpose => consentText(purpose, version, language))
    const texts = [
      ...purposes.map(purpose => consentText(purpose, version, language)),
      ...mandates.filter(text => text !== undefined),
    ]
    const digest = createHash('sha256').update(texts.join('\n\n')).digest('hex')
    expect(digest.slice(0, sha256.length)).toBe(sha256)
  },
)

test('a version that never was has no text', () => {
  expect(consentText('basic', '1999-01', 'en')).toBeUndefined()
})
