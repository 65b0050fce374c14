import { afterEach, expect, test } from 'vitest'
import { besideEnglish } from '#web/locales/further-languages.ts'
import {
  activateLanguage,
  currentLanguage,
  loadAreas,
  subscribeToLanguage,
  t,
} from '#web/locales/i18n.ts'
import { isInLatin } from '#web/locales/mark-english.ts'

afterEach(() => activateLanguage('en'))

test('fills the values into a message', () => {
  expect(t('ui.uploading', { name: 'PAN' })).toBe('Uploading PAN')
})

test('switching to Hindi changes the messages and notifies listeners', async () => {
  let notifications = 0
  const stop = subscribeToLanguage(() => {
    notifications += 1
  })
  await activateLanguage('hi')
  stop()
  expect(currentLanguage()).toBe('hi')
  expect(t('ui.back')).toBe('वापस')
  expect(notifications).toBe(1)
  await activateLanguage('en')
  expect(t('ui.back')).toBe('Back')
  expect(notifications).toBe(1)
})

test('a further language has its own words, and English ones for those that it lacks', async () => {
  await loadAreas(['login', 'compare'])
  await activateLanguage('ta')
  expect(t('login.submit')).toBe('உள்நுழை')
  expect([t('common.nav.home'), t('ui.back')]).toEqual(['முகப்பு', 'பின்செல்'])
  expect(t('compare.do')).toBe('Show what it costs')
  expect(t('compare.amount')).toBe('Loan amount')
})

test.each([
  ['Repayment', true],
  ['Asha Rao', true],
  ['திருப்பிச் செலுத்தல்', false],
  ['GST, கட்டணத்தில் 18%', false],
  ['₹4,882.00', false],
  ['5 s', false],
])('a screen reader reads "%s" in English: %s', (text, isEnglish) => {
  expect(isInLatin(text)).toBe(isEnglish)
})

test('only a text of consent has its English original beside it, where that governs', () => {
  const tamil = { 'consent.basic': 'சம்மதம்', 'consent.yes': 'ஆம்', 'loan.fee': 'கட்டணம்' }
  const english = { 'consent.basic': ['Consent ', ['name']], 'consent.yes': 'Yes' } as const
  expect(besideEnglish(tamil, english)).toEqual({
    'consent.basic': ['சம்மதம்', ' · ', 'Consent ', ['name']],
    'consent.yes': 'ஆம்',
    'loan.fee': 'கட்டணம்',
  })
})
