import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSentCode } from './sent-code.ts'

test('what was remembered is read back, and nothing else is believed', () => {
  const sent = { phone: '9876543210', digits: 4, resendAtMs: 60_000 }
  expect(parseSentCode(JSON.stringify(sent))).toEqual(sent)
  for (const text of [null, '', '{', 'null', '[]', '{}', '{"phone":1,"digits":4,"resendAtMs":1}']) {
    expect(parseSentCode(text)).toBeUndefined()
  }
  expect(parseSentCode('{"phone":"9876543210","digits":0,"resendAtMs":1}')).toBeUndefined()
})

test('no stored text breaks the page', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), text => void parseSentCode(text)))
})
