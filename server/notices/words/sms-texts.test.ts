import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { registeredTexts, smsText } from '#server/notices/words/sms-texts.ts'

const guide = readFileSync(new URL('../../../docs/vendors.md', import.meta.url), 'utf8')

test.each(registeredTexts())(
  'the guide lists $kind ($language) for registration exactly as it is sent',
  ({ text }) => {
    expect(guide).toContain(text)
  },
)

test.each(registeredTexts())(
  '$kind ($language) names its sender, contains no address, and differs from the others',
  ({ text }) => {
    expect(text.startsWith('Saral: ')).toBe(true)
    expect(text).not.toMatch(/https?:|www\.|token/)
    expect(registeredTexts().filter(other => other.text === text)).toHaveLength(1)
  },
)

test('fills every gap', () => {
  const gaps = {
    amount: 'Rs 5.00',
    day: '27 Nov 2026',
    penal: 'Rs 1.00',
    lender: 'Lender',
    officer: 'Asha Rao',
    phone: '1800',
  }
  for (const { kind, language } of registeredTexts())
    expect(smsText(kind, language, gaps)).not.toMatch(/[{}]/)
})
