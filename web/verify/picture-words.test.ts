import { expect, test } from 'vitest'
import { fileSize } from './picture-words.ts'

test.each([
  [0, '0 KB'],
  [300_000, '293 KB'],
  [1_048_576, '1.0 MB'],
  [2_306_867, '2.2 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})
