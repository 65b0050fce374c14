import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { registeredTexts, smsText } from '#server/notices/words/sms-texts.ts'
import { LANGUAGES } from '#words/language.ts'

const gaps = {
  amount: 'Rs 5.00',
  day: '27 Nov 2026',
  penal: 'Rs 1.00',
  lender: 'Lender',
  officer: 'Asha Rao',
  phone: '1800',
  code: '1234',
  account: '9876',
  name: 'Asha',
  link: 'https://saral.example/verify/contact2',
}

const guide = readFileSync(new URL('../../../docs/vendors.md', import.meta.url), 'utf8')

test.each(registeredTexts())(
  'the guide lists $kind ($language) for registration exactly as it is sent',
  ({ text }) => {
    expect(guide).toContain(text)
  },
)

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
  for (const kind of ['sign-in-code', 'loan-code', 'bank-account-code'] as const)
    expect(smsText(kind, language, gaps)).toMatch(/^1234 /)
})

test('fills every gap', () => {
  for (const { kind, language } of registeredTexts())
    expect(smsText(kind, language, gaps)).not.toMatch(/[{}]/)
})
