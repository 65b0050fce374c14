import { expect, test } from 'vitest'
import { codeText, registeredTexts, smsText } from '#server/notices/words/sms-texts.ts'
import { LANGUAGES } from '#words/language.ts'

/** Values as long as usual ones. */
const gaps = {
  amount: 'Rs 4,882.00',
  day: '27 Nov 2026',
  penal: 'Rs 50.00',
  lender: 'Quixotic Finance',
  officer: 'Asha Rao',
  phone: '1800 123 4567',
  code: '123456',
  account: '8901',
  name: 'Asha Rao',
  link: 'https://saral.example/c/0123456789abcdef',
  host: 'saral.example',
}

/**
 * How many messages the operators count for a text (3GPP TS 23.038): 160 letters of their own
 * alphabet, which holds all that we write in English, or 70 of any other.
 */
function partsOf(text: string): number {
  const [whole, each] = /^[\n\x20-\x7e]*$/.test(text) ? [160, 153] : [70, 67]
  return text.length <= whole ? 1 : Math.ceil(text.length / each)
}

/** The most that we pay for one text. */
const PARTS_MAX = 4

/** A row of the list for registration: `message,language,parts,"text"`. */
function rowOf({ kind, language, text }: ReturnType<typeof registeredTexts>[number]): string {
  const cell = text.replaceAll('"', '""').replaceAll('\n', '<br>')
  return `${kind},${language},${partsOf(smsText(kind, language, gaps))},"${cell}"\n`
}

test('the list for registration has every text exactly as it is sent', async () => {
  const list = ['message,language,parts,text\n', ...registeredTexts().map(rowOf)].join('')
  await expect(list).toMatchFileSnapshot('../../../docs/sms-texts.csv')
})

test.each(registeredTexts())('$kind ($language) has at most four parts', ({ kind, language }) => {
  expect(partsOf(smsText(kind, language, gaps))).toBeLessThanOrEqual(PARTS_MAX)
})

test.each(registeredTexts())('$kind ($language) differs from the others', ({ text }) => {
  expect(registeredTexts().filter(other => other.text === text)).toHaveLength(1)
})

const aboutLoans = registeredTexts().filter(
  ({ kind }) => !kind.endsWith('-code') && kind !== 'contact-named',
)

test.each(aboutLoans)('$kind ($language) names its sender', ({ text }) => {
  expect(text.startsWith('Saral: ')).toBe(true)
})

test.each(LANGUAGES)('only an emergency contact gets a link (%s)', language => {
  const texts = registeredTexts().filter(text => text.language === language)
  const withLink = texts.filter(({ kind }) => smsText(kind, language, gaps).includes(gaps.link))
  expect(withLink.map(({ kind }) => kind)).toEqual(['contact-named'])
  for (const { text } of texts) expect(text).not.toMatch(/https?:|www\.|token/)
})

test.each(LANGUAGES)('a code comes first in its message (%s)', language => {
  for (const kind of ['sign-in-code', 'device-code'] as const)
    expect(smsText(kind, language, gaps)).toMatch(/^123456 /)
})

test.each(LANGUAGES)(
  'a code is bound to our host by the last line of its message (%s)',
  language => {
    const at = { publicOrigin: () => 'https://saral.example:8443' }
    for (const kind of ['sign-in-code', 'device-code'] as const)
      expect(codeText(at, kind, language, '123456').split('\n').slice(-2)).toEqual([
        '',
        '@saral.example #123456',
      ])
  },
)

test('fills every gap', () => {
  for (const { kind, language } of registeredTexts())
    expect(smsText(kind, language, gaps)).not.toMatch(/[{}]/)
})
