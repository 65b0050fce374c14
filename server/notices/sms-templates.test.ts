import { expect, test } from 'vitest'
import { unregisteredTexts } from '#server/notices/sms-templates.ts'
import { registeredTexts } from '#server/notices/words/sms-texts.ts'
import { readConfig } from '#server/platform/config.ts'
import { registered } from '#server/platform/sms-template.ts'

const lender = {
  LENDER_NAME: 'Acme Finance',
  LENDER_RBI_REGISTRATION: 'N-1',
  LENDER_GRIEVANCE_NAME: 'Asha Rao',
  LENDER_GRIEVANCE_PHONE: '1800 1',
  LENDER_GRIEVANCE_EMAIL: 'asha@acme.example',
  ALLOW_SIMULATORS: 'yes',
}
const unregistered = (templates: { id: string; text: string }[]) =>
  unregisteredTexts(readConfig(lender), registered(templates))
const all = registeredTexts().map(({ text }, index) => ({ id: `t${index}`, text }))

test('reports nothing if every text is registered, or messages are simulated', () => {
  expect(unregistered(all)).toEqual([])
  expect(unregisteredTexts(readConfig({}), () => true)).toEqual([])
})

test('names a text without its template; the lender may be registered by name', () => {
  const [first, ...others] = all
  expect(unregistered(others)).toEqual(['reminder-before (en)'])
  const named = {
    id: 'named',
    text: first?.text.replace('from {#var#}', 'from Acme Finance') ?? '',
  }
  expect(unregistered([named, ...others])).toEqual([])
})
