import { expect, test } from 'vitest'
import { adviceOn, fileSize } from './face-words.ts'

test('gives advice only for the reasons of the check', () => {
  expect(adviceOn('too-dark')).toBe('verify.face.why.too-dark')
  for (const why of ['unreadable', 'toString', '', undefined, 7])
    expect(adviceOn(why)).toBeUndefined()
})

test.each([
  [0, '0 KB'],
  [300_000, '293 KB'],
  [1_048_576, '1.0 MB'],
  [2_306_867, '2.2 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})
