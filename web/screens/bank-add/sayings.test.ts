import { afterEach, beforeAll, expect, test } from 'vitest'
import { BANK_ACCOUNT_MESSAGE } from '#domain/identity/bank-account.ts'
import { activateLanguage, loadAreas, t } from '#web/locales/i18n.ts'
import { bankSayings, bankWords } from './sayings.ts'

beforeAll(() => loadAreas(['bank']))
afterEach(() => activateLanguage('en'))

test('English is said as the rules write it', () => {
  for (const msg of Object.values(BANK_ACCOUNT_MESSAGE)) expect(bankWords(msg)).toBe(msg)
})

test('the catalogue holds in English what the rules write', () => {
  for (const [written, id] of bankSayings) {
    if (typeof written === 'string') expect(t(id)).toBe(written)
    else expect(t(id, { count: id === 'bank.said.too-long' ? 19 : 6 })).toMatch(written)
  }
})

test('in Hindi every answer of the rules is said in Hindi', async () => {
  await activateLanguage('hi')
  for (const msg of Object.values(BANK_ACCOUNT_MESSAGE))
    expect(bankWords(msg), msg).toMatch(/[\u0900-\u097f]/)
})
