import { expect, test } from 'vitest'
import { adviceOn } from './face-words.ts'

test('gives advice only for the reasons of the check', () => {
  expect(adviceOn('too-dark')).toBe('verify.face.why.too-dark')
  for (const why of ['unreadable', 'toString', '', undefined, 7])
    expect(adviceOn(why)).toBeUndefined()
})
