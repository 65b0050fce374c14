import { afterEach, expect, test } from 'vitest'
import { activateLanguage, currentLanguage, subscribeToLanguage, t } from '#web/locales/i18n.ts'

afterEach(() => activateLanguage('en'))

test('a message is filled in', () => {
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
