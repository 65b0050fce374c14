import { afterEach, expect, test } from 'vitest'
import { type Reason, refusalMessage, refusals } from '#contract/codes.ts'
import { activateLanguage } from '#web/locales/i18n.ts'
import { refusalInWords } from '#web/locales/refusal-in-words.ts'

afterEach(() => activateLanguage('en'))

test('in Hindi every refusal is said in Hindi, with the same figures', async () => {
  await activateLanguage('hi')
  for (const reason of Object.keys(refusals) as Reason[])
    expect(refusalInWords(refusalMessage(reason))).toMatch(/[\u0900-\u097f]/)
  expect(refusalInWords(refusalMessage('product-locked', { loansNeeded: 3 }))).toBe(
    'यह लोन 3 लोन चुकाने के बाद खुलता है।',
  )
  expect(refusalInWords('A sentence of ours')).toBe('A sentence of ours')
})

test('in English it stays as it was told', () => {
  expect(refusalInWords(refusalMessage('product-full'))).toBe(refusals['product-full'])
})
